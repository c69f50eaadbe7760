import { useMutation } from '@tanstack/react-query';
import { download } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { callStrings } from '../lib/strings/calls.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/failure.tsx';

const reportStrings = callStrings.detail.report;

/** The compliance report, in both of its forms. */
export function CallReport({ callId }: { readonly callId: string }) {
  const making = useMutation({
    mutationFn: async (format: 'pdf' | 'json') => {
      const bytes = await download(`/sessions/${callId}/report`, { format });
      saveFile(bytes, `report-${callId}.${format}`);
    },
  });
  return (
    <Card title={callStrings.detail.tab.report}>
      <p>{reportStrings.intro}</p>
      <div className="page-actions">
        <Button variant="primary" busy={making.isPending} onClick={() => making.mutate('pdf')}>
          {reportStrings.pdf}
        </Button>
        <Button busy={making.isPending} onClick={() => making.mutate('json')}>
          {reportStrings.json}
        </Button>
      </div>
      <p className="wait" role="status">
        {making.isPending ? reportStrings.making : reportStrings.recorded}
      </p>
      {making.isError ? <Failure error={making.error} /> : null}
    </Card>
  );
}

import { useMutation } from '@tanstack/react-query';
import { download } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { calls } from '../lib/strings/calls.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/failure.tsx';

const words = calls.detail.report;

/** The compliance report, in both of its forms. */
export function CallReport({ sessionId }: { readonly sessionId: string }) {
  const making = useMutation({
    mutationFn: async (format: 'pdf' | 'json') => {
      const bytes = await download(`/sessions/${sessionId}/report`, { format });
      saveFile(bytes, `report-${sessionId}.${format}`);
    },
  });
  return (
    <Card title={calls.detail.tab.report}>
      <p>{words.intro}</p>
      <div className="page-actions">
        <Button look="primary" busy={making.isPending} onClick={() => making.mutate('pdf')}>
          {words.pdf}
        </Button>
        <Button busy={making.isPending} onClick={() => making.mutate('json')}>
          {words.json}
        </Button>
      </div>
      <p className="wait" role="status">
        {making.isPending ? words.making : words.recorded}
      </p>
      {making.isError ? <Failure error={making.error} /> : null}
    </Card>
  );
}

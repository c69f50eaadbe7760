import { apiUrl } from '../lib/api.ts';
import { useIsAdmin } from '../lib/me.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';

const exportStrings = auditStrings.exported;

/** The journal as a file. A link and not a script, so that the browser writes it as it comes. */
export function ExportJournal() {
  const admin = useIsAdmin();
  return (
    <Card title={exportStrings.title}>
      <p className="quiet">{exportStrings.intro}</p>
      <div className="page-actions">
        {admin ? (
          <a className="button" href={apiUrl('/audit/export', {})} download="journal.jsonl">
            {exportStrings.button}
          </a>
        ) : (
          <Button disabled title={commonStrings.adminsOnly}>
            {exportStrings.button}
          </Button>
        )}
      </div>
      {admin ? null : <p className="quiet">{commonStrings.adminsOnly}</p>}
      <Copyable
        label={exportStrings.howLabel}
        text={exportStrings.how}
        copyText={commonStrings.copy}
        copiedText={commonStrings.copied}
      />
    </Card>
  );
}

import { apiUrl } from '../lib/api.ts';
import { useIsAdmin } from '../lib/me.ts';
import { audit } from '../lib/strings/audit.ts';
import { common } from '../lib/strings/common.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';

const words = audit.exported;

/** The journal as a file. A link and not a script, so that the browser writes it as it comes. */
export function ExportJournal() {
  const admin = useIsAdmin();
  return (
    <Card title={words.title}>
      <p className="quiet">{words.intro}</p>
      <div className="page-actions">
        {admin ? (
          <a className="button" href={apiUrl('/audit/export', {})} download="journal.jsonl">
            {words.button}
          </a>
        ) : (
          <Button disabled title={common.adminsOnly}>
            {words.button}
          </Button>
        )}
      </div>
      {admin ? null : <p className="quiet">{common.adminsOnly}</p>}
      <Copyable
        label={words.howLabel}
        text={words.how}
        copyText={common.copy}
        copiedText={common.copied}
      />
    </Card>
  );
}

import { useState } from 'react';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { PlaceHold, useHolds } from '../holds/place-hold.tsx';
import { holdStrings } from '../holds/strings.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Empty, Notice, QueryResult } from '../ui/feedback.tsx';
import { Table } from '../ui/table.tsx';

const { columns, empty } = holdStrings;

/** Lists, places and releases legal holds. */
export function LegalHolds() {
  const refusal = useRefusal('listLegalHolds');
  const query = useHolds();
  return (
    <div className="audit-panel">
      <p className="quiet">{holdStrings.intro}</p>
      {refusal === undefined ? (
        <>
          <QueryResult query={query}>{({ data }) => <HoldTable holds={data} />}</QueryResult>
          <div className="page-actions">
            <PlaceHold />
          </div>
        </>
      ) : (
        <Notice>{refusal}</Notice>
      )}
    </div>
  );
}

function HoldTable({ holds }: { readonly holds: readonly LegalHoldAnswer[] }) {
  const [releasing, release] = useState<LegalHoldAnswer>();
  const loginOf = useLoginNames();
  if (holds.length === 0) return <Empty {...empty} />;
  return (
    <>
      <Table
        rows={holds}
        rowKey={scopeOf}
        columns={[
          { title: columns.scope, cell: scopeOf },
          { title: columns.by, cell: (hold) => loginOf(hold.placed_by) },
          { title: columns.at, cell: (hold) => formatMoment(hold.placed_at) },
          {
            title: columns.act,
            cell: (hold) => (
              <Button
                aria-label={holdStrings.releaseLabel(scopeOf(hold))}
                onClick={() => release(hold)}
              >
                {holdStrings.release}
              </Button>
            ),
          },
        ]}
      />
      {releasing === undefined ? null : (
        <ConfirmRequest
          title={holdStrings.releaseTitle}
          button={holdStrings.release}
          danger
          text={holdStrings.releaseText(scopeOf(releasing))}
          run={() =>
            api<void>('/admin/legal-hold', {
              method: 'DELETE',
              query: { session_id: releasing.session_id },
            })
          }
          stale={[['audit', 'holds']]}
          onClose={() => release(undefined)}
        />
      )}
    </>
  );
}

/** The id of the call; the hold on everything has none. */
const scopeOf = ({ session_id: id }: LegalHoldAnswer): string => id ?? holdStrings.everything;

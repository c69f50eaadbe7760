import { useState } from 'react';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { coverOf, PlaceHold, useHolds } from '../holds/place-hold.tsx';
import { holdStrings } from '../holds/strings.ts';
import { api } from '../lib/api.ts';
import { timeZone } from '../lib/format.ts';
import { useLoginNames } from '../lib/login-names.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Empty, Notice, QueryResult } from '../ui/feedback.tsx';
import { Table } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

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
        rowKey={({ hold }) => String(hold)}
        columns={[
          { title: columns.matter, cell: ({ matter }) => matter ?? '–' },
          { title: columns.scope, cell: coverOf },
          { title: columns.reason, cell: ({ reason }) => reason ?? '–' },
          { title: columns.reviewer, cell: ({ reviewer }) => reviewer ?? '–' },
          { title: columns.by, cell: (hold) => loginOf(hold.placed_by) },
          {
            title: `${columns.at} (${timeZone()})`,
            cell: (hold) => <Time iso={hold.placed_at} />,
          },
          {
            title: columns.act,
            cell: (hold) => (
              <Button
                aria-label={holdStrings.releaseLabel(hold.matter ?? coverOf(hold))}
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
          text={holdStrings.releaseText(coverOf(releasing))}
          run={() =>
            api<void>('/admin/legal-hold', {
              method: 'DELETE',
              query: { hold: releasing.hold },
            })
          }
          stale={[['audit', 'holds']]}
          onClose={() => release(undefined)}
        />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useIsAdmin } from '../lib/me.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { useLoginNames } from '../lib/use-logins.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { PlaceHold } from './place-hold.tsx';
import { ReleaseHold } from './release-hold.tsx';

const holdStrings = auditStrings.holds;

/** What must not be pruned, whatever its age. For admins. */
export function LegalHolds() {
  const admin = useIsAdmin();
  const query = useQuery({
    queryKey: ['audit', 'holds'],
    queryFn: () => api<{ data: readonly LegalHoldAnswer[] }>('/admin/legal-hold'),
    enabled: admin,
  });
  return (
    <div className="audit-panel">
      <p className="quiet">{holdStrings.intro}</p>
      {admin ? (
        <>
          <QueryResult query={query}>{({ data }) => <HoldTable holds={data} />}</QueryResult>
          <PlaceHold />
        </>
      ) : (
        <Notice>{holdStrings.adminsOnly}</Notice>
      )}
    </div>
  );
}

function HoldTable({ holds }: { readonly holds: readonly LegalHoldAnswer[] }) {
  const [releasing, release] = useState<LegalHoldAnswer>();
  const loginOf = useLoginNames();
  const { columns, empty } = holdStrings;
  if (holds.length === 0) {
    return (
      <Empty title={empty.title}>
        <p>{empty.text}</p>
      </Empty>
    );
  }
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.scope}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.act}</th>
          </tr>
        </thead>
        <tbody>
          {holds.map((hold) => (
            <tr key={hold.session_id ?? ''}>
              <td>{hold.session_id ?? holdStrings.everything}</td>
              <td>{loginOf(hold.placed_by)}</td>
              <td>{formatMoment(hold.placed_at)}</td>
              <td>
                <Button
                  aria-label={holdStrings.releaseLabel(hold.session_id ?? holdStrings.everything)}
                  onClick={() => release(hold)}
                >
                  {holdStrings.release}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {releasing === undefined ? null : (
        <ReleaseHold sessionId={releasing.session_id} onClose={() => release(undefined)} />
      )}
    </TableFrame>
  );
}

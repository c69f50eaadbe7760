import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/access.ts';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useIsAdmin } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Empty, Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { Table } from '../ui/table.tsx';
import { auditStrings } from './strings.ts';

const holdStrings = auditStrings.holds;

const { columns, empty } = holdStrings;

/** Places a hold on everything, or on one call. */
function PlaceHold() {
  const client = useQueryClient();
  const [scope, setScope] = useState('all');
  const [sessionId, setSessionId] = useState('');
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      api<object>('/admin/legal-hold', {
        method: 'PUT',
        query: { session_id: scope === 'all' ? undefined : sessionId.trim() },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit', 'holds'] }),
  });
  return (
    <Form className="audit-hold" onSubmit={mutate}>
      <SelectField
        label={holdStrings.scope}
        value={scope}
        options={Object.entries(holdStrings.scopes)}
        onChange={setScope}
      />
      {scope === 'all' ? null : (
        <TextField
          label={holdStrings.session}
          hint={holdStrings.sessionHint}
          className="mono"
          required
          pattern="\s*sess_[0-9A-Z]{26}\s*"
          placeholder="sess_…"
          value={sessionId}
          onChange={setSessionId}
        />
      )}
      <Button type="submit" variant="primary" busy={isPending}>
        {holdStrings.place}
      </Button>
      <Failure error={error} />
    </Form>
  );
}

/** Logins by user id, for admins; the id if the login is unknown. */
function useLoginNames(): (userId: string) => string {
  const admin = useIsAdmin();
  const { data } = useQuery({
    queryKey: ['users', 'names'],
    queryFn: () => api<{ data: readonly UserRecord[] }>('/admin/users', { query: { limit: 100 } }),
    enabled: admin,
    staleTime: 60_000,
  });
  const logins = new Map(data?.data.map(({ id, login }): [string, string] => [id, login]));
  return (userId) => logins.get(userId) ?? userId;
}

/** Lists, places and releases legal holds, for admins. */
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

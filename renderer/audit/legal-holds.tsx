import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/access.ts';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { useIsAdmin } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Empty, Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { Field, Select } from '../ui/field.tsx';
import { TableFrame } from '../ui/table.tsx';
import { auditStrings } from './strings.ts';

const holdStrings = auditStrings.holds;

interface ReleaseHoldProps {
  /** Absent for the hold on everything. */
  readonly sessionId: string | undefined;
  readonly onClose: () => void;
}

/** Releases a hold, after asking. */
export function ReleaseHold({ sessionId, onClose }: ReleaseHoldProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      api<void>('/admin/legal-hold', { method: 'DELETE', query: { session_id: sessionId } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['audit', 'holds'] });
    },
  });
  return (
    <ConfirmDialog
      title={holdStrings.releaseTitle}
      button={holdStrings.release}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{holdStrings.releaseText(sessionId ?? holdStrings.everything)}</p>
    </ConfirmDialog>
  );
}

/** Places a hold on everything, or on one call. */
export function PlaceHold() {
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
    <form
      className="audit-hold"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Field label={holdStrings.scope}>
        {(control) => (
          <Select
            control={control}
            value={scope}
            options={Object.entries(holdStrings.scopes)}
            onChange={setScope}
          />
        )}
      </Field>
      {scope === 'all' ? null : <SessionField value={sessionId} onChange={setSessionId} />}
      <Button type="submit" variant="primary" busy={isPending}>
        {holdStrings.place}
      </Button>
      {error === null ? null : <Failure error={error} />}
    </form>
  );
}

interface SessionProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SessionField({ value, onChange }: SessionProps) {
  return (
    <Field label={holdStrings.session} hint={holdStrings.sessionHint}>
      {(control) => (
        <input
          {...control}
          className="input mono"
          required
          pattern="\s*sess_[0-9A-Z]{26}\s*"
          placeholder="sess_…"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** What a user is called, for admins; the id where that is not known. */
export function useLoginNames(): (userId: string) => string {
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

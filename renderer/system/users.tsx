import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Badge, QueryResult } from '../ui/feedback.tsx';
import { TableFrame } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const userStrings = systemStrings.people.users;

interface UserRightsProps {
  readonly user: UserRecord;
  readonly onClose: () => void;
}

/** Makes somebody an admin, or no longer, after asking. */
export function ChangeUserRights({ user: { id, login, admin }, onClose }: UserRightsProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      api<object>(`/admin/users/${id}`, { method: 'PATCH', body: { admin: !admin } }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <ConfirmDialog
      title={admin ? userStrings.revokeTitle(login) : userStrings.grantTitle(login)}
      button={admin ? userStrings.revoke : userStrings.grant}
      danger={admin}
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{admin ? userStrings.revokeText : userStrings.grantText}</p>
    </ConfirmDialog>
  );
}

interface UserPage {
  readonly data: readonly UserRecord[];
  readonly next_cursor: string | null;
}

/** The people who have signed in, and who of them is an admin. */
export function Users() {
  const [changing, change] = useState<UserRecord>();
  const query = useInfiniteQuery({
    queryKey: ['users', 'list'],
    queryFn: ({ pageParam }) => api<UserPage>('/admin/users', { query: { cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  return (
    <>
      <QueryResult query={query}>
        {({ pages }) => <UserTable users={pages.flatMap(({ data }) => data)} onChange={change} />}
      </QueryResult>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {systemStrings.people.more}
        </Button>
      ) : null}
      {changing === undefined ? null : (
        <ChangeUserRights user={changing} onClose={() => change(undefined)} />
      )}
    </>
  );
}

interface TableProps {
  readonly users: readonly UserRecord[];
  readonly onChange: (user: UserRecord) => void;
}

function UserTable({ users, onChange }: TableProps) {
  const { columns } = userStrings;
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{columns.login}</th>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.since}</th>
            <th scope="col">{columns.role}</th>
            <th scope="col">{columns.act}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} onChange={() => onChange(user)} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Row({ user, onChange }: { readonly user: UserRecord; readonly onChange: () => void }) {
  const yourself = useMe().data?.id === user.id;
  return (
    <tr>
      <td>{user.login}</td>
      <td>{user.display_name}</td>
      <td>{formatDay(user.created_at)}</td>
      <td>
        <Badge tone={user.admin ? 'good' : 'plain'}>
          {user.admin ? userStrings.admin : userStrings.user}
        </Badge>
      </td>
      <td>
        {yourself ? (
          <span className="quiet" title={userStrings.yourself}>
            {userStrings.you}
          </span>
        ) : (
          <Button
            aria-label={`${user.admin ? userStrings.revoke : userStrings.grant}: ${user.login}`}
            onClick={onChange}
          >
            {user.admin ? userStrings.revoke : userStrings.grant}
          </Button>
        )}
      </td>
    </tr>
  );
}

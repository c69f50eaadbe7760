import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/me.ts';
import { api } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { useMe } from '../lib/me.ts';
import { system } from '../lib/strings/system.ts';
import { Answer } from '../ui/answer.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { UserRights } from './user-rights.tsx';

const words = system.people.users;

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
      <Answer query={query}>
        {({ pages }) => <UserTable users={pages.flatMap(({ data }) => data)} onChange={change} />}
      </Answer>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {system.people.more}
        </Button>
      ) : null}
      {changing === undefined ? null : (
        <UserRights user={changing} onClose={() => change(undefined)} />
      )}
    </>
  );
}

interface TableProps {
  readonly users: readonly UserRecord[];
  readonly onChange: (user: UserRecord) => void;
}

function UserTable({ users, onChange }: TableProps) {
  const { columns } = words;
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
        <Badge tone={user.admin ? 'good' : 'plain'}>{user.admin ? words.admin : words.user}</Badge>
      </td>
      <td>
        {yourself ? (
          <span className="quiet" title={words.yourself}>
            {words.you}
          </span>
        ) : (
          <Button
            aria-label={`${user.admin ? words.revoke : words.grant}: ${user.login}`}
            onClick={onChange}
          >
            {user.admin ? words.revoke : words.grant}
          </Button>
        )}
      </td>
    </tr>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/access.ts';
import { api, pagesOf } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { useMe } from '../lib/me.ts';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { PagedTable } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const userStrings = systemStrings.people.users;
const { columns } = userStrings;

interface UserProps {
  readonly user: UserRecord;
}

/** People who have signed in, and what each of them may do. */
export function Users() {
  const [changing, change] = useState<UserRecord>();
  const query = useInfiniteQuery(pagesOf<UserRecord>(['users', 'list'], '/admin/users'));
  return (
    <>
      <PagedTable
        query={query}
        rowKey={({ id }) => id}
        columns={[
          { title: columns.login, cell: ({ login }) => login },
          { title: columns.name, cell: (user) => user.display_name },
          { title: columns.since, cell: (user) => formatDay(user.created_at) },
          {
            title: columns.role,
            cell: (user) => <RoleChoice user={user} choose={(role) => change({ ...user, role })} />,
          },
        ]}
      />
      {changing === undefined ? null : (
        <RoleDialog user={changing} onClose={() => change(undefined)} />
      )}
    </>
  );
}

interface RoleProps extends UserProps {
  readonly choose: (role: UserRecord['role']) => void;
}

function RoleChoice({ user, choose }: RoleProps) {
  const { login, role } = user;
  if (useMe().data?.id === user.id) {
    return (
      <span title={userStrings.yourself}>
        {userStrings.roles[role]} <span className="quiet">({userStrings.you})</span>
      </span>
    );
  }
  return (
    <select
      className="select"
      aria-label={userStrings.roleOf(login)}
      value={role}
      onChange={({ target }) => choose(target.value as UserRecord['role'])}
    >
      {Object.entries(userStrings.roles).map(([name, label]) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Gives the user the role that was chosen, after asking. */
function RoleDialog({
  user: { id, login, role },
  onClose,
}: UserProps & { readonly onClose: () => void }) {
  return (
    <ConfirmRequest
      title={userStrings.changeTitle(login, userStrings.roles[role])}
      button={userStrings.change}
      text={userStrings.changeText[role]}
      run={() => api(`/admin/users/${id}`, { method: 'PATCH', body: { role } })}
      stale={[['users']]}
      onClose={onClose}
    />
  );
}

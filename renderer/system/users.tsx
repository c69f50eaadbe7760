import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRecord } from '../../server/contract/access.ts';
import { api, pagesOf } from '../lib/api.ts';
import { formatDay } from '../lib/format.ts';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Badge } from '../ui/feedback.tsx';
import { PagedTable } from '../ui/table.tsx';
import { systemStrings } from './strings.ts';

const userStrings = systemStrings.people.users;
const { columns } = userStrings;

interface UserProps {
  readonly user: UserRecord;
}

/** People who have signed in, and who of them is an admin. */
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
          { title: columns.role, cell: ({ admin }) => <Role admin={admin} /> },
          {
            title: columns.act,
            cell: (user) => <RightsButton user={user} onClick={() => change(user)} />,
          },
        ]}
      />
      {changing === undefined ? null : (
        <RightsDialog user={changing} onClose={() => change(undefined)} />
      )}
    </>
  );
}

function Role({ admin }: Pick<UserRecord, 'admin'>) {
  return (
    <Badge tone={admin ? 'good' : 'plain'}>{admin ? userStrings.admin : userStrings.user}</Badge>
  );
}

function RightsButton({ user, onClick }: UserProps & { readonly onClick: () => void }) {
  if (useMe().data?.id === user.id) {
    return (
      <span className="quiet" title={userStrings.yourself}>
        {userStrings.you}
      </span>
    );
  }
  const label = user.admin ? userStrings.revoke : userStrings.grant;
  return (
    <Button aria-label={`${label}: ${user.login}`} onClick={onClick}>
      {label}
    </Button>
  );
}

/** Gives admin rights, or takes them away, after asking. */
function RightsDialog({ user, onClose }: UserProps & { readonly onClose: () => void }) {
  const { id, login, admin } = user;
  return (
    <ConfirmRequest
      title={admin ? userStrings.revokeTitle(login) : userStrings.grantTitle(login)}
      button={admin ? userStrings.revoke : userStrings.grant}
      danger={admin}
      text={admin ? userStrings.revokeText : userStrings.grantText}
      run={() => api(`/admin/users/${id}`, { method: 'PATCH', body: { admin: !admin } })}
      stale={[['users']]}
      onClose={onClose}
    />
  );
}

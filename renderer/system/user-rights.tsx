import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserRecord } from '../../server/contract/me.ts';
import { api } from '../lib/api.ts';
import { system } from '../lib/strings/system.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const words = system.people.users;

interface Props {
  readonly user: UserRecord;
  readonly onClose: () => void;
}

/** Makes somebody an admin, or no longer, after asking. */
export function UserRights({ user: { id, login, admin }, onClose }: Props) {
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
      title={admin ? words.revokeTitle(login) : words.grantTitle(login)}
      button={admin ? words.revoke : words.grant}
      danger={admin}
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{admin ? words.revokeText : words.grantText}</p>
    </ConfirmDialog>
  );
}

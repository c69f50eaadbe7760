import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserRecord } from '../../server/contract/me.ts';
import { api } from '../lib/api.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const userRightsStrings = systemStrings.people.users;

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
      title={admin ? userRightsStrings.revokeTitle(login) : userRightsStrings.grantTitle(login)}
      button={admin ? userRightsStrings.revoke : userRightsStrings.grant}
      danger={admin}
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{admin ? userRightsStrings.revokeText : userRightsStrings.grantText}</p>
    </ConfirmDialog>
  );
}

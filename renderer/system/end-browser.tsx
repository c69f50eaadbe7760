import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebSessionItem } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { systemStrings } from '../lib/strings/system.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const endWebSessionStrings = systemStrings.people.browsers;

interface EndWebSessionProps {
  readonly webSession: WebSessionItem;
  readonly onClose: () => void;
}

/** Signs a browser out, after asking. */
export function EndWebSession({ webSession: { id, login }, onClose }: EndWebSessionProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api<void>(`/admin/web-sessions/${id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['web-sessions'] });
    },
  });
  return (
    <ConfirmDialog
      title={endWebSessionStrings.endTitle(login)}
      button={endWebSessionStrings.end}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{endWebSessionStrings.endText}</p>
    </ConfirmDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { WebSessionItem } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { system } from '../lib/strings/system.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const words = system.people.browsers;

interface Props {
  readonly browser: WebSessionItem;
  readonly onClose: () => void;
}

/** Signs a browser out, after asking. */
export function EndBrowser({ browser: { id, login }, onClose }: Props) {
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
      title={words.endTitle(login)}
      button={words.end}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{words.endText}</p>
    </ConfirmDialog>
  );
}

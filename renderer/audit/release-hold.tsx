import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { audit } from '../lib/strings/audit.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const words = audit.holds;

interface Props {
  /** Absent for the hold on everything. */
  readonly sessionId: string | undefined;
  readonly onClose: () => void;
}

/** Releases a hold, after asking. */
export function ReleaseHold({ sessionId, onClose }: Props) {
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
      title={words.releaseTitle}
      button={words.release}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{words.releaseText(sessionId ?? words.everything)}</p>
    </ConfirmDialog>
  );
}

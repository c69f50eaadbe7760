import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

const releaseHoldStrings = auditStrings.holds;

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
      title={releaseHoldStrings.releaseTitle}
      button={releaseHoldStrings.release}
      danger
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{releaseHoldStrings.releaseText(sessionId ?? releaseHoldStrings.everything)}</p>
    </ConfirmDialog>
  );
}

import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './dialog.tsx';
import { commonStrings } from './strings.ts';

/** Asks before the user leaves a page whose form holds changes that are not saved. */
export function UnsavedChanges({ dirty }: { readonly dirty: boolean }) {
  const { unsaved } = commonStrings;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={unsaved.title}
      button={unsaved.leave}
      danger
      busy={false}
      error={null}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{unsaved.text}</p>
    </ConfirmDialog>
  );
}

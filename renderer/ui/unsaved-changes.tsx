import type { UseMutationResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Failure, Notice } from './feedback.tsx';
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

interface SaveRowProps {
  /** Whether the form holds something that is not saved. */
  readonly dirty: boolean;
  readonly save: Pick<UseMutationResult, 'error' | 'isPending' | 'isSuccess'>;
  readonly strings: { readonly save: string; readonly saved: string };
  readonly disabled?: boolean;
}

/** The foot of a form that keeps what it holds: its button, and what became of the last save. */
export function SaveRow({ dirty, save, strings, disabled = false }: SaveRowProps) {
  return (
    <>
      <UnsavedChanges dirty={dirty} />
      <Failure error={save.error} />
      {save.isSuccess && !dirty ? <Notice tone="good">{strings.saved}</Notice> : null}
      <div>
        <Button type="submit" variant="primary" disabled={disabled} busy={save.isPending}>
          {strings.save}
        </Button>
      </div>
    </>
  );
}

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Failure } from './feedback.tsx';
import { commonStrings } from './strings.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button that goes on says. */
  readonly button: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** Why it did not work; null while nothing went wrong. */
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What it will do. */
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be taken back, or that is put on record. */
export function ConfirmDialog({
  title,
  button,
  danger = false,
  busy,
  error,
  ...rest
}: ConfirmDialogProps) {
  const { onConfirm, onClose, children } = rest;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error === null ? null : <Failure error={error} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.cancel}</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

interface DialogProps {
  readonly title: string;
  readonly wide?: boolean;
  /** Escape, and whatever else closes it without an answer. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, the browser's own: it traps focus, gives it back and closes with Escape. */
export function Dialog({ title, wide = false, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed while it still stands in the page: only then does it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={wide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

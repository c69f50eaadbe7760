import type { ReactNode } from 'react';
import { commonStrings } from '../lib/strings/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

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
export function ConfirmDialog({ title, button, danger = false, busy, error, ...rest }: ConfirmDialogProps) {
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

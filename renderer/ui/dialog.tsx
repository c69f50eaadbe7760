import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactNode,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Failure } from './feedback.tsx';
import { commonStrings } from './strings.ts';

interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the button that confirms. */
  readonly button: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  /** Why it failed; null while nothing failed. */
  readonly error: unknown;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** What confirming does. */
  readonly children: ReactNode;
}

/**
 * Asks before an action that cannot be undone or that the audit log records. It is no form, since forms
 * of pages ask with it too.
 */
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
    <Dialog title={title} onClose={onClose} {...(!busy && { onEnter: onConfirm })}>
      {children}
      <Failure error={error} />
      <div className="dialog-foot">
        <Button onClick={onClose}>{commonStrings.cancel}</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {button}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmRequestProps
  extends Omit<ConfirmDialogProps, 'busy' | 'error' | 'onConfirm' | 'children'> {
  /** What confirming does. */
  readonly text: string;
  readonly run: () => Promise<unknown>;
  /** Queries that the request makes stale. */
  readonly stale: readonly QueryKey[];
}

/** Asks, sends a request to the service, closes, and reloads what it changed, or what made it fail. */
export function ConfirmRequest({ text, run, stale, ...dialog }: ConfirmRequestProps) {
  const client = useQueryClient();
  const { error, isPending, mutate } = useMutation({
    mutationFn: run,
    onSuccess: dialog.onClose,
    onSettled: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  return (
    <ConfirmDialog {...dialog} busy={isPending} error={error} onConfirm={mutate}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}

interface DialogProps {
  readonly title: string;
  readonly wide?: boolean;
  /** Called for Escape. */
  readonly onClose: () => void;
  /** Called for Enter in a line of text. */
  readonly onEnter?: () => void;
  readonly children: ReactNode;
}

/**
 * The browser's modal dialog: it traps focus and gives it back. Escape closes it, and asks first where
 * text was typed that would be lost.
 */
export function Dialog({ title, wide = false, onClose, onEnter, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useRef(new Set<TextControl>());
  const [asking, ask] = useState(false);
  const onInput = ({ target }: FormEvent) => {
    if (isTextControl(target)) typed.current.add(target);
  };
  const leave = () => {
    if ([...typed.current].some(holdsText)) ask(true);
    else onClose();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (openDialogs.at(-1) !== dialog.current || event.defaultPrevented) return;
    const act = isEscape(event) ? leave : isEnter(event) ? onEnter : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  // The dialog gives focus back only if it closes before React removes it.
  useLayoutEffect(() => (dialog.current === null ? undefined : open(dialog.current, onKey)), []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={wide}
      aria-labelledby={id}
      onInput={onInput}
      onCancel={(event) => {
        // React passes on those of dialogs and of fields inside.
        if (event.target !== event.currentTarget || !event.cancelable) return;
        event.preventDefault();
        leave();
      }}
      onClose={({ target, currentTarget }) => {
        // The browser closed it and did not ask.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        leave();
      }}
    >
      <div>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      {asking ? <DiscardDialog onDiscard={onClose} onClose={() => ask(false)} /> : null}
    </dialog>
  );
}

/** The one on top is the last. */
const openDialogs: HTMLDialogElement[] = [];

/**
 * Opens a dialog and hears the keys; the function that it returns closes it. After a first Escape, browsers
 * may close a dialog with a `cancel` that cannot be prevented, but never if the key was prevented. Keys are
 * heard on the document: nothing in the dialog has the focus once the button that had it is gone.
 */
function open(dialog: HTMLDialogElement, onKey: (event: KeyboardEvent) => void): () => void {
  dialog.showModal();
  openDialogs.push(dialog);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('keydown', onKey);
    openDialogs.splice(openDialogs.indexOf(dialog), 1);
    dialog.close();
  };
}

/** The first Escape in a search clears it. */
const isEscape = ({ key, isComposing, target }: KeyboardEvent): boolean =>
  key === 'Escape' &&
  !isComposing &&
  !(target instanceof HTMLInputElement && target.type === 'search' && target.value !== '');

const isEnter = ({ key, isComposing, target }: KeyboardEvent): boolean =>
  key === 'Enter' && !isComposing && target instanceof HTMLInputElement && isTextControl(target);

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** A search is no text that somebody loses. */
const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'search'].includes(target.type));

const holdsText = ({ isConnected, value }: TextControl): boolean => isConnected && value !== '';

interface DiscardProps {
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

function DiscardDialog({ onDiscard, onClose }: DiscardProps) {
  const { title, text, discard } = commonStrings.discard;
  return (
    <ConfirmDialog
      title={title}
      onClose={onClose}
      button={discard}
      danger
      busy={false}
      error={null}
      onConfirm={onDiscard}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}

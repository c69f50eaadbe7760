import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { RevealReason } from '../../server/contract/access.ts';
import { inDemo } from '../lib/demo.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { revealStrings } from './strings.ts';
import {
  callOf,
  type Reveal,
  type RevealTarget,
  type RevealWhy,
  type Shown,
} from './use-reveal.ts';

interface Props {
  readonly reveal: Reveal;
  readonly target: RevealTarget;
}

/**
 * Shows real values after a reason was given, says how long they stay, and hides them. It is as high in
 * each state, so that nothing below it moves.
 */
export function RevealControl({ reveal, target }: Props) {
  const [asking, ask] = useState(false);
  const [wasHidden, setHidden] = useState(false);
  const refusal = useRefusal('startReveal');
  if (inDemo) return null;
  if (refusal !== undefined) return <p className="quiet">{refusal}</p>;
  if (reveal.shown !== undefined && reveal.callId === callOf(target)) {
    const hide = () => {
      setHidden(true);
      reveal.hide();
    };
    return <TimeLeft {...reveal} hide={hide} shown={reveal.shown} />;
  }
  return (
    <>
      <div className="notice reveal">
        <span>{revealStrings.hidden}</span>
        {/* The button that hid them is gone. */}
        <Button
          variant="primary"
          icon="show"
          autoFocus={wasHidden}
          onClick={() => {
            setHidden(false);
            ask(true);
          }}
        >
          {revealStrings.show}
        </Button>
      </div>
      {asking ? (
        <RevealDialog run={(why) => reveal.start(target, why)} onClose={() => ask(false)} />
      ) : null}
    </>
  );
}

/** The time that is left, more of it, and an end. */
function TimeLeft({
  shown,
  start,
  hide,
}: Pick<Reveal, 'start' | 'hide'> & { readonly shown: Shown }) {
  const { target, until, why } = shown;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that showed them is gone.
    if (document.activeElement !== document.body) return;
    notice.current?.querySelector<HTMLElement>('button:last-child')?.focus();
  }, []);
  const renewing = useMutation({
    mutationFn: () => start(target, why),
  });
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const rest = String(seconds % 60).padStart(2, '0');
  return (
    <>
      <div ref={notice} className="notice reveal" data-tone="warn" role="status">
        <span>{revealStrings.left(Math.floor(seconds / 60), rest)}</span>
        <Button busy={renewing.isPending} onClick={() => renewing.mutate()}>
          {revealStrings.renew}
        </Button>
        <Button onClick={hide}>{revealStrings.hide}</Button>
      </div>
      <Failure error={renewing.error} />
    </>
  );
}

interface DialogProps {
  readonly run: (why: RevealWhy) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks why. */
export function RevealDialog({ run, onClose }: DialogProps) {
  const [reason, setReason] = useState<RevealReason>('call_review');
  const [note, setNote] = useState('');
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => run({ reason, ...(note.trim() !== '' && { note }) }),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={revealStrings.title}
      button={revealStrings.show}
      busy={isPending}
      error={error}
      onConfirm={mutate}
      onClose={onClose}
    >
      <p>{revealStrings.text}</p>
      <SelectField
        label={revealStrings.reason}
        value={reason}
        options={Object.entries(revealStrings.reasons)}
        onChange={(value) => setReason(value as RevealReason)}
      />
      <TextField
        label={revealStrings.note}
        hint={revealStrings.noteHint}
        value={note}
        maxLength={200}
        onChange={setNote}
      />
    </ConfirmDialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { lockStrings } from './strings.ts';
import { browserClock, watchIdle } from './watch-idle.ts';

interface Props {
  readonly login: string;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/**
 * Hides its children once nobody has used the page for a while, until the user continues and the service
 * confirms that they are still signed in (decision 0110). Forms keep what was typed, and the focus.
 */
export function IdleLock({ login, onSignOut, children }: Props) {
  const [locked, setLocked] = useState(false);
  const focused = useRef<Element>(null);
  useEffect(() => {
    if (locked) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
    return watchIdle(document, browserClock, () => {
      focused.current = document.activeElement;
      setLocked(true);
    });
  }, [locked]);
  return (
    <>
      <div hidden={locked}>{children}</div>
      {locked ? (
        <LockCard login={login} onUnlock={() => setLocked(false)} onSignOut={onSignOut} />
      ) : null}
    </>
  );
}

interface LockCardProps extends Pick<Props, 'login' | 'onSignOut'> {
  readonly onUnlock: () => void;
}

/** Without a session, the answer of the service leads to the sign-in page. */
function LockCard({ login, onUnlock, onSignOut }: LockCardProps) {
  const { refetch } = useMe();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => refetch({ throwOnError: true }),
    onSuccess: onUnlock,
  });
  return (
    <Dialog title={lockStrings.title} onClose={() => undefined}>
      <p>{lockStrings.text}</p>
      <Failure error={error} />
      <div className="dialog-foot">
        {/* First, so that it has the focus. */}
        <Button variant="primary" busy={isPending} onClick={() => mutate()}>
          {lockStrings.unlock(login)}
        </Button>
        <Button onClick={onSignOut}>{commonStrings.signOut}</Button>
      </div>
    </Dialog>
  );
}

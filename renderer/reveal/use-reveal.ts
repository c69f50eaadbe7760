import { useCallback, useEffect, useState } from 'react';
import type { OneReveal, StartReveal } from '../../server/contract/access.ts';
import { api } from '../lib/api.ts';
import { useRefusal } from '../lib/me.ts';

/** What to reveal; the reason comes from the dialog. */
export type RevealTarget = StartReveal extends infer Body
  ? Body extends StartReveal
    ? Omit<Body, 'reason' | 'note'>
    : never
  : never;

/** The real values of a call, in the live view or in its transcript. */
export const valuesOfCall = (view: 'live' | 'transcript', callId: string): RevealTarget =>
  ({ view, session_id: callId }) as RevealTarget;

export type RevealWhy = Pick<StartReveal, 'reason' | 'note'>;

export interface Shown {
  readonly target: RevealTarget;
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly why: RevealWhy;
}

export interface Reveal {
  /** Undefined while values are hidden. */
  readonly shown: Shown | undefined;
  /** The call whose values are shown. */
  readonly callId: string | undefined;
  start(target: RevealTarget, why: RevealWhy): Promise<void>;
  hide(): void;
}

/**
 * A reveal of real values on this page (decision 0088). It ends with its time, and when the window
 * loses focus, the tab is hidden, the page is left or the user's role no longer allows it. The service enforces the time by itself.
 */
export function useReveal(): Reveal {
  const [shown, setShown] = useState<Shown>();
  const hide = useCallback(() => setShown(undefined), []);
  const refused = useRefusal('startReveal') !== undefined;
  useEffect(() => {
    if (refused) hide();
  }, [refused, hide]);
  useEffect(() => {
    if (shown === undefined) return;
    const onHidden = () => document.hidden && hide();
    const timer = setTimeout(hide, shown.until - Date.now());
    window.addEventListener('blur', hide);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('blur', hide);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [shown, hide]);
  const open = shown !== undefined;
  useEffect(() => {
    if (!open) return;
    return () => void api('/reveals', { method: 'DELETE' }).catch(() => undefined);
  }, [open]);
  const start = async (target: RevealTarget, why: RevealWhy): Promise<void> => {
    const { reveal } = await api<OneReveal>('/reveals', {
      method: 'POST',
      body: { ...target, ...why },
    });
    setShown({ target, until: Date.parse(reveal.expires_at), why });
  };
  const callId = shown && callOf(shown.target);
  return { shown, callId, start, hide };
}

export function callOf(target: RevealTarget): string | undefined {
  return 'session_id' in target ? target.session_id : undefined;
}

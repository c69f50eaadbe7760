import { Fault } from '../domain/fault.ts';
import { RecentMap } from '../domain/recent-map.ts';
import type { Work } from '../domain/time-slices.ts';
import type { Clock } from '../ports/clock.ts';

/** Long work of one request: its first milliseconds are free. A turn of a call takes a fraction of them. */
const freeMs = 200;
/** What all requests of a sender may take beyond that: together at first, and per second from then on. */
const burstMs = 60_000;
const msPerSecond = 500;
/** Senders with a debt that are remembered: agents times their credentials. */
const maxSenders = 10_000;

interface Account {
  readonly owedMs: number;
  readonly atMs: number;
}

/** Begins the long work of a request: `signal` ends it, and so does the budget of its sender. */
export type BeginWork = (sender: string, signal: AbortSignal) => Work;

/**
 * How much processor time each sender may take for requests that are no turns of a call (decision 0148). A request
 * beyond the budget ends in the middle with Fault `rate_limited`, so turns that cost little are never refused.
 */
export function createProcessorBudgets(clock: Pick<Clock, 'monotonicUs'>): BeginWork {
  const accounts = new RecentMap<string, Account>(maxSenders);
  const charge = (sender: string, ms: number): void => {
    const atMs = clock.monotonicUs() / 1_000;
    const before = accounts.get(sender) ?? { owedMs: 0, atMs };
    const paidMs = ((atMs - before.atMs) / 1_000) * msPerSecond;
    const owedMs = Math.max(0, before.owedMs - paidMs) + ms;
    accounts.set(sender, { owedMs, atMs });
    if (owedMs > burstMs) throw overBudget(Math.ceil((owedMs - burstMs) / msPerSecond));
  };
  return (sender, signal) => {
    let takenMs = 0;
    return {
      sender,
      goOn: (spentMs) => {
        signal.throwIfAborted();
        takenMs += spentMs;
        if (takenMs > freeMs) charge(sender, Math.min(spentMs, takenMs - freeMs));
      },
    };
  };
}

function overBudget(retry: number): Fault {
  return new Fault('rate_limited', 'large requests of this credential take too much time', {
    retry,
  });
}

import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { SharedCallStore } from '../../ports/open-calls.ts';
import type { LiveCall } from '../live-call.ts';
import type { CallEntry } from '../live-calls.ts';

export interface SettleStartDeps {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'read'>;
  readonly open: Pick<SharedCallStore, 'takeStart'>;
}

const [startPauseMs, startLimitMs] = [25, 5_000];

/** Of many requests that arrive together, at any replica, one writes the call's beginning. */
export async function settleStart(
  { clock, journal, open }: SettleStartDeps,
  call: LiveCall,
  id: string,
  start: CallEntry['start'],
): Promise<void> {
  const deadline = clock.monotonicUs() + startLimitMs * 1000;
  while ((await journal.read({ sessionId: call.sessionId, limit: 1 })).length === 0) {
    if (call.start !== undefined) return;
    if (await open.takeStart(call.sessionId, id)) {
      call.start = start(call);
      return;
    }
    if (clock.monotonicUs() > deadline) throw new Error('the beginning of the call is not written');
    await pause(startPauseMs);
  }
  call.start = undefined;
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JournalHead } from '../../ports/journal.ts';
import type { LegalHolds } from '../../ports/legal-holds.ts';
import type { PrunePlan, PruneQuery, Pruning, RetentionLedger } from '../../ports/retention.ts';
import type { JournalMethods } from './journal-thread.ts';
import type { RetentionPlanData } from './retention-plan.ts';
import type { Writer } from './writer.ts';

export interface JournalRetention {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
}

/** Retention as the journal's thread does it; `advance` is told of each new head. */
export function journalRetention(
  writer: Writer<JournalMethods>,
  source: Omit<RetentionPlanData, keyof PruneQuery>,
  advance: (head: JournalHead) => void,
): JournalRetention {
  return {
    retention: {
      state: () => writer.call('retentionState', null),
      plan: (query) => planInWorker({ ...source, ...query }),
      async giveUp(plan, policyDays, ts) {
        const { givenUp, head } = await writer.call('giveUp', { plan, policyDays, ts });
        advance(head);
        return givenUp;
      },
      nextTile: () => writer.call('nextTile', null),
      dropTile: (no) => writer.call('dropTile', no),
      async sawClock(ts, confirmed) {
        advance(await writer.call('sawClock', { ts, ...confirmed }));
      },
    },
    holds: {
      async place(hold) {
        const placed = await writer.call('placeHold', hold);
        advance(placed.head);
        return placed.hold;
      },
      async release(hold) {
        const { released, head } = await writer.call('releaseHold', hold);
        advance(head);
        return released;
      },
      list: () => writer.call('holds', null),
    },
  };
}

/** Plans in a thread of its own: reading years of records must hold up no append. */
async function planInWorker(data: RetentionPlanData): Promise<PrunePlan> {
  const worker = new Worker(new URL('./retention-plan-worker.ts', import.meta.url), {
    workerData: data,
  });
  const [[plan]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return plan as PrunePlan;
}

import type { Policies } from '../agents/policy-store.ts';
import type { AgentId } from '../domain/ids.ts';
import { checkClock, clockSlackDays } from '../journal/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { LegalHolds, Pruning, RetentionLedger, SessionErasure } from '../ports/retention.ts';

const page = 100;

/**
 * The longest `retention_days` of the policies in force: the global one and each agent's own. A
 * policy that does not say how long rejects, so that nothing is pruned on a guess.
 */
export async function longestRetention({
  agents,
  policies,
}: {
  readonly agents: Pick<Agents, 'list'>;
  readonly policies: Pick<Policies, 'current' | 'view'>;
}): Promise<number> {
  let days = policies.current().policy.audit.retentionDays;
  let before: AgentId | undefined;
  for (;;) {
    const found = await agents.list({ limit: page, ...(before !== undefined && { before }) });
    for (const agent of found) {
      const { retentionDays } = policies.view(agent);
      if (retentionDays === null)
        throw new Error('a policy does not say how long records are kept');
      days = Math.max(days, retentionDays);
    }
    before = found.at(-1)?.id;
    if (found.length < page) return days;
  }
}

export interface RetentionDeps {
  readonly journal: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  readonly agents: Pick<Agents, 'list'>;
  readonly policies: Pick<Policies, 'current' | 'view'>;
  readonly clock: Clock;
  /** What is kept of sessions elsewhere; erased before a session's records are. */
  readonly erasures: readonly SessionErasure[];
  /** Told what the runs of its own came to. */
  readonly onRun: (run: RetentionRun) => void;
  /** Told what failed; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

export type RetentionOutcome =
  /** Given up; their deletion goes on behind the answer. */
  | 'pruned'
  /** What a dry run would have pruned. */
  | 'due'
  | 'nothing_due'
  | 'legal_hold'
  | 'clock_behind'
  | 'clock_ahead';

export interface RetentionRun {
  readonly outcome: RetentionOutcome;
  readonly policyDays: number;
  /** ISO 8601 UTC; what was recorded before it is past its retention. */
  readonly cutoff: string;
  /** Both 0 unless something is due. */
  readonly records: number;
  readonly sessions: number;
  readonly firstSeq?: number;
  readonly lastSeq?: number;
}

export interface RunOptions {
  readonly dryRun?: boolean;
  /** User who vouches for a clock that pruning would refuse. */
  readonly clockConfirmedBy?: string;
}

export interface RetentionStatus {
  readonly policyDays: number;
  readonly slackDays: number;
  readonly prunedRecords: number;
  readonly deletedRecords: number;
  readonly clockSeen: string;
}

/** Removes what is past its retention (design D27), once a day by itself and on demand. */
export interface Retention {
  run(options?: RunOptions): Promise<RetentionRun>;
  status(): Promise<RetentionStatus>;
  /** To be called now and then: runs when a day has passed, and finishes what was left. */
  runWhenDue(): void;
  /** Resolves when what is under way has stopped, at the next tile. */
  settle(): Promise<void>;
}

const dayMs = 24 * 3_600_000;

export function createRetention(deps: RetentionDeps): Retention {
  const { journal, holds, clock } = deps;
  let running: Promise<unknown> = Promise.resolve();
  let removing: Promise<void> | undefined;
  let stopping = false;

  /** One tile a step, each its own commit: an append waits for one tile at most. */
  const removeTiles = async (): Promise<void> => {
    for (;;) {
      const tile = stopping ? undefined : await journal.nextTile();
      if (tile === undefined) return;
      // A crash between these leaves the tile, from which they are erased again.
      for (const { erase } of deps.erasures) await erase(tile.sessionIds);
      await journal.dropTile(tile.no);
    }
  };
  const remove = (): void => {
    removing ??= removeTiles()
      .catch(deps.onFailure)
      .finally(() => {
        removing = undefined;
      });
  };

  /** Undefined when the clock will do; what it reads is then remembered. */
  const clockRefusal = async (nowMs: number, { dryRun, clockConfirmedBy }: RunOptions) => {
    const state = await journal.state();
    const verdict = checkClock(nowMs, state);
    if (verdict !== 'ok' && clockConfirmedBy === undefined) return verdict;
    if (dryRun === true) return undefined;
    const aheadMs = nowMs - Date.parse(state.clockSeen);
    const confirmed = verdict !== 'ok' && { actor: clockConfirmedBy ?? '', aheadMs };
    await journal.sawClock(isoOf(nowMs), ...(confirmed ? [confirmed] : []));
    return undefined;
  };

  const runOnce = async (options: RunOptions): Promise<RetentionRun> => {
    const nowMs = clock.now();
    const policyDays = await longestRetention(deps);
    const cutoff = isoOf(nowMs - (policyDays + clockSlackDays) * dayMs);
    const nothing = { policyDays, cutoff, records: 0, sessions: 0 };
    const refused = await clockRefusal(nowMs, options);
    if (refused !== undefined) return { outcome: refused, ...nothing };
    const held = (await holds.list()).some(({ sessionId }) => sessionId === undefined);
    if (held) return { outcome: 'legal_hold', ...nothing };
    const plan = await journal.plan({ nowMs, policyDays });
    const { firstSeq, lastSeq, sessions } = plan;
    const records = lastSeq - firstSeq + 1;
    if (records === 0) return { outcome: 'nothing_due', ...nothing };
    const due = { policyDays, cutoff, records, sessions, firstSeq, lastSeq };
    if (options.dryRun === true) return { outcome: 'due', ...due };
    const givenUp = await journal.giveUp(plan, policyDays, isoOf(nowMs));
    return givenUp ? { outcome: 'pruned', ...due } : { outcome: 'legal_hold', ...nothing };
  };

  /** One run at a time: two plans made at once would both be of the same records. */
  const run = (options: RunOptions = {}): Promise<RetentionRun> => {
    const result = running.then(() => runOnce(options));
    running = result.catch(() => undefined);
    void running.then(remove);
    return result;
  };

  const isDue = async (): Promise<boolean> => {
    const { clockSeen } = await journal.state();
    return Math.abs(clock.now() - Date.parse(clockSeen)) >= dayMs;
  };

  return {
    run,
    async status() {
      const { prunedBelow, deletedBelow, clockSeen } = await journal.state();
      return {
        policyDays: await longestRetention(deps),
        slackDays: clockSlackDays,
        prunedRecords: prunedBelow,
        deletedRecords: deletedBelow,
        clockSeen,
      };
    },
    runWhenDue() {
      remove();
      isDue()
        .then(async (due) => {
          if (due && !stopping) deps.onRun(await run());
        })
        .catch(deps.onFailure);
    },
    async settle() {
      stopping = true;
      await running;
      await removing;
    },
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

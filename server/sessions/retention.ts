import type { Policies } from '../agents/policy-store.ts';
import type { RetentionRunAnswer, RetentionStatusAnswer } from '../contract/retention.ts';
import type { ViewOf } from '../contract/wire-form.ts';
import type { EventKind } from '../domain/event.ts';
import type { AgentId } from '../domain/ids.ts';
import { scopeOf } from '../domain/legal-hold.ts';
import { checkClock, clockSlackDays, tileDays, tileSize } from '../journal/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger, SessionErasure } from '../ports/retention.ts';

const page = 100;

/**
 * The longest `retention_days` of the policies in force: the global one and each agent's own. Rejects
 * when a policy does not name it, so that nothing is pruned on a guess.
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
  readonly journal: Pruning & RetentionLedger & Pick<Journal, 'head' | 'read'>;
  readonly holds: LegalHolds;
  readonly agents: Pick<Agents, 'list'>;
  readonly policies: Pick<Policies, 'current' | 'view'>;
  readonly clock: Clock;
  /** Other stores that hold data of sessions; they erase it before the journal deletes the records. */
  readonly erasures: readonly SessionErasure[];
  /** Gets the result of each daily run. */
  readonly onRun: (run: RetentionRun) => void;
  /** Gets what failed; the next run tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** `records` and `sessions` are 0 unless something is due. */
export interface RetentionRun
  extends Omit<ViewOf<RetentionRunAnswer>, 'recordCount' | 'sessionCount'> {
  readonly records: number;
  readonly sessions: number;
}

export type RetentionStatus = ViewOf<RetentionStatusAnswer>;

export interface RunOptions {
  readonly dryRun?: boolean;
  /** User who confirms a clock that pruning would refuse. */
  readonly clockConfirmedBy?: string;
}

/** Removes records past their retention (design D27): once a day, and on demand. */
export interface Retention {
  run(options?: RunOptions): Promise<RetentionRun>;
  status(): Promise<RetentionStatus>;
  /** Runs when a day has passed, and finishes deletions of earlier runs. Call it about every hour. */
  runWhenDue(): void;
  /** Stops at the next tile; resolves when nothing runs any more. */
  settle(): Promise<void>;
}

const dayMs = 24 * 3_600_000;

interface State {
  readonly deps: RetentionDeps;
  running: Promise<unknown>;
  removing: Promise<void> | undefined;
  stopping: boolean;
}

export function createRetention(deps: RetentionDeps): Retention {
  const { journal } = deps;
  const running = Promise.resolve();
  const state: State = { deps, running, removing: undefined, stopping: false };
  const runAndRemove = (options: RunOptions = {}): Promise<RetentionRun> => {
    // One run at a time: two plans made together would cover the same records.
    const result = state.running.then(() => run(deps, options));
    state.running = result.catch(() => undefined);
    void state.running.then(() => remove(state));
    return result;
  };
  return {
    run: runAndRemove,
    async status() {
      const { prunedBelow, deletedBelow, clockSeen } = await journal.state();
      return {
        policyDays: await longestRetention(deps),
        slackDays: clockSlackDays,
        tileDays,
        prunedCount: prunedBelow,
        deleting: deletedBelow < prunedBelow,
        clockSeenAt: clockSeen,
      };
    },
    runWhenDue() {
      remove(state);
      isDue(deps)
        .then(async (due) => {
          if (due && !state.stopping) deps.onRun(await runAndRemove());
        })
        .catch(deps.onFailure);
    },
    async settle() {
      state.stopping = true;
      await state.running;
      await state.removing;
    },
  };
}

/** Deletes tiles in the background; a failure is left to the next run. */
function remove(state: State): void {
  state.removing ??= removeTiles(state)
    .catch(state.deps.onFailure)
    .finally(() => {
      state.removing = undefined;
    });
}

/** One tile a step, each its own commit: an append waits for one tile at most. */
async function removeTiles(state: State): Promise<void> {
  const { journal, erasures } = state.deps;
  for (;;) {
    const tile = state.stopping ? undefined : await journal.nextTile();
    if (tile === undefined) return;
    // A crash between these leaves the tile; the next run erases its sessions again.
    for (const { erase } of erasures) await erase(tile.sessionIds);
    await journal.dropTile(tile.no);
  }
}

async function run(deps: RetentionDeps, options: RunOptions): Promise<RetentionRun> {
  const { journal, holds, clock } = deps;
  const nowMs = clock.now();
  const policyDays = await longestRetention(deps);
  const cutoff = isoOf(nowMs - (policyDays + clockSlackDays) * dayMs);
  const nothing = { policyDays, cutoff, records: 0, sessions: 0 };
  const refused = await clockRefusal(journal, nowMs, options);
  if (refused !== undefined) return { outcome: refused, ...nothing };
  if (options.dryRun !== true) await fillOldTile(journal, nowMs);
  const held = (await holds.list()).some((hold) => scopeOf(hold) === 'installation');
  if (held) return { outcome: 'legal_hold', ...nothing };
  const plan = await journal.plan({ nowMs, policyDays });
  const { firstSeq, lastSeq, sessions } = plan;
  const records = lastSeq - firstSeq + 1;
  if (records === 0) return { outcome: 'nothing_due', ...nothing };
  const due = { policyDays, cutoff, records, sessions, firstSeq, lastSeq };
  if (options.dryRun === true) return { outcome: 'due', ...due };
  const givenUp = await journal.giveUp(plan, policyDays, isoOf(nowMs));
  return givenUp ? { outcome: 'pruned', ...due } : { outcome: 'legal_hold', ...nothing };
}

/** Records that say nothing of a call or a person, and follow each other without either. */
const upkeep: ReadonlySet<EventKind> = new Set(['checkpoint_signed', 'retention_pruned']);

/** Fills the tile that new records go into, if a record in it is older than `tileDays` (decision 0161). */
async function fillOldTile(journal: RetentionDeps['journal'], nowMs: number): Promise<void> {
  const no = Math.floor(journal.head().size / tileSize);
  const records = await journal.read({ from: no * tileSize, limit: tileSize });
  const first = records.find(({ kind }) => !upkeep.has(kind));
  if (first === undefined || Date.parse(first.ts) > nowMs - tileDays * dayMs) return;
  await journal.fillTile(no, isoOf(nowMs));
}

/** Undefined when the clock is good enough to prune by; the ledger then remembers its time. */
async function clockRefusal(
  ledger: RetentionDeps['journal'],
  nowMs: number,
  { dryRun, clockConfirmedBy }: RunOptions,
) {
  const state = await ledger.state();
  const verdict = checkClock(nowMs, state);
  if (verdict !== 'ok' && clockConfirmedBy === undefined) return verdict;
  if (dryRun === true) return undefined;
  const aheadMs = nowMs - Date.parse(state.clockSeen);
  const confirmed = verdict !== 'ok' && { actor: clockConfirmedBy ?? '', aheadMs };
  await ledger.sawClock(isoOf(nowMs), ...(confirmed ? [confirmed] : []));
  return undefined;
}

async function isDue({ journal, clock }: RetentionDeps): Promise<boolean> {
  const { clockSeen } = await journal.state();
  return Math.abs(clock.now() - Date.parse(clockSeen)) >= dayMs;
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

import type { EventDraft, JournalRecord } from '../../../domain/event.ts';
import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import type { Coverage } from '../../../journal/index.ts';
import type { Chain, LockedChain } from './journal-chain.ts';

export interface AppendHooks {
  /** May append records of the journal's own; resolves with the number of records under the last checkpoint. */
  beforeBatch(tail: LockedChain): Promise<number>;
  /** `lastSeal` is the `seq` of a seal in this commit, or higher; -1 when there is none. */
  onAppended(coverage: Coverage, lastSeal: number): void;
}

interface Waiting {
  readonly drafts: readonly EventDraft[];
  readonly resolve: (records: readonly JournalRecord[]) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = readonly JournalRecord[] | Fault;

/** Most requests that may be outstanding; one more is refused. */
const maxWaiting = 10_000;
/** Most records of one commit, unless a single request has more: a request is not divided. */
const maxBatchRecords = 500;

/**
 * Appends that arrive while one commits share the next commit (design D22). A request whose drafts
 * have no canonical form fails alone.
 */
export function groupedAppends(
  chain: Chain,
  hooks: AppendHooks,
): (drafts: readonly EventDraft[]) => Promise<readonly JournalRecord[]> {
  let waiting: Waiting[] = [];
  let outstanding = 0;

  const takeBatch = (): Waiting[] => {
    let records = 0;
    const fits = ({ drafts }: Waiting) => {
      records += drafts.length;
      return records <= maxBatchRecords;
    };
    const more = waiting.findIndex((request) => !fits(request));
    const count = more < 0 ? waiting.length : Math.max(more, 1);
    const batch = waiting.slice(0, count);
    waiting = waiting.slice(count);
    if (waiting.length > 0) commitNext();
    return batch;
  };
  const commitNext = (): void => {
    let batch: readonly Waiting[] = [];
    const sessions = () => {
      batch = takeBatch();
      return sessionsOf(batch);
    };
    const work = async (tail: LockedChain) => {
      const covered = await hooks.beforeBatch(tail);
      const outcomes = batch.map(({ drafts }) => attempt(() => tail.append(drafts)));
      return { outcomes, covered, size: tail.end().size };
    };
    const settle = (each: (request: Waiting, at: number) => void) => {
      outstanding -= batch.length;
      batch.forEach(each);
    };
    chain.change({ sessions, work }).then(
      ({ outcomes, ...grown }) => {
        settle((request, at) => settleRequest(request, outcomes[at]));
        const sealed = batch.some(({ drafts }) => drafts.some(isSeal));
        hooks.onAppended(grown, sealed ? grown.size - 1 : -1);
      },
      (error: unknown) => settle(({ reject }) => reject(error)),
    );
  };

  return (drafts) => {
    if (drafts.length === 0) return Promise.resolve([]);
    if (outstanding >= maxWaiting) return Promise.reject(refused('too many appends outstanding'));
    const { promise, resolve, reject } = Promise.withResolvers<readonly JournalRecord[]>();
    outstanding += 1;
    if (waiting.push({ drafts, resolve, reject }) === 1) commitNext();
    return promise;
  };
}

function sessionsOf(batch: readonly Waiting[]): readonly SessionId[] {
  const ids = batch.flatMap(({ drafts }) => drafts.flatMap(({ session_id: id }) => id ?? []));
  return [...new Set(ids)];
}

function settleRequest({ resolve, reject }: Waiting, outcome: Outcome | undefined): void {
  if (outcome === undefined || outcome instanceof Fault) reject(outcome);
  else resolve(outcome);
}

function attempt(append: () => readonly JournalRecord[]): Outcome {
  try {
    return append();
  } catch (cause) {
    if (cause instanceof Fault) return cause;
    return refused('the journal cannot take this record', cause);
  }
}

function refused(message: string, cause?: unknown): Fault {
  return new Fault('AuditUnavailable', message, { cause });
}

function isSeal({ kind }: EventDraft): boolean {
  return kind === 'session_sealed';
}

import type { JournalRecord } from '../domain/event.ts';
import type { SessionId } from '../domain/ids.ts';
import { emptyTree, isSessionLeaf, type MerkleTree, withLeaf } from '../journal/index.ts';
import type { Journal } from '../ports/journal.ts';
import { credentialOf } from './call-events.ts';
import { countedKey } from './counted-values.ts';

type ReadableJournal = Pick<Journal, 'read'>;

const page = 1000;

/** Records from `start` on, by `seq`, or by `session_seq` when a session is given; page by page. */
export async function* pagesFrom(
  journal: ReadableJournal,
  start: number,
  sessionId?: SessionId,
): AsyncGenerator<readonly JournalRecord[]> {
  let from = start;
  for (;;) {
    const records = await journal.read({
      from,
      limit: page,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    yield records;
    const last = records.at(-1);
    if (last === undefined || records.length < page) return;
    // By the last record: the first records may have been pruned.
    from = ((sessionId === undefined ? last.seq : last.session_seq) ?? 0) + 1;
  }
}

/** A session's records from `start` on. */
export async function readSession(
  journal: ReadableJournal,
  sessionId: SessionId,
  start = 0,
): Promise<readonly JournalRecord[]> {
  const all: JournalRecord[] = [];
  for await (const records of pagesFrom(journal, start, sessionId)) all.push(...records);
  return all;
}

/** How far a call has come, as its records tell. */
export interface CallProgress {
  readonly turns: number;
  /** Names the credential of its turns. */
  readonly credential: string | undefined;
  /** Milliseconds since 1970; NaN without records. */
  readonly lastActivityMs: number;
  /** Over its leaves. */
  readonly tree: MerkleTree;
  /** Highest placeholder number that may have been given out, by kind. */
  readonly placeholderCounts: ReadonlyMap<string, number>;
  /** Keys of values that are counted already. */
  readonly countedKeys: readonly string[];
}

/** `kept`: placeholders of the call that its search keys are kept with. */
export function callProgress(
  records: readonly JournalRecord[],
  kept: readonly string[] = [],
): CallProgress {
  const turns = records.map(({ turn }) => (typeof turn === 'number' ? turn + 1 : 0));
  const masked = records.filter(({ kind }) => kind === 'redaction_applied').map(placeholderOf);
  const found = records.filter(({ kind }) => kind === 'detection').map(placeholderOf);
  return {
    // A turn that was refused before it was masked counts too.
    turns: turns.reduce((most, turn) => Math.max(most, turn), 0),
    placeholderCounts: highestNumbers(records, [...found, ...kept]),
    countedKeys: [...masked, ...kept].map((placeholder) => countedKey(placeholder, true)),
    credential: records.map(credentialOf).find((credential) => credential !== undefined),
    lastActivityMs: Date.parse(records.at(-1)?.ts ?? ''),
    tree: records
      .filter(({ kind }) => isSessionLeaf(kind))
      .reduce((tree, { curr_hash }) => withLeaf(tree, curr_hash), emptyTree),
  };
}

const placeholderOf = ({ placeholder }: JournalRecord): string => String(placeholder);

/**
 * No number above these was given out: a policy may keep the events of single places out of the journal, but
 * each value is counted.
 */
function highestNumbers(
  records: readonly JournalRecord[],
  placeholders: readonly string[],
): ReadonlyMap<string, number> {
  const highest = new Map<string, number>();
  const values = records
    .flatMap(({ values_by_kind, in_clear_values_by_kind }) => [
      values_by_kind,
      in_clear_values_by_kind,
    ])
    .flatMap((counts) => Object.entries((counts ?? {}) as Readonly<Record<string, number>>));
  for (const [kind, count] of values) highest.set(kind, (highest.get(kind) ?? 0) + count);
  for (const placeholder of placeholders) {
    const [, kind = '', number] = /^\[(.+)_(\d+)\]$/.exec(placeholder) ?? [];
    highest.set(kind, Math.max(highest.get(kind) ?? 0, Number(number)));
  }
  return highest;
}

/** What the journal holds of a call that is over. */
export interface RecordedState {
  /** False when none of its events is durable. */
  readonly begun: boolean;
  readonly ended: boolean;
  readonly sealed: boolean;
  readonly turns: number;
  readonly tree: MerkleTree;
}

export async function readRecordedState(
  journal: ReadableJournal,
  sessionId: SessionId,
): Promise<RecordedState> {
  const records = await readSession(journal, sessionId);
  const has = (wanted: string): boolean => records.some(({ kind }) => kind === wanted);
  const { turns, tree } = callProgress(records);
  const [ended, sealed] = [has('call_ended'), has('session_sealed')];
  return { begun: records.length > 0, ended, sealed, turns, tree };
}

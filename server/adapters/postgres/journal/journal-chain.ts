import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../../domain/fault.ts';
import type { SessionId } from '../../../domain/ids.ts';
import { type HeadStatus, headMac, zeroHash } from '../../../journal/index.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { JournalGap, JournalHead } from '../../../ports/journal.ts';
import type { Connection } from '../engine/connection.ts';
import type { PipelinedConnection } from '../engine/pipelined-connection.ts';
import type { Statement, Value } from '../engine/statement.ts';
import { asQueryable, type GapDetectorParts, gapDetector, type Queryable } from './gap-detector.ts';
import { type HeadCheck, seqToProbe } from './head-check.ts';
import { insertBatch, type RecordBatch, recordBatch } from './record-batch.ts';
import { type HeadCheckRow, journalSql } from './statements.ts';

/** How long this replica asks for the outcome of a commit whose answer was lost, in milliseconds. */
const outcomeMs = 4_000;
const retryMs = 100;

/**
 * Commits what was `written` on this connection, without waiting for each statement. Rejects when it
 * was not committed, which leaves nothing of it, or when that cannot be found out, which leaves all
 * or nothing.
 */
export async function commitOn(
  pipe: PipelinedConnection,
  written: readonly Promise<unknown>[],
  /** Answers whether the commit was done although its answer was lost. */
  isDone: () => Promise<boolean>,
): Promise<void> {
  const committing = pipe.command('COMMIT');
  const outcomes = await Promise.allSettled([...written, committing]);
  const committed = outcomes.at(-1);
  if (committed?.status === 'fulfilled' && committed.value === 'COMMIT') return;
  // An ordinary error undid the transaction. When the connection was lost, the commit may have been done.
  if (committed?.status === 'rejected' && pipe.lost() && (await isDone())) return;
  const failed = outcomes.find(({ status }) => status === 'rejected');
  throw failed?.status === 'rejected' ? failed.reason : new Error('the commit was undone');
}

/**
 * True when the journal holds this head. The server may still be at work on the commit of a lost
 * connection, so the head is locked before it is read. Rejects when that takes too long.
 */
export async function isCommitted(
  { size, hash }: JournalHead,
  connected: () => Promise<PipelinedConnection>,
): Promise<boolean> {
  const deadline = Date.now() + outcomeMs;
  for (;;) {
    try {
      const pipe = await connected();
      const asked = [
        pipe.command('BEGIN'),
        pipe.ask(journalSql.lockHead, []),
        pipe.ask(journalSql.look, [size - 1]),
        pipe.command('ROLLBACK'),
      ] as const;
      await Promise.allSettled(asked);
      const [, , [row]] = await Promise.all(asked);
      return row?.asked?.toString('hex') === hash;
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await pause(retryMs);
    }
  }
}

/** The end of the chain while this replica alone may append to it. */
export interface LockedChain extends Pick<RecordBatch, 'append' | 'appendOwn' | 'end'> {
  /** What was found when the head was locked. */
  readonly headCheck: HeadCheck;
  /** For other statements of the same transaction. */
  readonly pipe: Queryable;
  /** Writes what was appended so far, for statements that must find it. */
  flush(): Promise<void>;
  /** Sends a statement without waiting for its answer; the commit fails with it. */
  send<V extends readonly Value[]>(statement: Statement<V, unknown>, values: V): void;
}

export interface Change<T> {
  /** Sessions that `work` may append to; called just before `work` runs. */
  readonly sessions?: () => readonly SessionId[];
  /** Runs `work` although records are missing: to acknowledge that. */
  readonly inGap?: true;
  readonly work: (tail: LockedChain) => T | Promise<T>;
}

/** One chain that many replicas write (design D47). */
export interface Chain {
  /**
   * Runs `work` in a transaction that holds the lock on the head, so that one replica appends at a
   * time. When it resolves, everything is on the server's disk and this replica has kept the head;
   * when it rejects, nothing is acknowledged. Rejects with a Fault that `work` threw, else with Fault
   * `AuditUnavailable`.
   */
  change<T>(change: Change<T>): Promise<T>;
  /** Checks whether what other replicas appended goes on from the highest head seen here. */
  checkHead(): Promise<HeadCheck>;
  gap(): JournalGap | undefined;
  /** Has the last checkpoint checked again; a checkpoint that does not hold is a gap. */
  recheckLastCheckpoint(): void;
  /** Waits for outstanding changes; later ones are refused. */
  close(): Promise<void>;
}

export interface ChainParts extends GapDetectorParts {
  readonly connect: () => Promise<PipelinedConnection>;
  /** For checks of the head, which take no lock. */
  readonly database: Connection;
  readonly ids: Ids;
  /** Names the notifications of this journal. */
  readonly channel: string;
}

/** A transaction that has only to be committed. */
interface Prepared {
  readonly layout: RecordBatch;
  /** Number of records before those of the batch. */
  readonly from: number;
  readonly sent: readonly Promise<unknown>[];
}

/** A transaction that holds the head, and what its first statements found. */
interface LockedHead {
  readonly on: PipelinedConnection;
  /** The highest head this replica had seen when the transaction began. */
  readonly then: HeadStatus;
  readonly row: HeadCheckRow;
  /** Next `session_seq` by session. */
  readonly next: ReadonlyMap<string, number>;
}

/** The one connection on which this replica writes; it is replaced once it is lost. */
interface HeadLock {
  connected(): Promise<PipelinedConnection>;
  /** Begins a transaction that holds the head. */
  lock(sessions: readonly SessionId[]): Promise<LockedHead>;
  close(): Promise<void>;
}

function headLock({ connect, seen }: Pick<ChainParts, 'connect' | 'seen'>): HeadLock {
  let pipe: PipelinedConnection | undefined;
  const connected = async (): Promise<PipelinedConnection> => {
    if (pipe?.lost() === false) return pipe;
    await pipe?.close();
    pipe = undefined;
    pipe = await connect();
    return pipe;
  };
  const lockOn = (on: PipelinedConnection, sessions: readonly SessionId[]) =>
    beginLocked(on, seen.found(), sessions).catch(async (error: unknown) => {
      await abandon(on);
      throw error;
    });
  return {
    connected,
    /** On a new connection where the last one was lost: nothing was written on it. */
    async lock(sessions) {
      const kept = pipe;
      const on = await connected();
      try {
        return await lockOn(on, sessions);
      } catch (error) {
        if (on !== kept || !on.lost()) throw error;
      }
      return await lockOn(await connected(), sessions);
    },
    close: async () => pipe?.close(),
  };
}

/** One round trip. */
async function beginLocked(
  on: PipelinedConnection,
  then: HeadStatus,
  sessions: readonly SessionId[],
): Promise<LockedHead> {
  const asked = [
    on.command('BEGIN'),
    on.ask(journalSql.lockHead, []),
    on.ask(journalSql.look, [seqToProbe(then)]),
    sessions.length > 0 ? on.ask(journalSql.nextInSessions, [sessions]) : [],
  ] as const;
  await Promise.allSettled(asked);
  const [, , [row], next] = await Promise.all(asked);
  if (row === undefined) throw new Error('the database does not answer');
  return { on, then, row, next: new Map(next.map(({ id, next: place }) => [id, place])) };
}

/** Rolls a transaction back. */
async function abandon(on: PipelinedConnection): Promise<void> {
  await on.command('ROLLBACK').catch(() => on.close());
}

/** Runs the work of a change under the lock; writes nothing of the records yet. */
async function prepare<T>(
  { on, next }: LockedHead,
  headCheck: HeadCheck,
  work: Change<T>['work'],
  parts: ChainParts,
): Promise<{ readonly result: T; readonly prepared: Prepared }> {
  const layout = recordBatch(headCheck.end, next, parts);
  const { append, appendOwn, end } = layout;
  const flush = () => insertBatch(on, layout);
  const sent: Promise<unknown>[] = [];
  const send: LockedChain['send'] = (statement, values) => {
    const answer = on.ask(statement, values);
    answer.catch(() => undefined);
    sent.push(answer);
  };
  const result = await work({ append, appendOwn, end, headCheck, pipe: on, flush, send });
  return { result, prepared: { layout, from: headCheck.end.size, sent } };
}

function commit(
  on: PipelinedConnection,
  { layout, from, sent }: Prepared,
  { keys, channel }: ChainParts,
  connected: HeadLock['connected'],
): Promise<void> {
  const end = layout.end();
  const { size, hash, lastTs } = end;
  if (size === from) return commitOn(on, sent, async () => false);
  const mac = Buffer.from(headMac(end, keys.head), 'hex');
  const bytes = Buffer.from(hash, 'hex');
  const range = `${from} ${size}`;
  const inserted = insertBatch(on, layout);
  const headSet = on.ask(journalSql.setHead, [size, bytes, lastTs, mac, channel, range]);
  const written = [...sent, inserted, headSet];
  return commitOn(on, written, () => isCommitted(end, connected));
}

export async function openChain(parts: ChainParts): Promise<Chain> {
  const { database, keys, seen } = parts;
  const detector = gapDetector(parts);
  const { lock, connected, close } = headLock(parts);
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  const run = async <T>({ sessions = () => [], inGap, work }: Change<T>): Promise<T> => {
    const locked = await lock(sessions());
    const { on, then, row } = locked;
    const check = async () => {
      const found = await detector.check(row, then, on);
      if (found.gap !== undefined && inGap === undefined) {
        throw new Fault('AuditUnavailable', 'the journal has a gap that is not acknowledged');
      }
      return await prepare(locked, found, work, parts);
    };
    const { result, prepared } = await check().catch(async (error: unknown) => {
      await abandon(on);
      throw error;
    });
    await commit(on, prepared, parts, connected);
    const end = prepared.layout.end();
    if (inGap === true) detector.acknowledged(end);
    seen.advance(end);
    return result;
  };

  const checkHead = async (): Promise<HeadCheck> => {
    const then = seen.found();
    const row = await database.row(journalSql.look, [seqToProbe(then)]);
    if (row === undefined) throw new Error('the database does not answer');
    const found = await detector.check(row, then, asQueryable(database));
    if (found.gap === undefined) seen.advance(found.end);
    return found;
  };

  const { fresh, gap } = await checkHead();
  if (fresh) await makeFirstHead(database, keys.head);
  // The last checkpoint is checked once; what is appended goes on from it.
  if (gap === undefined) detector.recheckLastCheckpoint();
  await checkHead();
  await connected();
  return {
    change: (change) => {
      if (closed) return Promise.reject(asFault(new Error('the journal is closed')));
      const done = last
        .then(() => run(change))
        .catch((cause: unknown) => {
          throw asFault(cause);
        });
      last = done.catch(() => undefined);
      return done;
    },
    checkHead,
    gap: detector.gap,
    recheckLastCheckpoint: detector.recheckLastCheckpoint,
    async close() {
      closed = true;
      await last;
      await close();
    },
  };
}

async function makeFirstHead(database: Connection, key: ChainParts['keys']['head']): Promise<void> {
  const empty: JournalHead = { size: 0, hash: zeroHash };
  const [hash, mac] = [Buffer.from(zeroHash, 'hex'), Buffer.from(headMac(empty, key), 'hex')];
  await database.changes(journalSql.firstHead, [hash, mac]);
}

function asFault(cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  return new Fault('AuditUnavailable', 'the journal cannot be written', { cause });
}

import type Database from 'better-sqlite3-multiple-ciphers';
import type { EventDraft } from '../../../domain/event.ts';
import type { EventId, SessionId } from '../../../domain/ids.ts';
import { clockRegressionDraft, isOwnKind, placeRecord, zeroHash } from '../../../journal/index.ts';
import type { ActivityRecords, JournalHead, RecordQuery } from '../../../ports/journal.ts';
import { createIds } from '../../system/ids.ts';
import type { PrunedRecords } from './pruned-records.ts';
import { journalSql } from './statements.ts';

/** Where appended drafts went, in their order; the calling thread rebuilds the records from it. */
export interface AppendReceipt {
  readonly firstSeq: number;
  readonly prevHash: string;
  readonly ids: readonly EventId[];
  readonly nonces: readonly string[];
  readonly sessionSeqs: readonly (number | undefined)[];
  readonly hashes: readonly string[];
  readonly head: JournalHead;
}

/** A record as it is stored; the caller parses it. */
export type RawRecord = readonly [body: string, currHash: string];

export type ActivityQuery = Parameters<ActivityRecords['activity']>[0];

/** The event table of one database, written by one thread, inside transactions of its caller. */
export interface JournalStore {
  append(drafts: readonly EventDraft[]): AppendReceipt;
  /** A record of the journal's own, timed by this thread; it says nothing about the callers' clock. */
  appendOwn(draft: EventDraft): void;
  read(query: RecordQuery): readonly RawRecord[];
  /** See `ActivityRecords`. */
  activity(query: ActivityQuery): readonly RawRecord[];
  /** Hashes of the records [from, to), deleted ones included. */
  hashes(from: number, to: number): readonly string[];
  /** `seq` of the session's first record; undefined when that is unknown or was given up. */
  startOf(id: SessionId): number | undefined;
  head(): JournalHead;
  /** Time of the last record, the journal's own left out; '' when there is none. */
  lastTs(): string;
  /** Forgets the numbers of sessions, after some were deleted. */
  forgetSessions(): void;
  /** Reads the end of the chain again, after the database went back to an earlier state. */
  reload(): void;
}

/** Sessions whose next `session_seq` is remembered; others are looked up. */
const rememberedSessions = 10_000;
const maxRead = 10_000;

interface OpenSession {
  readonly no: number;
  /** `session_seq` of its next record. */
  next: number;
}

interface LastRow {
  readonly seq: number;
  readonly body: string;
  readonly curr_hash: string;
}

// Matched as text: a record that cannot be read must not keep the journal from opening.
const kindField = /"kind":"([^"]*)"/;
const tsField = /"ts":"([^"]*)"/;

export function journalStore(db: Database.Database, pruned: PrunedRecords): JournalStore {
  const insert = db.prepare(journalSql.insert);
  const last = db.prepare(journalSql.last);
  const ids = createIds();
  const sessions = openSessions(db);
  let size = 0;
  let hash = zeroHash;
  let lastTs = '';

  const place = (draft: EventDraft) => {
    const session = draft.session_id === undefined ? undefined : sessions.find(draft.session_id);
    const sessionSeq = session?.next;
    const { id, nonce, body, currHash } = placeRecord(
      draft,
      { seq: size, sessionSeq, prevHash: hash },
      ids,
    );
    insert.run(size, session?.no ?? null, sessionSeq ?? null, body, currHash);
    if (session !== undefined) session.next += 1;
    size += 1;
    hash = currHash;
    return { id, nonce, sessionSeq, currHash };
  };
  const reload = () => {
    const tail = last.all() as LastRow[];
    const end = tail[0];
    sessions.forget();
    size = end === undefined ? 0 : end.seq + 1;
    hash = end?.curr_hash ?? zeroHash;
    const isOwn = ({ body }: LastRow) => isOwnKind(kindField.exec(body)?.[1] ?? '');
    lastTs = tail.find((row) => !isOwn(row))?.body.match(tsField)?.[1] ?? '';
  };
  reload();
  return {
    ...recordReads(db, pruned),
    append(drafts) {
      const first = drafts[0];
      const regression = first && clockRegressionDraft(lastTs, first.ts);
      if (regression !== undefined) place(regression);
      const [firstSeq, prevHash] = [size, hash];
      const placed = drafts.map(place);
      lastTs = drafts.at(-1)?.ts ?? lastTs;
      return {
        firstSeq,
        prevHash,
        ids: placed.map((p) => p.id),
        nonces: placed.map((p) => p.nonce),
        sessionSeqs: placed.map((p) => p.sessionSeq),
        hashes: placed.map((p) => p.currHash),
        head: { size, hash },
      };
    },
    appendOwn: (draft) => void place(draft),
    head: () => ({ size, hash }),
    lastTs: () => lastTs,
    forgetSessions: sessions.forget,
    reload,
  };
}

/** Numbers of sessions and the places of their next records. */
function openSessions(db: Database.Database) {
  const sessionNo = db.prepare(journalSql.sessionNo).pluck();
  const addSession = db.prepare(journalSql.addSession);
  const nextInSession = db.prepare(journalSql.nextInSession).pluck();
  const sessions = new Map<SessionId, OpenSession>();
  return {
    find(id: SessionId): OpenSession {
      const remembered = sessions.get(id);
      if (remembered !== undefined) return remembered;
      if (sessions.size >= rememberedSessions) sessions.clear();
      const no = (sessionNo.get(id) ?? addSession.run(id).lastInsertRowid) as number;
      const session = { no, next: nextInSession.get(no) as number };
      sessions.set(id, session);
      return session;
    },
    forget: () => sessions.clear(),
  };
}

function recordReads(
  db: Database.Database,
  pruned: PrunedRecords,
): Pick<JournalStore, 'read' | 'activity' | 'hashes' | 'startOf'> {
  const bySeq = db.prepare(journalSql.bySeq).raw();
  const bySession = db.prepare(journalSql.bySession).raw();
  const activity = db.prepare(journalSql.activity).raw();
  const sessionStart = db.prepare<[SessionId], number>(journalSql.sessionStart).pluck();
  const hashRange = db.prepare(journalSql.hashes).pluck();
  const startOf = (id: SessionId) => {
    const start = sessionStart.get(id);
    return start === undefined || start < pruned.below() ? undefined : start;
  };
  return {
    startOf,
    read({ sessionId, from = 0, limit }) {
      const most = Math.min(Math.max(limit, 1), maxRead);
      if (sessionId === undefined) {
        return bySeq.all(Math.max(from, pruned.below()), most) as RawRecord[];
      }
      // A call that began in pruned records is gone as a whole.
      const gone = pruned.below() > 0 && startOf(sessionId) === undefined;
      return gone ? [] : (bySession.all(sessionId, from, most) as RawRecord[]);
    },
    activity({ before = Number.MAX_SAFE_INTEGER, limit }) {
      const most = Math.min(Math.max(limit, 1), maxRead);
      return activity.all(pruned.below(), before, most) as RawRecord[];
    },
    hashes(from, to) {
      const kept = Math.min(Math.max(pruned.deletedBelow(), from), to);
      return [...pruned.hashes(from, kept), ...(hashRange.all(kept, to) as string[])];
    },
  };
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { readPeriodRecords } from '../../../server/adapters/system/journal-jobs.ts';
import type { EventDraft, JournalRecord } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import {
  clockRegressionDraft,
  exportJournal,
  type JournalReader,
  merkleRoot,
  parseCheckpoint,
  parseStoredRecord,
  placeRecord,
  planPruning,
  rawPublicKey,
  type StoredCheckpoint,
  type StoredRow,
  signCheckpoint,
  signText,
  verifyJournal,
  zeroHash,
} from '../../../server/journal/index.ts';
import type {
  ActivityRecords,
  Journal,
  JournalAttestation,
  JournalHead,
  JournalPeriods,
  KeptCheckpoint,
  RecordQuery,
} from '../../../server/ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../server/ports/retention.ts';
import { type MemoryRows, memoryRetention } from './retention.ts';

/** A journal that lasts as long as its process; records and hashes are the real ones. */
export interface MemoryJournal
  extends Journal,
    ActivityRecords,
    JournalAttestation,
    JournalPeriods {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** Makes the next append reject as a full disk would, with nothing kept. */
  failNext(): void;
}

const origin = 'memory.journal.example';
/** The records in memory, and what pruning left of others. */
interface MemoryChain extends MemoryRows {
  readonly checkpoints: StoredCheckpoint[];
  readonly keys: { readonly signing: KeyObject; readonly public: KeyObject };
  appendAll(drafts: readonly EventDraft[]): JournalRecord[];
  head(): JournalHead;
  /** Of all records, deleted ones included. */
  hashes(): readonly string[];
}

export function memoryJournal(): MemoryJournal {
  const chain = memoryChain();
  const { head, checkpoints, keys } = chain;
  const { heldFrom, ...pruning } = memoryRetention(chain, new Date().toISOString());
  const reader = readerOf(chain, heldFrom);
  let failing = false;
  return {
    publicKey: rawPublicKey(keys.public).toString('hex'),
    keyName: origin,
    failNext() {
      failing = true;
    },
    async append(drafts) {
      const fail = failing;
      failing = false;
      if (fail) throw unwritable();
      try {
        return chain.appendAll(drafts);
      } catch (cause) {
        throw cause instanceof Fault ? cause : unwritable(cause);
      }
    },
    read: async (query) => readRecords(chain, query),
    activity: async ({ before = Number.MAX_SAFE_INTEGER, limit }) =>
      readRecords(chain, { limit: Number.MAX_SAFE_INTEGER })
        .filter(({ seq }) => seq < before)
        .filter((record) => typeof record['actor'] === 'string' || record.kind === 'login_failed')
        .toReversed()
        .slice(0, limit),
    verify: () => verifyJournal(reader, { origin, publicKey: keys.public }),
    head,
    sign: (text) => signText(text, keys.signing),
    async checkpoint() {
      if (head().size > (checkpoints.at(-1)?.size ?? 0)) chain.sign();
      return checkpoints.at(-1)?.note ?? '';
    },
    checkpoints: async (limit) => checkpoints.toReversed().slice(0, limit).map(keptCheckpoint),
    period: (period) => readPeriodRecords(reader, period),
    export: () => exportJournal(reader, { origin, keys }),
    retention: { ...pruning.retention, plan: (query) => planPruning(reader, query) },
    holds: pruning.holds,
  };
}

function unwritable(cause?: unknown): Fault {
  return new Fault('AuditUnavailable', 'the journal cannot be written', { cause });
}

function memoryChain(): MemoryChain {
  const rows: StoredRow[] = [];
  const pruned: string[] = [];
  /** The last row of each session; it may be pruned since. */
  const lastOf = new Map<string | null, StoredRow>();
  const checkpoints: StoredCheckpoint[] = [];
  const { privateKey: signing, publicKey } = generateKeyPairSync('ed25519');
  const keys = { signing, public: publicKey };
  const ids = createIds();
  let lastTs = '';

  const head = (): JournalHead => ({
    size: pruned.length + rows.length,
    hash: rows.at(-1)?.currHash ?? zeroHash,
  });
  const hashes = () => [...pruned, ...rows.map((row) => row.currHash)];
  const nextSeqIn = (sessionId: string): number => {
    const { seq = -1, sessionSeq } = lastOf.get(sessionId) ?? {};
    return seq < pruned.length ? 0 : (sessionSeq ?? -1) + 1;
  };
  const place = (draft: EventDraft): JournalRecord => {
    const { size: seq, hash: prevHash } = head();
    const { session_id: sessionId = null } = draft;
    const sessionSeq = sessionId === null ? undefined : nextSeqIn(sessionId);
    const { body, currHash } = placeRecord(draft, { seq, prevHash, sessionSeq }, ids);
    const row = { seq, sessionId, sessionSeq: sessionSeq ?? null, body, currHash };
    rows.push(row);
    lastOf.set(sessionId, row);
    return parseStoredRecord(body, currHash);
  };
  const dropFrom = (index: number): void => {
    for (const { sessionId } of rows.splice(index)) {
      const left = rows.findLast((row) => row.sessionId === sessionId);
      if (left === undefined) lastOf.delete(sessionId);
      else lastOf.set(sessionId, left);
    }
  };
  const appendAll = (drafts: readonly EventDraft[]): JournalRecord[] => {
    const regression = drafts[0] && clockRegressionDraft(lastTs, drafts[0].ts);
    const before = rows.length;
    try {
      if (regression !== undefined) place(regression);
      const records = drafts.map(place);
      lastTs = drafts.at(-1)?.ts ?? lastTs;
      return records;
    } catch (error) {
      dropFrom(before);
      throw error;
    }
  };
  return {
    rows,
    pruned,
    checkpoints,
    keys,
    head,
    hashes,
    appendAll,
    floor: 0,
    append: (draft) => void appendAll([draft]),
    sign() {
      const { size } = head();
      const note = signCheckpoint({ origin, size, rootHash: merkleRoot(hashes()) }, keys);
      checkpoints.push({ size, note, voidedBy: null });
    },
    lastTs: () => lastTs,
  };
}

function isGone({ rows, floor }: MemoryRows, { sessionId }: StoredRow): boolean {
  return !rows.some(
    (row) => row.sessionId === sessionId && row.sessionSeq === 0 && row.seq >= floor,
  );
}

function keptCheckpoint({ size, note }: StoredCheckpoint): KeptCheckpoint {
  return { size, rootHash: parseCheckpoint(note)?.rootHash ?? '', note };
}

function parsed(rows: readonly StoredRow[]): readonly JournalRecord[] {
  return rows.map((row) => parseStoredRecord(row.body, row.currHash));
}

function readRecords(chain: MemoryChain, { sessionId, from = 0, limit }: RecordQuery) {
  const wanted = chain.rows.filter((row) =>
    sessionId === undefined
      ? row.seq >= Math.max(from, chain.floor)
      : row.sessionId === sessionId && (row.sessionSeq ?? 0) >= from && !isGone(chain, row),
  );
  return parsed(wanted.slice(0, limit));
}

function readerOf(chain: MemoryChain, heldFrom: () => readonly number[]): JournalReader {
  const { rows, pruned, checkpoints, head, hashes } = chain;
  return {
    isStable: true,
    headIsExact: true,
    isDamage: () => false,
    snapshot: async () => ({
      head: { state: 'signed', head: head() },
      knownHeads: [],
      checkpoints,
      prunedBelow: chain.floor,
      deletedBelow: pruned.length,
      end: head,
      records: (from) => [rows.filter(({ seq }) => seq >= from)],
      hashes: (before) => [hashes().slice(0, before)],
      session: async (id) =>
        parsed(rows.filter((row) => row.sessionId === id && !isGone(chain, row))),
      lastSeqOf: async (wanted) =>
        new Map(wanted.map((id) => [id, rows.findLast((row) => row.sessionId === id)?.seq ?? 0])),
      heldFrom: async () => heldFrom(),
    }),
  };
}

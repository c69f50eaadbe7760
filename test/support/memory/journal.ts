import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { EventDraft, JournalRecord } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import {
  assertSessionExists,
  buildRecord,
  canonicalJson,
  chainHash,
  clockRegressionDraft,
  exportJournal,
  type JournalReader,
  merkleRoot,
  parseCheckpoint,
  parseStoredRecord,
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
  Journal,
  JournalAttestation,
  JournalHead,
  KeptCheckpoint,
} from '../../../server/ports/journal.ts';
import type { LegalHolds, Pruning, RetentionLedger } from '../../../server/ports/retention.ts';
import { type MemoryRows, memoryRetention } from './retention.ts';

/** A journal that lasts as long as its process; records and hashes are the real ones. */
export interface MemoryJournal extends Journal, JournalAttestation {
  readonly retention: Pruning & RetentionLedger;
  readonly holds: LegalHolds;
  /** Makes the next append reject as a full disk would, with nothing kept. */
  failNext(): void;
}

const origin = 'memory.journal.example';
const nonceBytes = 16;

export function memoryJournal(): MemoryJournal {
  const rows: StoredRow[] = [];
  const pruned: string[] = [];
  const checkpoints: StoredCheckpoint[] = [];
  const keys = generateKeyPairSync('ed25519');
  const signing = { signing: keys.privateKey, public: keys.publicKey };
  const ulid = monotonicFactory();
  let lastTs = '';
  let failing = false;

  const head = (): JournalHead => ({
    size: pruned.length + rows.length,
    hash: rows.at(-1)?.currHash ?? zeroHash,
  });
  const hashes = () => [...pruned, ...rows.map((row) => row.currHash)];
  const nextIn = (session: SessionId): number =>
    (rows.findLast(({ sessionId }) => sessionId === session)?.sessionSeq ?? -1) + 1;
  const bodyOf = (draft: EventDraft, sessionSeq: number | undefined, end: JournalHead) =>
    canonicalJson(
      buildRecord(draft, {
        seq: end.size,
        id: `evt_${ulid()}`,
        nonce: randomBytes(nonceBytes).toString('hex'),
        prevHash: end.hash,
        ...(sessionSeq !== undefined && { sessionSeq }),
      }),
    );
  const place = (draft: EventDraft): JournalRecord => {
    const session = draft.session_id;
    const sessionSeq = session === undefined ? undefined : nextIn(session);
    assertSessionExists(draft.kind, sessionSeq);
    const body = bodyOf(draft, sessionSeq, head());
    const currHash = chainHash(body);
    const at = { sessionId: session ?? null, sessionSeq: sessionSeq ?? null };
    rows.push({ seq: head().size, ...at, body, currHash });
    return parseStoredRecord(body, currHash);
  };
  const append = (drafts: readonly EventDraft[]): JournalRecord[] => {
    const regression = drafts[0] && clockRegressionDraft(lastTs, drafts[0].ts);
    const before = rows.length;
    try {
      if (regression !== undefined) place(regression);
      const records = drafts.map(place);
      lastTs = drafts.at(-1)?.ts ?? lastTs;
      return records;
    } catch (error) {
      rows.splice(before);
      throw error;
    }
  };

  const signNow = () =>
    signCheckpoint({ origin, size: head().size, rootHash: merkleRoot(hashes()) }, signing);
  const prunable: MemoryRows = {
    rows,
    pruned,
    floor: 0,
    append: (draft) => void append([draft]),
    sign: () => void checkpoints.push({ size: head().size, note: signNow(), voidedBy: null }),
    lastTs: () => lastTs,
  };
  const isGone = ({ sessionId }: StoredRow) =>
    !rows.some(
      (row) => row.sessionId === sessionId && row.sessionSeq === 0 && row.seq >= prunable.floor,
    );

  const kept = ({ size, note }: StoredCheckpoint): KeptCheckpoint => {
    return { size, rootHash: parseCheckpoint(note)?.rootHash ?? '', note };
  };
  const publicKey = rawPublicKey(keys.publicKey).toString('hex');
  const { heldFrom, ...pruning } = memoryRetention(prunable, new Date().toISOString());
  const readRows = (wanted: readonly StoredRow[]) =>
    wanted.map((row) => parseStoredRecord(row.body, row.currHash));
  const reader: JournalReader = {
    isStable: true,
    headIsExact: true,
    isDamage: () => false,
    snapshot: async () => ({
      head: { state: 'signed', head: head() },
      knownHeads: [],
      checkpoints,
      prunedBelow: prunable.floor,
      deletedBelow: pruned.length,
      end: head,
      records: (from) => [rows.filter(({ seq }) => seq >= from)],
      hashes: (before) => [hashes().slice(0, before)],
      session: async (id) => readRows(rows.filter((row) => row.sessionId === id && !isGone(row))),
      lastSeqOf: async (ids) =>
        new Map(ids.map((id) => [id, rows.findLast((row) => row.sessionId === id)?.seq ?? 0])),
      heldFrom: async () => heldFrom(),
    }),
  };

  return {
    publicKey,
    keyName: origin,
    failNext() {
      failing = true;
    },
    async append(drafts) {
      const fail = failing;
      failing = false;
      if (fail) throw new Fault('AuditUnavailable', 'the journal cannot be written');
      try {
        return append(drafts);
      } catch (cause) {
        if (cause instanceof Fault) throw cause;
        throw new Fault('AuditUnavailable', 'the journal cannot be written', { cause });
      }
    },
    async read({ sessionId, from = 0, limit }) {
      const wanted = rows.filter((row) =>
        sessionId === undefined
          ? row.seq >= Math.max(from, prunable.floor)
          : row.sessionId === sessionId && (row.sessionSeq ?? 0) >= from && !isGone(row),
      );
      return readRows(wanted.slice(0, limit));
    },
    verify: () => verifyJournal(reader, { origin, publicKey: keys.publicKey }),
    head,
    sign: (text) => signText(text, keys.privateKey),
    async checkpoint() {
      const { size } = head();
      if (size > (checkpoints.at(-1)?.size ?? 0)) prunable.sign();
      return checkpoints.at(-1)?.note ?? '';
    },
    checkpoints: async (limit) => checkpoints.toReversed().slice(0, limit).map(kept),
    export: () => exportJournal(reader, { origin, keys: signing }),
    retention: { ...pruning.retention, plan: (query) => planPruning(reader, query) },
    holds: pruning.holds,
  };
}

import type { JournalRecord } from '../../domain/event.ts';
import type { SessionId } from '../../domain/ids.ts';
import {
  isInPeriod,
  type Period,
  type PeriodAccess,
  type PeriodTree,
  type PeriodTrees,
} from '../../domain/reports/period.ts';
import { emptyTree, type MerkleTree, merkleRoot, treeRoot, withLeaf } from './merkle-tree.ts';
import { isSessionLeaf } from './session-tree.ts';

interface OpenTree {
  readonly sessionId: SessionId;
  readonly firstSeq: number;
  lastSeq: number;
  tree: MerkleTree;
  records: number;
}

/** Takes the records of a journal in order and keeps what belongs to a period. */
export interface PeriodScan {
  /** `intact`: the record has its hash. Returns whether the record is of a call of the period. */
  add(record: JournalRecord, intact: boolean): boolean;
  /** Whether all calls are sealed, and the last thousands of records came after the period. */
  isOver(): boolean;
  finish(size: number): PeriodTrees;
}

/** So many records in a row are no single record of a wrong clock. */
const recordsAfter = 4_096;
/** How far apart the times of neighbouring records may be, in milliseconds. */
export const clockSlackMs = 3_600_000;

/**
 * A call belongs to a period by its first record, an access by its own time. A record with an actor is
 * an access. Of one agent, only records that name the agent belong (decision 0091).
 */
export function periodScan(period: Period): PeriodScan {
  const open = new Map<string, OpenTree>();
  const trees: PeriodTree[] = [];
  const accesses: PeriodAccess[] = [];
  const gaps: number[] = [];
  const afterPeriod = new Date(Date.parse(period.until) + clockSlackMs).toISOString();
  let flaw: PeriodTrees['flaw'];
  let after = 0;
  let [lastSeq, lastHash] = [-1, ''];
  const found = (seq: number, rule: string) => {
    flaw ??= { seq, rule };
  };
  const close = (call: OpenTree, sealed: boolean) => {
    open.delete(call.sessionId);
    const { sessionId, firstSeq, tree } = call;
    const root = { merkleRootHex: treeRoot(tree), eventCount: tree.size };
    trees.push({ sessionId, ...root, firstSeq, lastSeq: call.lastSeq, sealed });
  };
  const ofAgent = ({ agent_id }: JournalRecord) =>
    period.agentId === undefined || agent_id === period.agentId;
  const checkPlace = (record: JournalRecord, intact: boolean) => {
    if (!intact) found(record.seq, 'curr_hash_mismatch');
    if (lastSeq >= 0 && record.seq === lastSeq + 1 && record.prev_hash !== lastHash) {
      found(record.seq, 'prev_hash_mismatch');
    }
    [lastSeq, lastHash] = [record.seq, record.curr_hash];
  };
  const grow = (call: OpenTree, record: JournalRecord) => {
    if (record.session_seq !== call.records) found(record.seq, 'session_seq_mismatch');
    call.records += 1;
    if (isSessionLeaf(record.kind)) {
      call.tree = withLeaf(call.tree, record.curr_hash);
      call.lastSeq = record.seq;
    } else if (record.kind === 'session_sealed') {
      const { merkle_root_hex, event_count } = record;
      const holds = merkle_root_hex === treeRoot(call.tree) && event_count === call.tree.size;
      if (!holds) found(record.seq, 'seal_mismatch');
      close(call, true);
    }
  };

  const take = (record: JournalRecord) => {
    const { kind, seq, session_id: sessionId, session_seq } = record;
    if (typeof record['actor'] === 'string') accesses.push(accessOf(record));
    if (kind === 'journal_gap') gaps.push(seq);
    if (sessionId === undefined || session_seq !== 0) return;
    const start = { tree: emptyTree, records: 0, lastSeq: seq };
    open.set(sessionId, { sessionId, firstSeq: seq, ...start });
  };

  return {
    add(record, intact) {
      checkPlace(record, intact);
      after = record.ts >= afterPeriod ? after + 1 : 0;
      if (isInPeriod(record.ts, period) && ofAgent(record)) take(record);
      const call = open.get(record.session_id ?? '');
      if (call !== undefined) grow(call, record);
      return call !== undefined;
    },
    isOver: () => open.size === 0 && after >= recordsAfter,
    finish(size) {
      for (const call of [...open.values()]) close(call, false);
      trees.sort((a, b) => a.firstSeq - b.firstSeq);
      return { trees, accesses, gaps, size, ...(flaw && { flaw }) };
    },
  };
}

function accessOf(record: JournalRecord): PeriodAccess {
  const { seq, ts, kind, session_id: sessionId, agent_id: agentId, curr_hash: currHash } = record;
  const { actor, reason } = record;
  return {
    seq,
    ts,
    kind,
    actor: String(actor),
    currHash,
    ...(sessionId !== undefined && { sessionId }),
    ...(agentId !== undefined && { agentId }),
    ...(typeof reason === 'string' && { reason }),
  };
}

/** `merkle_root_hex` of a period: over the roots of its calls, then the hashes of its accesses. */
export function periodRoot(callRoots: readonly string[], accessHashes: readonly string[]): string {
  return merkleRoot([...callRoots, ...accessHashes]);
}

import type { KeyObject } from 'node:crypto';
import type { ChainBreak, JournalHead, Verification } from '../../ports/journal.ts';
import { openCheckpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import { chainHash, zeroHash } from '../record/record.ts';
import { isHash, type RecordFacts, type StoredRow, storedRowReader } from '../record/stored-row.ts';
import { prunedCheck } from '../retention/pruned-tiles.ts';
import { emptyTree, type MerkleTree, treeRoot, withLeaf } from '../tree/merkle-tree.ts';

/** What the head file said, as far as it can be believed (design D23). */
export type HeadStatus =
  | { readonly state: 'signed'; readonly head: JournalHead }
  | { readonly state: 'missing' }
  | { readonly state: 'forged' };

/** A checkpoint as kept; `voidedBy` is the `seq` of the `journal_gap` that gave it up. */
export interface StoredCheckpoint {
  readonly size: number;
  readonly note: string;
  readonly voidedBy: number | null;
}

/** The state of a journal before its record `tree.size`, in place of the records up to there. */
export interface ChainStart {
  readonly prevHash: string;
  /** Proven by the checkpoints that grow from it. */
  readonly tree: MerkleTree;
}

const beginning: ChainStart = { prevHash: zeroHash, tree: emptyTree };

/** What stands outside the chain and holds it in place. */
export interface TrustAnchors {
  readonly head: HeadStatus;
  /** Heads that were kept elsewhere: the journal must have grown from each of them. */
  readonly knownHeads?: readonly JournalHead[];
  /** In ascending order of size. */
  readonly checkpoints: readonly StoredCheckpoint[];
  /** `curr_hash`es of the records that retention removed, from `seq` 0 on (design D27). */
  readonly pruned?: Iterable<string>;
  /** Where an export begins that leaves out what was before. */
  readonly start?: ChainStart;
  /** Notes that someone kept elsewhere: the journal must have grown from each of them. */
  readonly handedOut?: readonly string[];
  readonly origin: string;
  readonly publicKey: KeyObject;
}

/** Takes every record once, in order of `seq`, and then says what it found. */
export interface ChainVerifier {
  add(row: StoredRow): void;
  finish(): Verification;
}

/**
 * Verifies a journal in one pass and constant memory per session. The steps for each record are
 * form, place, link, hash, session; then head and checkpoints. Every break is reported, and the
 * steps go on from what is stored, so that one altered record is one report.
 */
export function chainVerifier(anchors: TrustAnchors): ChainVerifier {
  const breaks: ChainBreak[] = [];
  const report = (seq: number, rule: ChainBreak['rule']) => breaks.push({ seq, rule });
  const readRow = storedRowReader();
  const sessions = new Map<string, number>();
  const gaps = new Set<number>();
  const checkpoints = openAll(anchors);
  const kept = new Set(checkpoints.map(({ size, rootHash }) => `${size} ${rootHash}`));
  const handedOut = openAll({
    ...anchors,
    checkpoints: (anchors.handedOut ?? []).map((note) => {
      return { note, size: parseCheckpoint(note)?.size ?? 0, voidedBy: null };
    }),
  });
  const signedSizes = new Set([...checkpoints, ...handedOut].map(({ size }) => size));
  const roots = new Map<number, string>();
  const removal = prunedCheck();
  const { start = beginning } = anchors;
  const startSeq = start.tree.size;
  let { prevHash, tree } = start;
  let [count, pruned, nextSeq] = [0, 0, startSeq];
  const heads = new Map(
    [
      ...(anchors.head.state === 'signed' ? [anchors.head.head] : []),
      ...(anchors.knownHeads ?? []),
    ].map((head) => [`${head.size} ${head.hash}`, head]),
  );
  const headSizes = new Set([...heads.values()].map(({ size }) => size));
  const headHashes = new Map([[startSeq, prevHash]]);

  const checkForm = (row: StoredRow): RecordFacts | undefined => {
    const facts = readRow(row);
    if (facts === undefined) report(row.seq, 'malformed_record');
    return facts;
  };
  const checkPlace = (row: StoredRow, facts: RecordFacts | undefined) => {
    if (row.seq !== nextSeq) report(nextSeq, 'seq_gap');
    if (facts !== undefined && facts.seq !== row.seq) report(row.seq, 'seq_gap');
  };
  const checkLink = (row: StoredRow, facts: RecordFacts | undefined) => {
    if (facts !== undefined && facts.prevHash !== prevHash) report(row.seq, 'prev_hash_mismatch');
  };
  /** The hash the tree takes: the stored one, unless that is no hash at all. */
  const checkHash = (row: StoredRow): string => {
    const expected = chainHash(row.body);
    if (expected === row.currHash) return expected;
    report(row.seq, 'curr_hash_mismatch');
    return isHash(row.currHash) ? row.currHash : expected;
  };
  const checkSession = ({ seq, sessionId, sessionSeq }: StoredRow) => {
    if (sessionId === null) return;
    // What is met first of a session may be what is left of one that began in pruned records.
    const first = pruned + startSeq > 0 ? sessionSeq : 0;
    if (sessionSeq !== (sessions.get(sessionId) ?? first)) report(seq, 'session_seq_mismatch');
    sessions.set(sessionId, (sessionSeq ?? 0) + 1);
  };
  const checkSigned = (row: StoredRow, facts: RecordFacts | undefined) => {
    if (facts?.kind === 'journal_gap') gaps.add(row.seq);
    if (facts?.pruned !== undefined && Number(facts.pruned.lastSeq) >= startSeq - 1) {
      removal.event(row.seq, facts.pruned);
    }
    if (facts?.signed === undefined || Number(facts.signed.size) < startSeq) return;
    const { size, rootHash } = facts.signed;
    if (!kept.has(`${size} ${rootHash}`)) report(row.seq, 'checkpoint_mismatch');
  };
  const checkHead = () => {
    const last = Math.max(nextSeq - 1, 0);
    if (anchors.head.state === 'forged') report(last, 'head_signature');
    if (anchors.head.state === 'missing' && nextSeq > 0) report(last, 'head_mismatch');
  };
  const checkKnownHeads = () => {
    const known = [...heads.values()];
    if (known.some(({ size }) => size > nextSeq)) report(nextSeq, 'truncated');
    for (const { size, hash } of known) {
      if (size <= nextSeq && hash !== headHashes.get(size)) {
        report(Math.max(size - 1, 0), 'head_mismatch');
      }
    }
  };
  /** The tree and the head go over all that ever was; `at` is its place. */
  const take = (at: number, storedHash: string, leaf: string) => {
    nextSeq = at + 1;
    prevHash = storedHash;
    tree = withLeaf(tree, leaf);
    removal.leaf(at, storedHash);
    if (signedSizes.has(nextSeq)) roots.set(nextSeq, treeRoot(tree));
    if (headSizes.has(nextSeq)) headHashes.set(nextSeq, storedHash);
  };
  const checkRemoval = () => {
    const held = checkpoints.filter(({ size, rootHash }) => roots.get(size) === rootHash);
    breaks.push(...removal.breaks(pruned, held.at(-1)?.size ?? 0));
  };
  const checkCheckpoints = () => {
    for (const { size, rootHash, voidedBy } of checkpoints) {
      const last = Math.max(size - 1, 0);
      if (rootHash === undefined) report(last, 'checkpoint_signature');
      else if (voidedBy !== null && gaps.has(voidedBy)) continue;
      else if (roots.get(size) !== rootHash) report(last, 'checkpoint_mismatch');
    }
  };

  const handedOutFlaw = ({ size, rootHash }: OpenedCheckpoint): ChainBreak | undefined => {
    const last = Math.max(size - 1, 0);
    if (rootHash === undefined) return { seq: last, rule: 'checkpoint_signature' };
    if (size > nextSeq) return { seq: nextSeq, rule: 'truncated' };
    if (size < startSeq) return { seq: last, rule: 'anchor_not_covered' };
    if (roots.get(size) === rootHash) return undefined;
    return { seq: last, rule: 'checkpoint_mismatch' };
  };

  if (startSeq > 0) removal.leaf(startSeq - 1, prevHash);
  roots.set(startSeq, treeRoot(tree));
  for (const hash of anchors.pruned ?? []) {
    take(nextSeq, hash, hash);
    pruned += 1;
  }
  return {
    add(row) {
      const facts = checkForm(row);
      checkPlace(row, facts);
      checkLink(row, facts);
      const leaf = checkHash(row);
      checkSession(row);
      checkSigned(row, facts);
      count += 1;
      take(row.seq, row.currHash, leaf);
    },
    finish() {
      checkHead();
      checkKnownHeads();
      checkCheckpoints();
      breaks.push(...handedOut.flatMap((note) => handedOutFlaw(note) ?? []));
      checkRemoval();
      if (breaks.length > 0) return { ok: false, eventCount: count, breaks };
      const head = { size: nextSeq, hash: prevHash };
      return { ok: true, eventCount: count, ...(pruned > 0 && { prunedCount: pruned }), head };
    },
  };
}

interface OpenedCheckpoint {
  readonly size: number;
  readonly voidedBy: number | null;
  /** Undefined when the note is not this journal's. */
  readonly rootHash: string | undefined;
}

function openAll({ checkpoints, origin, publicKey }: TrustAnchors): OpenedCheckpoint[] {
  return checkpoints.map(({ size, note, voidedBy }) => {
    const found = openCheckpoint(note, origin, publicKey);
    const right = 'checkpoint' in found && found.checkpoint.size === size;
    return { size, voidedBy, rootHash: right ? found.checkpoint.rootHash : undefined };
  });
}

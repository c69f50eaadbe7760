import type { KeyObject } from 'node:crypto';
import type { ChainBreak, JournalHead, Verification } from '../../ports/journal.ts';
import { openCheckpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import { chainHash, zeroHash } from '../record/record.ts';
import { isHash, type RecordFacts, type StoredRow, storedRowReader } from '../record/stored-row.ts';
import { type PrunedCheck, prunedCheck } from '../retention/pruned-tiles.ts';
import { emptyTree, type MerkleTree, treeRoot, withLeaf } from '../tree/merkle-tree.ts';
import type { HeadStatus } from './journal-head.ts';

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

/** What stands outside the chain and holds it in place. */
export interface TrustAnchors {
  readonly head: HeadStatus;
  /** True when records that follow the head are a break. */
  readonly headIsExact?: boolean;
  /** Heads that were kept elsewhere: the journal must have grown from each of them. */
  readonly knownHeads?: readonly HeadStatus[];
  /** In ascending order of size. */
  readonly checkpoints: readonly StoredCheckpoint[];
  /** Where an export begins that leaves out what was before. */
  readonly start?: ChainStart;
  /** Notes that someone kept elsewhere: the journal must have grown from each of them. */
  readonly handedOut?: readonly string[];
  readonly origin: string;
  readonly publicKey: KeyObject;
}

/** Takes every record once, in order of `seq`, and then says what it found. */
export interface ChainVerifier {
  /** The hash of each record that retention deleted, from `seq` 0 on (design D27); before any record. */
  addPruned(hash: string): void;
  add(row: StoredRow): void;
  finish(): Verification;
}

/**
 * Verifies a journal in one pass and constant memory per session. The steps for each record are
 * form, place, link, hash, session; then head and checkpoints. Every break is reported, and the
 * steps go on from what is stored, so that one altered record is one report.
 */
export function chainVerifier(anchors: TrustAnchors): ChainVerifier {
  const expected = expectationsOf(anchors);
  const readRow = storedRowReader();
  const breaks: ChainBreak[] = [];
  let chain = chainAt(anchors.start ?? { prevHash: zeroHash, tree: emptyTree });
  return {
    addPruned(hash) {
      chain = grown(chain, expected, { seq: chain.nextSeq, hash, leaf: hash });
      chain = { ...chain, prunedCount: chain.prunedCount + 1 };
    },
    add(row) {
      const read = { row, facts: readRow(row), hash: chainHash(row.body) };
      breaks.push(...recordBreaks(chain, read), ...signedBreaks(chain, expected, read));
      remember(chain, read);
      chain = grown(chain, expected, { seq: row.seq, hash: row.currHash, leaf: leafOf(read) });
      chain = { ...chain, eventCount: chain.eventCount + 1 };
    },
    finish() {
      breaks.push(
        ...headBreaks(chain, anchors),
        ...knownHeadBreaks(chain, expected),
        ...checkpointBreaks(chain, expected),
        ...handedOutBreaks(chain, expected),
        ...removalBreaks(chain, expected),
      );
      const { eventCount, prunedCount, nextSeq: size, prevHash: hash } = chain;
      // Where head and records are committed together, what is found outside belongs among the rest.
      if (anchors.headIsExact) breaks.sort((a, b) => a.seq - b.seq);
      if (breaks.length > 0) return { ok: false, eventCount, breaks };
      return {
        ok: true,
        eventCount,
        ...(prunedCount > 0 && { prunedCount }),
        head: { size, hash },
      };
    },
  };
}

interface OpenedCheckpoint {
  readonly size: number;
  readonly voidedBy: number | null;
  /** Undefined when the note is not this journal's. */
  readonly rootHash: string | undefined;
}

/** What the anchors say the chain must have had at which size. */
interface Expectations {
  readonly heads: readonly JournalHead[];
  readonly checkpoints: readonly OpenedCheckpoint[];
  readonly handedOut: readonly OpenedCheckpoint[];
  /** Sizes and roots of the checkpoints, as `checkpoint_signed` records name them. */
  readonly signed: ReadonlySet<string>;
  readonly headSizes: ReadonlySet<number>;
  readonly signedSizes: ReadonlySet<number>;
}

function expectationsOf(anchors: TrustAnchors): Expectations {
  const { head, knownHeads = [], handedOut: notes = [] } = anchors;
  const heads = new Map(
    [head, ...knownHeads].flatMap((known): [string, JournalHead][] =>
      known.state === 'signed' ? [[`${known.head.size} ${known.head.hash}`, known.head]] : [],
    ),
  );
  const checkpoints = anchors.checkpoints.map((checkpoint) => open(checkpoint, anchors));
  const handedOut = notes.map((note) =>
    open({ note, size: parseCheckpoint(note)?.size ?? 0, voidedBy: null }, anchors),
  );
  return {
    heads: [...heads.values()],
    checkpoints,
    handedOut,
    signed: new Set(checkpoints.map(({ size, rootHash }) => `${size} ${rootHash}`)),
    headSizes: new Set([...heads.values()].map(({ size }) => size)),
    signedSizes: new Set([...checkpoints, ...handedOut].map(({ size }) => size)),
  };
}

function open(
  { size, note, voidedBy }: StoredCheckpoint,
  { origin, publicKey }: TrustAnchors,
): OpenedCheckpoint {
  const found = openCheckpoint(note, origin, publicKey);
  const right = 'checkpoint' in found && found.checkpoint.size === size;
  return { size, voidedBy, rootHash: right ? found.checkpoint.rootHash : undefined };
}

/** The chain after the records read so far. Its collections are shared by all states and grow in place. */
interface Chain {
  readonly startSeq: number;
  readonly nextSeq: number;
  readonly prevHash: string;
  /** Over all records there ever were. */
  readonly tree: MerkleTree;
  /** Records that are there. */
  readonly eventCount: number;
  readonly prunedCount: number;
  /** Next `session_seq` by session. */
  readonly sessions: Map<string, number>;
  /** `seq` of each `journal_gap`. */
  readonly gaps: Set<number>;
  /** Roots by size, where a checkpoint names one. */
  readonly roots: Map<number, string>;
  /** Hashes by size, where a head names one. */
  readonly headHashes: Map<number, string>;
  readonly removal: PrunedCheck;
}

function chainAt({ prevHash, tree }: ChainStart): Chain {
  const removal = prunedCheck();
  if (tree.size > 0) removal.leaf(tree.size - 1, prevHash);
  return {
    startSeq: tree.size,
    nextSeq: tree.size,
    prevHash,
    tree,
    eventCount: 0,
    prunedCount: 0,
    sessions: new Map(),
    gaps: new Set(),
    roots: new Map([[tree.size, treeRoot(tree)]]),
    headHashes: new Map([[tree.size, prevHash]]),
    removal,
  };
}

/** The chain with one more record; `leaf` is what the tree takes for its hash. */
function grown(
  chain: Chain,
  { headSizes, signedSizes }: Expectations,
  { seq, hash, leaf }: { readonly seq: number; readonly hash: string; readonly leaf: string },
): Chain {
  const nextSeq = seq + 1;
  const tree = withLeaf(chain.tree, leaf);
  chain.removal.leaf(seq, hash);
  if (signedSizes.has(nextSeq)) chain.roots.set(nextSeq, treeRoot(tree));
  if (headSizes.has(nextSeq)) chain.headHashes.set(nextSeq, hash);
  return { ...chain, nextSeq, prevHash: hash, tree };
}

/** A row, what its body says, and the hash of its body. */
interface ReadRecord {
  readonly row: StoredRow;
  /** Undefined when the body is no record. */
  readonly facts: RecordFacts | undefined;
  readonly hash: string;
}

/** The stored hash, unless that is no hash at all. */
function leafOf({ row: { currHash }, hash }: ReadRecord): string {
  return currHash === hash || !isHash(currHash) ? hash : currHash;
}

/** Form, place, link, hash and session of a record. */
function recordBreaks(chain: Chain, { row, facts, hash }: ReadRecord): ChainBreak[] {
  const { seq, currHash, malformed = false } = row;
  const breaks: ChainBreak[] = [];
  const report = (rule: ChainBreak['rule'], at = seq) => breaks.push({ seq: at, rule });
  if (facts === undefined || malformed) report('malformed_record');
  if (seq !== chain.nextSeq) report('seq_gap', chain.nextSeq);
  if (facts !== undefined && facts.seq !== seq) report('seq_gap');
  if (facts !== undefined && facts.prevHash !== chain.prevHash) report('prev_hash_mismatch');
  if (!malformed && hash !== currHash) report('curr_hash_mismatch');
  if (row.sessionId !== null && row.sessionSeq !== nextInSession(chain, row)) {
    report('session_seq_mismatch');
  }
  return breaks;
}

function nextInSession(chain: Chain, { sessionId, sessionSeq }: StoredRow): number | null {
  // The first record met of a session may be what is left of one that began in pruned records.
  const first = chain.prunedCount + chain.startSeq > 0 ? sessionSeq : 0;
  return chain.sessions.get(sessionId ?? '') ?? first;
}

/** A `checkpoint_signed` record must name a checkpoint that was kept. */
function signedBreaks(
  { startSeq }: Chain,
  { signed }: Expectations,
  { row: { seq }, facts }: ReadRecord,
): ChainBreak[] {
  if (facts?.signed === undefined || Number(facts.signed.size) < startSeq) return [];
  const { size, rootHash } = facts.signed;
  return signed.has(`${size} ${rootHash}`) ? [] : [{ seq, rule: 'checkpoint_mismatch' }];
}

/** Keeps what later steps need of a record. */
function remember(chain: Chain, { row, facts }: ReadRecord): void {
  const { seq, sessionId, sessionSeq } = row;
  if (sessionId !== null) chain.sessions.set(sessionId, (sessionSeq ?? 0) + 1);
  if (facts?.kind === 'journal_gap') chain.gaps.add(seq);
  if (facts?.pruned !== undefined && Number(facts.pruned.lastSeq) >= chain.startSeq - 1) {
    chain.removal.event(seq, facts.pruned);
  }
}

function headBreaks({ nextSeq }: Chain, anchors: TrustAnchors): ChainBreak[] {
  const { head, headIsExact = false, knownHeads = [] } = anchors;
  const breaks: ChainBreak[] = [];
  const last = lastOf(nextSeq);
  const isForged = [head, ...knownHeads].some(({ state }) => state === 'forged');
  if (isForged) breaks.push({ seq: last, rule: 'head_signature' });
  if (head.state === 'missing' && nextSeq > 0) breaks.push({ seq: last, rule: 'head_mismatch' });
  if (headIsExact && head.state === 'signed' && head.head.size < nextSeq) {
    breaks.push({ seq: head.head.size, rule: 'head_mismatch' });
  }
  return breaks;
}

function knownHeadBreaks({ nextSeq, headHashes }: Chain, { heads }: Expectations): ChainBreak[] {
  const truncated = heads.some(({ size }) => size > nextSeq);
  const wrong = heads.filter(({ size, hash }) => size <= nextSeq && hash !== headHashes.get(size));
  return [
    ...(truncated ? [{ seq: nextSeq, rule: 'truncated' } as const] : []),
    ...wrong.map(({ size }): ChainBreak => ({ seq: lastOf(size), rule: 'head_mismatch' })),
  ];
}

/** Each checkpoint is signed, and the records bear it out unless a `journal_gap` gave it up. */
function checkpointBreaks({ gaps, roots }: Chain, { checkpoints }: Expectations): ChainBreak[] {
  return checkpoints.flatMap(({ size, rootHash, voidedBy }): ChainBreak[] => {
    if (rootHash === undefined) return [{ seq: lastOf(size), rule: 'checkpoint_signature' }];
    const holds = (voidedBy !== null && gaps.has(voidedBy)) || roots.get(size) === rootHash;
    return holds ? [] : [{ seq: lastOf(size), rule: 'checkpoint_mismatch' }];
  });
}

function handedOutBreaks(
  { nextSeq, startSeq, roots }: Chain,
  { handedOut }: Expectations,
): ChainBreak[] {
  return handedOut.flatMap(({ size, rootHash }): ChainBreak[] => {
    const last = lastOf(size);
    if (rootHash === undefined) return [{ seq: last, rule: 'checkpoint_signature' }];
    if (size > nextSeq) return [{ seq: nextSeq, rule: 'truncated' }];
    if (size < startSeq) return [{ seq: last, rule: 'anchor_not_covered' }];
    return roots.get(size) === rootHash ? [] : [{ seq: last, rule: 'checkpoint_mismatch' }];
  });
}

function removalBreaks(
  { roots, removal, prunedCount }: Chain,
  { checkpoints }: Expectations,
): ChainBreak[] {
  const held = checkpoints.filter(({ size, rootHash }) => roots.get(size) === rootHash);
  return removal.breaks(prunedCount, held.at(-1)?.size ?? 0);
}

/** `seq` of the last of the first `size` records. */
function lastOf(size: number): number {
  return Math.max(size - 1, 0);
}

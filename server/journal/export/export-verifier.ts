import type { KeyObject } from 'node:crypto';
import type { EventKind } from '../../domain/event.ts';
import type { ChainBreak } from '../../ports/journal.ts';
import { openCheckpoint, parseCheckpoint } from '../notes/checkpoint.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { chainHash, zeroHash } from '../record/record.ts';
import { isHash, type StoredRow } from '../record/stored-row.ts';
import { verifyInclusion } from '../tree/inclusion-proof.ts';
import { merkleRoot } from '../tree/merkle-tree.ts';
import { isSessionLeaf } from '../tree/session-tree.ts';
import { chainVerifier, type StoredCheckpoint } from '../verify/chain-verifier.ts';
import { publicKeyOf } from '../verify/report-digest.ts';
import { parseCanonicalLine } from './export-format.ts';
import type {
  ExportFooter,
  ExportHeader,
  JournalFooter,
  JournalHeader,
  SessionFooter,
  SessionHeader,
} from './parse-export.ts';

/** What is wrong with an export, and at which `seq`; `rule` is a closed list. */
export interface ExportBreak {
  readonly seq: number;
  readonly rule: ChainBreak['rule'] | 'inclusion_mismatch' | 'root_mismatch' | 'unknown_key';
}

export interface ExportVerification {
  readonly ok: boolean;
  /** Records in the file. */
  readonly eventCount: number;
  /** Empty when `ok`. */
  readonly breaks: readonly ExportBreak[];
  /** `curr_hash` of the last record of a whole journal. */
  readonly headHash?: string;
}

/** Takes each line between the first and the last, and then reports the breaks. */
export interface ExportVerifier {
  add(line: string): void;
  finish(): ExportVerification;
}

/** A checkpoint that was kept elsewhere, such as in a report: the journal must have grown from it. */
export interface ExportAnchor {
  /** A signed checkpoint. */
  readonly note: string;
  /** 32 bytes in hex, where it came with its key. */
  readonly publicKey?: string;
}

/**
 * Verifies an export with nothing but the file (docs/journal-format.md): every record, and that all
 * of them are under the checkpoint in its last line. Without a last line, `footer` is undefined and
 * the export counts as truncated. The key is the file's own; only an anchor shows whose key that is.
 */
export function exportVerifier(
  header: ExportHeader,
  footer: ExportFooter | undefined,
  anchors: readonly ExportAnchor[] = [],
): ExportVerifier {
  const publicKey = publicKeyOf(header.public_key);
  // The form of the key was checked when the header was read.
  if (publicKey === undefined) throw new TypeError('a public key is 32 bytes in hex');
  const foreign = anchors.filter(
    (anchor) => (anchor.publicKey ?? header.public_key) !== header.public_key,
  );
  const known: ExportBreak[] = foreign.length > 0 ? [{ seq: 0, rule: 'unknown_key' }] : [];
  const notes = anchors.map(({ note }) => note);
  if ('session_id' in header) {
    const own = footer === undefined || 'proofs' in footer ? footer : undefined;
    return sessionVerifier({ header, footer: own, notes, publicKey, known });
  }
  const own = footer === undefined || 'head_hash' in footer ? footer : undefined;
  return journalVerifier({ header, footer: own, notes, publicKey, known });
}

interface ExportParts<H, F> {
  readonly header: H;
  readonly footer: F | undefined;
  readonly notes: readonly string[];
  readonly publicKey: KeyObject;
  readonly known: readonly ExportBreak[];
}

function journalVerifier(parts: ExportParts<JournalHeader, JournalFooter>): ExportVerifier {
  const { header, footer, notes, publicKey, known } = parts;
  const { origin, first_seq: size, prev_hash: prevHash, peaks } = header;
  // A tree whose number of peaks does not fit its size cannot grow, and is no start.
  const start = { prevHash, tree: { size, peaks: peaks.length === countOnes(size) ? peaks : [] } };
  const broken = peaks.length !== countOnes(size) || (size === 0 && prevHash !== zeroHash);
  const verifier = chainVerifier({
    head: { state: 'signed', head: headOf(footer) },
    checkpoints: checkpointsOf(footer),
    ...(size > 0 && !broken && { start }),
    handedOut: notes,
    origin,
    publicKey,
  });
  let next = broken ? 0 : size;
  return {
    add(line) {
      const row = rowOf(line, next);
      verifier.add(row);
      next = row.seq + 1;
    },
    finish() {
      const found = verifier.finish();
      const breaks: ExportBreak[] = [...known, ...(found.ok ? [] : found.breaks)];
      if (broken) breaks.push({ seq: size, rule: 'prev_hash_mismatch' });
      // Without a last line there is no list of checkpoints that could lack one.
      const reported = breaks.filter(({ rule }) => footer || rule !== 'checkpoint_mismatch');
      return {
        ok: reported.length === 0,
        eventCount: found.eventCount,
        breaks: reported,
        ...(found.ok && { headHash: found.head.hash }),
      };
    },
  };
}

function sessionVerifier(parts: ExportParts<SessionHeader, SessionFooter>): ExportVerifier {
  const { header, footer, notes, publicKey } = parts;
  const breaks: ExportBreak[] = [...parts.known];
  const leaves: string[] = [];
  let [count, lastSeq] = [0, -1];
  const opened = openCheckpoint(footer?.checkpoint ?? '', header.origin, publicKey);
  const root = 'checkpoint' in opened ? opened.checkpoint : undefined;
  const signed = root !== undefined && root.size === footer?.size;

  const checkRecord = (row: StoredRow): readonly ExportBreak['rule'][] => {
    const { currHash, seq: index, sessionId, sessionSeq, body } = row;
    const included =
      !signed ||
      (isHash(currHash) &&
        verifyInclusion(
          { currHash, index, size: root.size },
          footer?.proofs[count] ?? [],
          root.rootHash,
        ));
    return [
      ...(chainHash(body) === currHash ? [] : (['curr_hash_mismatch'] as const)),
      ...(sessionId === header.session_id && sessionSeq === count
        ? []
        : (['session_seq_mismatch'] as const)),
      ...(included ? [] : (['inclusion_mismatch'] as const)),
    ];
  };
  /** The file does not lead from one size of the journal to another: only a note of its own size can be checked. */
  const noteRule = (note: string): ExportBreak['rule'] | undefined => {
    const anchor = openCheckpoint(note, header.origin, publicKey);
    if (!('checkpoint' in anchor)) return 'checkpoint_signature';
    if (anchor.checkpoint.size !== root?.size) return 'anchor_not_covered';
    return anchor.checkpoint.rootHash === root.rootHash ? undefined : 'checkpoint_mismatch';
  };
  const checkNotes = () => {
    for (const note of notes) {
      const rule = noteRule(note);
      const last = Math.max((parseCheckpoint(note)?.size ?? 0) - 1, 0);
      if (rule !== undefined) breaks.push({ seq: last, rule });
    }
  };
  return {
    add(line) {
      const row = rowOf(line, lastSeq + 1);
      const known = parseCanonicalLine(line) !== undefined && row.currHash !== '';
      const rules = known ? checkRecord(row) : (['malformed_record'] as const);
      breaks.push(...rules.map((rule) => ({ seq: row.seq, rule })));
      if (isSessionLeaf(kindOf(row.body)) && isHash(row.currHash)) leaves.push(row.currHash);
      count += 1;
      lastSeq = row.seq;
    },
    finish() {
      if (footer === undefined || footer.proofs.length > count) {
        breaks.push({ seq: lastSeq + 1, rule: 'truncated' });
      } else if (!signed) {
        breaks.push({ seq: Math.max(footer.size - 1, 0), rule: 'checkpoint_signature' });
      } else if (footer.merkle_root_hex !== merkleRoot(leaves)) {
        breaks.push({ seq: lastSeq, rule: 'root_mismatch' });
      }
      checkNotes();
      return { ok: breaks.length === 0, eventCount: count, breaks };
    },
  };
}

/** A line as a row; a line that is no record gets the `seq` it should have. */
function rowOf(line: string, expectedSeq: number): StoredRow {
  const value = parseCanonicalLine(line);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { seq: expectedSeq, sessionId: null, sessionSeq: null, body: line, currHash: '' };
  }
  const { curr_hash: currHash, ...record } = value as Readonly<Record<string, unknown>>;
  const { seq, session_id: sessionId, session_seq: sessionSeq } = record;
  return {
    seq: Number.isSafeInteger(seq) ? Number(seq) : expectedSeq,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    sessionSeq: typeof sessionSeq === 'number' ? sessionSeq : null,
    body: canonicalJson(record),
    currHash: typeof currHash === 'string' ? currHash : '',
  };
}

function kindOf(body: string): EventKind {
  return (JSON.parse(body) as { kind: EventKind }).kind;
}

/** A file without its last line counts as one that lost records. */
function headOf(footer: JournalFooter | undefined) {
  return { size: footer?.size ?? Number.MAX_SAFE_INTEGER, hash: footer?.head_hash ?? '' };
}

function checkpointsOf(footer: JournalFooter | undefined): readonly StoredCheckpoint[] {
  if (footer === undefined) return [];
  const kept = footer.checkpoints.map(({ size, note, voided_by }) => {
    return { size, note, voidedBy: voided_by ?? null };
  });
  return [...kept, { size: footer.size, note: footer.checkpoint, voidedBy: null }];
}

/** Number of complete subtrees of a tree with `size` leaves. */
function countOnes(size: number): number {
  return [...size.toString(2)].filter((digit) => digit === '1').length;
}

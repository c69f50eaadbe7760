import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import { exportFormat } from '../export/export-format.ts';
import {
  type ExportSource,
  exportHeader,
  exportLines,
  exportTree,
} from '../export/export-lines.ts';
import { canonicalJson } from '../record/canonical-json.ts';
import { logProofs } from '../tree/inclusion-proof.ts';
import { sessionRoot } from '../tree/session-tree.ts';
import type { JournalReader } from './journal-reader.ts';

/** Whose journal is exported. */
export type ExportedJournal = Omit<ExportSource, 'checkpoints'>;

export interface ExportQuery {
  /** One session, with the proof of each of its records. */
  readonly sessionId?: SessionId;
  /** First `seq` wanted; default: the first that is there. */
  readonly from?: number;
}

/**
 * The journal at one moment, or a session of it, as lines that verify without this program
 * (docs/journal-format.md). The checkpoint in the last line is signed only if the records bear out
 * all earlier ones. Rejects when pruning deletes records meanwhile, and with Fault
 * `session_not_found`.
 */
export function exportJournal(
  reader: JournalReader,
  journal: ExportedJournal,
  { sessionId, from = 0 }: ExportQuery = {},
): AsyncGenerator<string> {
  return sessionId === undefined
    ? wholeJournal(reader, journal, from)
    : oneSession(reader, journal, sessionId);
}

async function* wholeJournal(
  reader: JournalReader,
  journal: ExportedJournal,
  from: number,
): AsyncGenerator<string> {
  const snapshot = await reader.snapshot();
  const end = snapshot.end();
  const lines = exportLines({ ...journal, checkpoints: snapshot.checkpoints });
  let next = Math.max(Math.min(from, end.size), snapshot.prunedBelow);
  for await (const hashes of snapshot.hashes(next)) hashes.forEach(lines.before);
  yield `${lines.header()}\n`;
  for await (const rows of snapshot.records(next)) {
    for (const { body, currHash } of rows) yield `${lines.record(body, currHash)}\n`;
    next += rows.length;
  }
  // A stable snapshot lost none on the way: what is missing there shows in the export.
  if (!reader.isStable && next !== end.size) {
    throw new Error('records are missing, or were pruned meanwhile');
  }
  yield `${lines.footer(end)}\n`;
}

async function* oneSession(
  reader: JournalReader,
  journal: ExportedJournal,
  sessionId: SessionId,
): AsyncGenerator<string> {
  const snapshot = await reader.snapshot();
  const records = await snapshot.session(sessionId);
  if (records.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  const source = { ...journal, checkpoints: snapshot.checkpoints };
  yield `${canonicalJson({ ...exportHeader(source), session_id: sessionId })}\n`;
  for (const record of records) yield `${canonicalJson(record)}\n`;
  const { size } = snapshot.end();
  const tree = exportTree(source);
  const proofs = logProofs(records.map(({ seq }) => seq));
  for await (const hashes of snapshot.hashes(size)) {
    for (const hash of hashes) {
      tree.add(hash);
      proofs.add(hash);
    }
  }
  if (tree.tree().size !== size) throw new RangeError('records are missing');
  const footer = {
    end: exportFormat,
    size,
    checkpoint: tree.checkpoint(),
    merkle_root_hex: sessionRoot(records),
    proofs: proofs.finish(),
  };
  yield `${canonicalJson(footer)}\n`;
}

import type { JournalRecord } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import {
  canonicalJson,
  exportFormat,
  exportHeader,
  exportTree,
  type JournalKeys,
  logProofs,
  sessionRoot,
} from '../../journal/index.ts';
import type { PostgresDatabase } from './connection.ts';
import { type JournalCipher, journalCipher } from './journal-cipher.ts';
import { type Queryable, asQueryable } from './journal-judge.ts';
import { readRecords } from './journal-reads.ts';
import { hashBlocks, type JournalSnapshot } from './journal-stand.ts';

const recordsPerRead = 1_000;

/** Whose journal is exported. */
export interface ExportedJournal {
  readonly keys: JournalKeys;
  readonly origin: string;
}

/** The lines of one session, with the proof of each of its records, without their newlines. */
export async function* sessionLines(
  database: PostgresDatabase,
  { keys, origin }: ExportedJournal,
  snapshot: JournalSnapshot,
  sessionId: SessionId,
): AsyncGenerator<string> {
  const asked = asQueryable(database);
  const { size } = snapshot.row;
  const records = (await recordsOf(asked, journalCipher(keys.database), sessionId)).filter(
    ({ seq }) => seq < size,
  );
  if (records.length === 0) throw new Fault('session_not_found', 'the journal has no such session');
  const source = { origin, keys, checkpoints: snapshot.checkpoints };
  yield canonicalJson({ ...exportHeader(source), session_id: sessionId });
  for (const record of records) yield canonicalJson(record);
  const log = exportTree(source);
  const hashes = await packedHashes(asked, size);
  const { proofs } = logProofs(
    addingTo(log, hashes),
    size,
    records.map(({ seq }) => seq),
  );
  yield canonicalJson({
    end: exportFormat,
    size,
    checkpoint: log.checkpoint(),
    merkle_root_hex: sessionRoot(records),
    proofs,
  });
}

async function recordsOf(asked: Queryable, cipher: JournalCipher, sessionId: SessionId) {
  const records: JournalRecord[] = [];
  for (;;) {
    const query = { sessionId, from: records.length, limit: recordsPerRead };
    const page = await readRecords(asked, cipher, query);
    records.push(...page);
    if (page.length < recordsPerRead) return records;
  }
}

/** Hashes of the first `size` records as bytes, of which a long journal has half as many as in hex. */
async function packedHashes(asked: Queryable, size: number): Promise<readonly Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const hashes of hashBlocks(asked, size))
    blocks.push(Buffer.from(hashes.join(''), 'hex'));
  return blocks;
}

const hashBytes = 32;

function* addingTo(log: { add(hash: string): void }, blocks: readonly Buffer[]): Generator<string> {
  for (const block of blocks) {
    for (let at = 0; at < block.length; at += hashBytes) {
      const hash = block.toString('hex', at, at + hashBytes);
      log.add(hash);
      yield hash;
    }
  }
}

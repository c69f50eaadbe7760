import { exportLines, type JournalKeys, zeroHash } from '../../journal/index.ts';
import type { PostgresDatabase } from './connection.ts';
import { journalCipher } from './journal-cipher.ts';
import { askedOf } from './journal-judge.ts';
import { hashBlocks, readStand, recordBlocks } from './journal-stand.ts';

/**
 * The journal as it stands at one moment, as lines that verify without this program
 * (docs/journal-format.md), beside replicas at work. Rejects when records are pruned meanwhile.
 */
export async function* exportJournal(
  database: PostgresDatabase,
  { keys, origin }: { readonly keys: JournalKeys; readonly origin: string },
): AsyncGenerator<string> {
  const stand = await readStand(database, { state: 'missing' }, keys.head);
  const asked = askedOf(database);
  const cipher = journalCipher(keys.database);
  const lines = exportLines({ origin, keys, checkpoints: stand.checkpoints });
  for await (const hashes of hashBlocks(asked, stand.prunedBelow)) {
    for (const hash of hashes) lines.before(hash);
  }
  yield `${lines.header()}\n`;
  let next = stand.prunedBelow;
  for await (const rows of recordBlocks(asked, next, stand.row.size)) {
    for (const { seq, sealed, currHash } of rows) {
      yield `${lines.record(cipher.open(seq, sealed), currHash.toString('hex'))}\n`;
    }
    if (rows[0]?.seq !== next) break;
    next += rows.length;
  }
  if (next !== stand.row.size) throw new Error('records are missing, or were pruned meanwhile');
  const hash = stand.row.hash?.toString('hex') ?? zeroHash;
  yield `${lines.footer({ size: stand.row.size, hash })}\n`;
}

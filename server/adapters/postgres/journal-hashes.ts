import { type MerkleTree, tileSize, withLeaf } from '../../journal/index.ts';
import type { Queryable } from './journal-judge.ts';
import { statement } from './statement.ts';

const hashBytes = 32;
/** Hashes read at once while a tree is grown. */
const blockSize = 16 * tileSize;

/** Deleted records leave their hashes in tiles; a tile is deleted as a whole or not at all. */
export const readHashes = statement<
  [fromTile: number, beforeTile: number, before: number],
  { hashes: Buffer }
>(
  `SELECT
     coalesce((SELECT string_agg(hashes, ''::bytea ORDER BY no) FROM journal_tile
       WHERE no >= $1::bigint AND no < $2::bigint), ''::bytea)
     || coalesce((SELECT string_agg(curr_hash, ''::bytea ORDER BY seq) FROM journal_record
       WHERE seq >= $1::bigint * 256 AND seq < $3::bigint), ''::bytea) AS hashes`,
);

/** Hashes in hex of the records [from, to), deleted ones included; fewer where some are missing. */
export async function hashesBetween(
  { ask }: Queryable,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const tile = Math.floor(from / tileSize);
  const [row] = await ask(readHashes, [tile, Math.ceil(to / tileSize), to]);
  const bytes = row?.hashes ?? Buffer.alloc(0);
  const start = tile * tileSize;
  const count = Math.min(to - start, bytes.length / hashBytes) - (from - start);
  return Array.from({ length: Math.max(count, 0) }, (_, at) => {
    const first = (from - start + at) * hashBytes;
    return bytes.toString('hex', first, first + hashBytes);
  });
}

/** The tree grown to `to` records. Rejects when some are missing. */
export async function grownTree(asked: Queryable, tree: MerkleTree, to: number): Promise<MerkleTree> {
  let grown = tree;
  while (grown.size < to) {
    const next = Math.min(to, grown.size + blockSize);
    const hashes = await hashesBetween(asked, grown.size, next);
    if (hashes.length < next - grown.size) throw new Error('records are missing');
    grown = hashes.reduce(withLeaf, grown);
  }
  return grown;
}

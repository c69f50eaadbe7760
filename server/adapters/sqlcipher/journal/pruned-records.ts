import type Database from 'better-sqlite3-multiple-ciphers';
import { tileSize } from '../../../journal/index.ts';
import { retentionSql } from './statements.ts';

/** Records that retention gave up or deleted, and the hashes that are kept of them (design D27). */
export interface PrunedRecords {
  /** Records before this `seq` are not read any more. */
  below(): number;
  /** Records before this `seq` are deleted. */
  deletedBelow(): number;
  /** Hashes of the deleted records [from, to). */
  hashes(from: number, to: number): readonly string[];
  /** Keeps the hashes of the next tile; inside the transaction that deletes its records. */
  keep(no: number, hashes: readonly string[]): void;
  /** Inside the transaction that holds the event at `eventSeq` and its checkpoint. */
  giveUp(below: number, eventSeq: number): void;
  reload(): void;
}

const hashBytes = 32;

export function prunedRecords(db: Database.Database): PrunedRecords {
  const state = db.prepare<[], { pruned_below: number }>(retentionSql.state);
  const lastTile = db.prepare<[], number | null>(retentionSql.lastTile).pluck();
  const tile = db.prepare<[number], Buffer>(retentionSql.tile).pluck();
  const keepTile = db.prepare<[number, Buffer]>(retentionSql.keepTile);
  const setBelow = db.prepare<[number, number]>(retentionSql.giveUp);
  let below = 0;
  let deletedBelow = 0;

  const records: PrunedRecords = {
    below: () => below,
    deletedBelow: () => deletedBelow,
    hashes(from, to) {
      const first = from - (from % tileSize);
      const hashes: string[] = [];
      for (let at = first; at < to; at += tileSize)
        hashes.push(...hashesIn(tile.get(at / tileSize)));
      return hashes.slice(from - first, to - first);
    },
    keep(no, hashes) {
      keepTile.run(no, Buffer.from(hashes.join(''), 'hex'));
      deletedBelow = (no + 1) * tileSize;
    },
    giveUp(to, eventSeq) {
      setBelow.run(to, eventSeq);
      below = to;
    },
    reload() {
      below = state.get()?.pruned_below ?? 0;
      deletedBelow = ((lastTile.get() ?? -1) + 1) * tileSize;
    },
  };
  records.reload();
  return records;
}

/** Hashes of all deleted records in order, a tile at a time. */
export function* prunedTiles(db: Database.Database): Generator<readonly string[]> {
  for (const blob of db.prepare<[], Buffer>(retentionSql.tiles).pluck().iterate()) {
    yield hashesIn(blob);
  }
}

function hashesIn(blob: Buffer = Buffer.alloc(0)): string[] {
  return Array.from({ length: blob.length / hashBytes }, (_, at) =>
    blob.toString('hex', at * hashBytes, (at + 1) * hashBytes),
  );
}

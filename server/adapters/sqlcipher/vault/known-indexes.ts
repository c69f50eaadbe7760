import type Database from 'better-sqlite3-multiple-ciphers';
import { attempt } from '../engine/batch-runner.ts';

/**
 * Says which values the vault surely lacks, without a look into its file: a Bloom filter over the indexes of
 * values, in memory that the vault's thread and the calling thread share.
 */
export interface KnownIndexes {
  /** False when no value with this index was ever added. True until `complete`. */
  mayHold(index: string): boolean;
  add(index: string): void;
  /** Says that all values of the vault were added. */
  complete(): void;
}

/** Of a million values, one new value in 50 is looked up for nothing; of three million, one in three. */
const bits = 2 ** 23;
const bitsPerValue = 4;
/** An index is an HMAC in hex: each six digits of it are a number of their own. */
const digitsPerBit = 6;

/** Memory for `knownIndexes`. */
export function memoryForIndexes(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT + bits / 8);
}

export function knownIndexes(memory: SharedArrayBuffer): KnownIndexes {
  const completed = new Int32Array(memory, 0, 1);
  const words = new Int32Array(memory, completed.byteLength);

  const placesOf = (index: string): readonly number[] =>
    Array.from({ length: bitsPerValue }, (_, at) => {
      const digits = index.slice(at * digitsPerBit, (at + 1) * digitsPerBit);
      return Number.parseInt(digits, 16) % bits;
    });
  const isSet = (place: number): boolean =>
    (Atomics.load(words, place >>> 5) & (1 << (place & 31))) !== 0;

  return {
    mayHold: (index) => Atomics.load(completed, 0) === 0 || placesOf(index).every(isSet),
    add: (index) => {
      for (const place of placesOf(index)) Atomics.or(words, place >>> 5, 1 << (place & 31));
    },
    complete: () => void Atomics.store(completed, 0, 1),
  };
}

export const indexesSql = {
  following: 'SELECT value_index FROM vault WHERE value_index > ? ORDER BY value_index LIMIT 1000',
};

/**
 * Adds what the vault holds, in the thread that owns the database, which serves calls in between. Where that fails,
 * every value is looked up.
 */
export function loadIndexes(db: Database.Database, known: KnownIndexes): void {
  const following = db.prepare<[string], string>(indexesSql.following).pluck();
  const load = (after: string): void => {
    if (!db.open) return;
    const found = following.all(after);
    for (const index of found) known.add(index);
    const last = found.at(-1);
    if (last === undefined) known.complete();
    else setImmediate(attempt, () => load(last));
  };
  attempt(() => load(''));
}

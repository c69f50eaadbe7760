import { itemAt } from '../domain/item-at.ts';
/** Numbers by key. A key may have many; they come back in the order in which they were added. */
export interface HashTable {
  add(key: number, value: number): void;
  /** The numbers of a key, at most `most`. */
  get(key: number, most?: number): readonly number[];
  /** Bytes of its arrays. */
  bytes(): number;
}

/** A part of the table grows by itself, so that no growth takes longer than a fraction of a millisecond. */
const partCount = 64;
const firstSlots = 16;
const none: readonly number[] = [];

interface Part {
  keys: Float64Array;
  values: Uint32Array;
  used: number;
}

/** A table of keys that `hashOf` made, in typed arrays: 12 bytes a slot, of which a third to two thirds are in use. */
export function hashTable(): HashTable {
  const parts = Array.from({ length: partCount }, () => emptyPart(firstSlots));
  const partOf = (key: number): Part => itemAt(parts, key % partCount);
  return {
    add: (key, value) => {
      const part = partOf(key);
      if (3 * part.used >= 2 * part.keys.length) grow(part);
      insert(part, key, value);
    },
    get: (key, most = Number.POSITIVE_INFINITY) => {
      const { keys, values } = partOf(key);
      const last = keys.length - 1;
      let found: number[] | undefined;
      for (let slot = slotOf(key) & last; keys[slot] !== 0; slot = (slot + 1) & last) {
        if (keys[slot] !== key) continue;
        found ??= [];
        if (found.push(itemAt(values, slot)) >= most) break;
      }
      return found ?? none;
    },
    bytes: () => parts.reduce((sum, { keys }) => sum + 12 * keys.length, 0),
  };
}

const emptyPart = (slots: number): Part => ({
  keys: new Float64Array(slots),
  values: new Uint32Array(slots),
  used: 0,
});

const slotOf = (key: number): number => (key / partCount) | 0;

function insert(part: Part, key: number, value: number): void {
  const { keys, values } = part;
  const last = keys.length - 1;
  let slot = slotOf(key) & last;
  while (keys[slot] !== 0) slot = (slot + 1) & last;
  keys[slot] = key;
  values[slot] = value;
  part.used += 1;
}

/** Adds the entries again from behind an empty slot, so that those of one key keep their order. */
function grow(part: Part): void {
  const { keys, values } = part;
  Object.assign(part, emptyPart(2 * keys.length));
  const empty = keys.indexOf(0);
  for (let step = 1; step <= keys.length; step += 1) {
    const slot = (empty + step) % keys.length;
    const key = itemAt(keys, slot);
    if (key !== 0) insert(part, key, itemAt(values, slot));
  }
}

/**
 * A key of 52 bits for a text, never 0. Two of a million texts share a key with a chance of one in ten
 * thousand.
 */
export function hashOf(text: string): number {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
    low ^= low >>> 13;
  }
  high = mixed(high);
  low = mixed(low ^ high);
  return (high >>> 0) * 0x100000 + (low >>> 12) + 1;
}

function mixed(bits: number): number {
  const once = Math.imul(bits ^ (bits >>> 16), 0x45d9f3b);
  return once ^ (once >>> 16);
}

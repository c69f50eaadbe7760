/** A seeded source of choices. */
export interface Random {
  /** 0 up to but not 1. */
  next(): number;
  /** Whole number of [0, below). */
  below(below: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)] as never;
    },
  };
}

/** A number of 32 bits that a string always has; splits values into training and held-out ones. */
export function hashOf(text: string): number {
  let hash = 2166136261;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x45d9f3b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

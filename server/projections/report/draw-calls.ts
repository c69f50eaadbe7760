import { hash } from 'node:crypto';

/** Calls in the order in which a seed draws them: lowest SHA-256 of seed, colon and session id first. */
export function drawOrder<Id extends string>(seed: string, ids: readonly Id[]): readonly Id[] {
  return ids
    .map((id) => ({ id, at: hash('sha256', `${seed}:${id}`) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ id }) => id);
}

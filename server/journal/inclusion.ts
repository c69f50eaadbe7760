import { leafHash, merkleRoot, nodeHash } from './merkle.ts';

/** Audit path of one leaf (RFC 6962, 2.1.1): sibling roots in hex, nearest first. */
export function inclusionProof(currHashes: readonly string[], index: number): string[] {
  const size = currHashes.length;
  if (!(index >= 0 && index < size)) throw new RangeError('no such leaf');
  if (size === 1) return [];
  const split = largestPowerBelow(size);
  const [left, right] = [currHashes.slice(0, split), currHashes.slice(split)];
  return index < split
    ? [...inclusionProof(left, index), merkleRoot(right)]
    : [...inclusionProof(right, index - split), merkleRoot(left)];
}

/** True when `proof` leads from the leaf to `root` (hex) of a tree of `size` leaves (RFC 6962, 2.1.1). */
export function verifyInclusion(
  leaf: { readonly currHash: string; readonly index: number; readonly size: number },
  proof: readonly string[],
  root: string,
): boolean {
  if (!(leaf.index >= 0 && leaf.index < leaf.size)) return false;
  return climb(leafHash(leaf.currHash), leaf.index, leaf.size, proof) === root;
}

/** The root that the path leads to; undefined when it has too few or too many steps. */
function climb(
  leaf: string,
  index: number,
  size: number,
  steps: readonly string[],
): string | undefined {
  const sibling = steps.at(-1);
  if (size === 1) return sibling === undefined ? leaf : undefined;
  if (sibling === undefined) return undefined;
  const split = largestPowerBelow(size);
  const below = steps.slice(0, -1);
  if (index < split) {
    const left = climb(leaf, index, split, below);
    return left && nodeHash(left, sibling);
  }
  const right = climb(leaf, index - split, size - split, below);
  return right && nodeHash(sibling, right);
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

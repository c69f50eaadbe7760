import { leafHash, nodeHash } from './merkle-tree.ts';

/** Takes the `curr_hash` of each leaf of a log in order. */
export interface LogProofs {
  add(currHash: string): void;
  /** The paths of the wanted leaves, in their order. */
  finish(): readonly (readonly string[])[];
}

/** A complete subtree, and the wanted leaves in it. */
interface Subtree {
  readonly size: number;
  readonly root: string;
  readonly wanted: readonly number[];
}

/**
 * Audit paths (RFC 6962, 2.1.1) of many leaves of one long log, in one pass
 * and in the memory of the paths alone.
 */
export function logProofs(wanted: readonly number[]): LogProofs {
  const paths = new Map(wanted.map((index): [number, string[]] => [index, []]));
  /** Largest first. */
  const subtrees: Subtree[] = [];
  let size = 0;
  const joined = (left: Subtree, right: Subtree): Subtree => {
    for (const index of left.wanted) paths.get(index)?.push(right.root);
    for (const index of right.wanted) paths.get(index)?.push(left.root);
    const root = nodeHash(left.root, right.root);
    return { size: left.size + right.size, root, wanted: left.wanted.concat(right.wanted) };
  };
  return {
    add(currHash) {
      const root = leafHash(currHash);
      let subtree: Subtree = { size: 1, root, wanted: paths.has(size) ? [size] : [] };
      for (let left = subtrees.at(-1); left?.size === subtree.size; left = subtrees.at(-1)) {
        subtree = joined(left, subtree);
        subtrees.pop();
      }
      subtrees.push(subtree);
      size += 1;
    },
    finish() {
      if (subtrees.length > 0) subtrees.reduceRight((right, left) => joined(left, right));
      return wanted.map((index) => paths.get(index) ?? []);
    },
  };
}

/** Audit path of one leaf (RFC 6962, 2.1.1), with a step for each leaf: sibling roots in hex, nearest first. */
export function* inclusionSteps(
  currHashes: readonly string[],
  index: number,
): Generator<undefined, readonly string[]> {
  if (!(index >= 0 && index < currHashes.length)) throw new RangeError('no such leaf');
  const proofs = logProofs([index]);
  for (const currHash of currHashes) {
    proofs.add(currHash);
    yield;
  }
  return proofs.finish()[0] ?? [];
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

import { runToEnd } from '../../domain/time-slices.ts';
import { emptyTree, leafHash, nodeHash, treeRoot, withLeaf } from './merkle-tree.ts';

/**
 * Audit paths (RFC 6962, 2.1.1; compare `inclusionProof`) of many leaves of one long log, in one pass
 * over its `curr_hash`es and in the memory of the paths alone. `wanted` ascends; `size` is the number
 * of hashes.
 */
export function logProofs(
  currHashes: Iterator<string>,
  size: number,
  wanted: readonly number[],
): { readonly root: string; readonly proofs: readonly (readonly string[])[] } {
  const proofs = new Map(wanted.map((index): [number, string[]] => [index, []]));
  const next = (): string => {
    const { value, done } = currHashes.next();
    if (done === true) throw new RangeError('the log is shorter than it should be');
    return value;
  };
  const walk = (start: number, count: number, within: readonly number[]): string => {
    if (within.length === 0) return rootOfNext(next, count);
    if (count === 1) return leafHash(next());
    const split = 2 ** Math.ceil(Math.log2(count) - 1);
    const [before, after] = [
      within.filter((index) => index < start + split),
      within.filter((index) => index >= start + split),
    ];
    const left = walk(start, split, before);
    const right = walk(start + split, count - split, after);
    for (const index of before) proofs.get(index)?.push(right);
    for (const index of after) proofs.get(index)?.push(left);
    return nodeHash(left, right);
  };
  const root = walk(0, size, wanted);
  return { root, proofs: wanted.map((index) => proofs.get(index) ?? []) };
}

function rootOfNext(next: () => string, count: number): string {
  let tree = emptyTree;
  for (let at = 0; at < count; at += 1) tree = withLeaf(tree, next());
  return treeRoot(tree);
}

/** Audit path of one leaf (RFC 6962, 2.1.1): sibling roots in hex, nearest first. */
export function inclusionProof(currHashes: readonly string[], index: number): string[] {
  return runToEnd(inclusionSteps(currHashes, index));
}

/** `inclusionProof`, with a step for each node of the tree. */
export function* inclusionSteps(
  currHashes: readonly string[],
  index: number,
): Generator<undefined, string[]> {
  if (!(index >= 0 && index < currHashes.length)) throw new RangeError('no such leaf');
  let level: string[] = [];
  for (const currHash of currHashes) {
    level.push(leafHash(currHash));
    yield;
  }
  const path: string[] = [];
  for (let at = index; level.length > 1; at = Math.floor(at / 2)) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    if (sibling !== undefined) path.push(sibling);
    level = yield* levelAbove(level);
  }
  return path;
}

/** A node without a sibling stands in the level above as it is. */
function* levelAbove(level: readonly string[]): Generator<undefined, string[]> {
  const above: string[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = level.slice(at, at + 2);
    above.push(right === undefined ? left : nodeHash(left, right));
    yield;
  }
  return above;
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

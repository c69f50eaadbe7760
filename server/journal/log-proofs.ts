import { emptyTree, leafHash, nodeHash, treeRoot, withLeaf } from './merkle.ts';

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

import { hash } from 'node:crypto';

/** Prefixes that keep leaves and nodes apart (RFC 6962, 2.1). */
const leafPrefix = 0x00;
const nodePrefix = 0x01;
const hashBytes = 32;

/**
 * A growing Merkle tree (RFC 6962, 2.1; design D21), kept as the hex roots of its complete subtrees,
 * largest first. It takes O(log size) memory and can go on from any stored state.
 */
export interface MerkleTree {
  readonly size: number;
  readonly peaks: readonly string[];
}

export const emptyTree: MerkleTree = { size: 0, peaks: [] };

/** The tree with one more leaf, given as a `curr_hash` in hex. */
export function withLeaf(tree: MerkleTree, currHash: string): MerkleTree {
  const peaks = tree.peaks.slice();
  let node = leafHash(currHash);
  for (let size = tree.size; size % 2 === 1; size = (size - 1) / 2) {
    const left = peaks.pop();
    if (left === undefined) throw new RangeError('the tree has too few peaks for its size');
    node = nodeHash(left, node);
  }
  peaks.push(node);
  return { size: tree.size + 1, peaks };
}

/** The root in hex; of the empty tree, SHA-256 of nothing. */
export function treeRoot(tree: MerkleTree): string {
  const [last, ...larger] = tree.peaks.toReversed();
  if (last === undefined) return hash('sha256', '');
  return larger.reduce((right, left) => nodeHash(left, right), last);
}

/** Root in hex over the leaves of these `curr_hash`es in order. */
export function merkleRoot(currHashes: readonly string[]): string {
  return treeRoot(currHashes.reduce(withLeaf, emptyTree));
}

const leafInput = Buffer.alloc(1 + hashBytes);
const nodeInput = Buffer.alloc(1 + 2 * hashBytes);

/** SHA-256(0x00 ‖ curr_hash bytes), hex to hex. */
export function leafHash(currHash: string): string {
  leafInput[0] = leafPrefix;
  writeHash(leafInput, currHash, 1);
  return hash('sha256', leafInput);
}

/** SHA-256(0x01 ‖ left ‖ right), hex to hex. */
export function nodeHash(left: string, right: string): string {
  nodeInput[0] = nodePrefix;
  writeHash(nodeInput, left, 1);
  writeHash(nodeInput, right, 1 + hashBytes);
  return hash('sha256', nodeInput);
}

function writeHash(into: Buffer, hex: string, at: number): void {
  if (into.write(hex, at, hashBytes, 'hex') !== hashBytes)
    throw new TypeError('a hash is 32 bytes');
}

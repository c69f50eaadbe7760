import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyTree,
  merkleRoot,
  treeRoot,
  verifyInclusion,
  withLeaf,
} from '../../../../server/journal/index.ts';
import { inclusionProof } from '../../../support/trees.ts';

const leaves = (size: number) => Array.from({ length: size }, (_, at) => hash('sha256', `${at}`));

/** The definition of RFC 6962, 2.1, word by word. */
function definedRoot(hashes: readonly string[]): Buffer {
  const sha = (...parts: Buffer[]) => hash('sha256', Buffer.concat(parts), 'buffer');
  const [only, second] = hashes;
  if (only === undefined) return sha();
  if (second === undefined) return sha(Buffer.from([0]), Buffer.from(only, 'hex'));
  const split = 2 ** Math.ceil(Math.log2(hashes.length) - 1);
  return sha(
    Buffer.from([1]),
    definedRoot(hashes.slice(0, split)),
    definedRoot(hashes.slice(split)),
  );
}

describe('the Merkle tree (RFC 6962, design D21)', () => {
  it('has the defined root at every size', () => {
    let tree = emptyTree;
    for (const [size, leaf] of leaves(70).entries()) {
      expect(treeRoot(tree)).toBe(definedRoot(leaves(size)).toString('hex'));
      tree = withLeaf(tree, leaf);
    }
  });

  const place = fc
    .integer({ min: 1, max: 40 })
    .chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));

  it('proves every leaf', () => {
    fc.assert(
      fc.property(place, ([size, index]) => {
        const all = leaves(size);
        const leaf = { currHash: all[index] ?? '', index, size };
        expect(verifyInclusion(leaf, inclusionProof(all, index), merkleRoot(all))).toBe(true);
      }),
    );
  });

  it('rejects a proof for another leaf, another place or another path', () => {
    fc.assert(
      fc.property(place, fc.nat(39), ([size, index], other) => {
        const all = leaves(size);
        const root = merkleRoot(all);
        const proof = inclusionProof(all, index);
        const leaf = { currHash: all[index] ?? '', index, size };
        const holds = [
          verifyInclusion({ ...leaf, currHash: hash('sha256', 'other') }, proof, root),
          other !== index && verifyInclusion({ ...leaf, index: other }, proof, root),
          verifyInclusion(leaf, [...proof, leaf.currHash], root),
          proof.length > 0 && verifyInclusion(leaf, proof.slice(1), root),
        ];
        expect(holds).toEqual([false, false, false, false]);
      }),
    );
  });

  it('accepts only 32-byte hashes', () => {
    expect(() => withLeaf(emptyTree, 'ab')).toThrow(TypeError);
  });
});

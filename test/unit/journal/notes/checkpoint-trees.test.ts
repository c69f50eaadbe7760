import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../../../server/domain/time-slices.ts';
import {
  brokenCheckpoints,
  chainHash,
  emptyTree,
  growTree,
  merkleRoot,
  restoreTree,
  signCheckpoint,
  withLeaf,
} from '../../../../server/journal/index.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const origin = 'audit.example/test';
const signer = { origin, publicKey };
const hashes = Array.from({ length: 5_000 }, (_, seq) => chainHash(String(seq)));
const read = (from: number, to: number) => hashes.slice(from, to);
/** Without record 7. */
const readWithHole = (from: number, to: number) =>
  read(from, to).filter((_, at) => from + at !== 7);

function checkpoint(size: number) {
  const tree = hashes.slice(0, size).reduce(withLeaf, emptyTree);
  const rootHash = merkleRoot(hashes.slice(0, size));
  const keys = { signing: privateKey, public: publicKey };
  return {
    size,
    note: signCheckpoint({ origin, size, rootHash }, keys),
    peaks: tree.peaks.join(' '),
  };
}

describe('the tree under a checkpoint', () => {
  it('grows over many blocks of hashes', () => {
    expect(runToEnd(growTree(emptyTree, 5_000, read))).toEqual(hashes.reduce(withLeaf, emptyTree));
  });

  it('does not grow over a missing record', () => {
    expect(runToEnd(growTree(emptyTree, 4_500, readWithHole))).toBeUndefined();
  });

  it('is taken as it was kept where that fits the note', () => {
    const tree = runToEnd(restoreTree(checkpoint(9), signer, () => []));
    expect(tree?.size).toBe(9);
  });

  it('is built from the records where the kept one does not fit the note', () => {
    const changed = { ...checkpoint(9), peaks: checkpoint(8).peaks };
    expect(runToEnd(restoreTree(changed, signer, read))?.size).toBe(9);
    expect(runToEnd(restoreTree(changed, signer, readWithHole))).toBeUndefined();
  });
});

describe('checkpoints that the records do not bear out', () => {
  const notes = [3, 7, 8, 4_900].map(checkpoint);
  const brokenSizes = (size: number, from = read) =>
    runToEnd(brokenCheckpoints(notes, size, signer, from)).map((note) => note.size);

  it('are none while all records are there', () => {
    expect(brokenSizes(5_000)).toEqual([]);
  });

  it('are those beyond the last record', () => {
    expect(brokenSizes(8)).toEqual([4_900]);
  });

  it('are those from a missing record on', () => {
    expect(brokenSizes(5_000, readWithHole)).toEqual([8, 4_900]);
  });
});

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EventProof, verifyEvent } from '../../../../renderer/calls/verify-event.ts';
import { canonicalJson, chainHash, merkleRoot } from '../../../../server/journal/index.ts';
import { inclusionProof } from '../../../support/trees.ts';

const sizes = 70;

interface Leaf {
  readonly event: EventProof['event'];
  readonly hash: string;
}

const leaves: readonly Leaf[] = Array.from({ length: sizes }, (_, seq) => {
  const body = { v: 1, seq, kind: 'redaction_applied', nonce: `${seq}`.padStart(32, '0') };
  const hash = chainHash(canonicalJson(body));
  return { event: { ...body, curr_hash: hash }, hash };
});

function proofOf(size: number, index: number): EventProof {
  const hashes = leaves.slice(0, size).map(({ hash }) => hash);
  return {
    event: leaves[index]?.event ?? {},
    leaf_index: index,
    tree_size: size,
    merkle_root_hex: merkleRoot(hashes),
    path: inclusionProof(hashes, index),
  };
}

const place = fc
  .integer({ min: 1, max: sizes })
  .chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 0, max: size - 1 })));

describe('verifying the proof of an event in the browser (design D21)', () => {
  it('the proof holds for every leaf of trees from the service', async () => {
    for (let size = 1; size <= sizes; size += 1) {
      const proofs = Array.from({ length: size }, (_, index) => proofOf(size, index));
      const verdicts = await Promise.all(proofs.map(verifyEvent));
      expect(verdicts.every(({ hashHolds, pathHolds }) => hashHolds && pathHolds)).toBe(true);
    }
  });

  it('the proof of a changed event does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(place, async ([size, index]) => {
        const proof = proofOf(size, index);
        const verdict = await verifyEvent({ ...proof, event: { ...proof.event, kind: 'other' } });
        expect(verdict.hashHolds).toBe(false);
      }),
    );
  });

  it('the proof of an event that was changed together with its hash does not hold', async () => {
    await fc.assert(
      fc.asyncProperty(place, async ([size, index]) => {
        const proof = proofOf(size, index);
        const { curr_hash: _, ...kept } = proof.event;
        const body = { ...kept, kind: 'other' };
        const curr_hash = chainHash(canonicalJson(body));
        const verdict = await verifyEvent({ ...proof, event: { ...body, curr_hash } });
        expect(verdict).toEqual({ hashHolds: true, pathHolds: false });
      }),
    );
  });

  it('a proof does not hold at another position, or with a longer or shorter path', async () => {
    await fc.assert(
      fc.asyncProperty(place, async ([size, index]) => {
        const proof = proofOf(size, index);
        const stranger = createHash('sha256').update('stranger').digest('hex');
        const wrong: EventProof[] = [
          { ...proof, path: [...proof.path, stranger] },
          { ...proof, tree_size: index },
          { ...proof, leaf_index: -1 },
          ...(size === 1 ? [] : [{ ...proof, path: proof.path.slice(0, -1) }]),
          ...(size === 1 ? [] : [{ ...proof, leaf_index: (index + 1) % size }]),
        ];
        for (const other of wrong) expect((await verifyEvent(other)).pathHolds).toBe(false);
      }),
    );
  });
});

import { createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkpointMatchesTree,
  checkpointText,
  emptyTree,
  formatNote,
  openCheckpoint,
  parseCheckpoint,
  treeRoot,
  withLeaf,
} from '../../../../server/journal/index.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(privateKey);
const origin = 'audit.example/test';
const signed = (text: string, name = origin) =>
  formatNote(text, { name, publicKey }, sign(null, Buffer.from(text), privateKey));
const rootHash = hash('sha256', 'root');
const checkpoint = { origin, size: 12, rootHash };
const note = signed(checkpointText(checkpoint));

describe('a checkpoint is a signed note (design D24)', () => {
  it('opens to what was signed, at any size', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 48 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (size, root) => {
          const written = { origin, size, rootHash: Buffer.from(root).toString('hex') };
          const found = openCheckpoint(signed(checkpointText(written)), origin, publicKey);
          expect(found).toEqual({ checkpoint: written });
        },
      ),
    );
  });

  it('does not open with one character changed', () => {
    fc.assert(
      fc.property(fc.nat(note.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const character = String.fromCharCode(code);
        fc.pre(note[at] !== character);
        const changed = note.slice(0, at) + character + note.slice(at + 1);
        const found = openCheckpoint(changed, origin, publicKey);
        // The last base64 symbol has two bits that no byte holds.
        if ('checkpoint' in found) expect(at).toBe(note.length - 3);
      }),
    );
  });

  it.each([
    ['text without a signature', checkpointText(checkpoint)],
    ['a signature line of another form', `${checkpointText(checkpoint)}\n- ${origin} AAAA\n`],
    [
      'a size with leading zeros',
      signed(`${origin}\n012\n${Buffer.alloc(32).toString('base64')}\n`),
    ],
    ['a short root', signed(`${origin}\n12\nAAAA\n`)],
    ['no final newline', note.slice(0, -1)],
    ['nothing', ''],
  ])('takes %s for malformed', (_, malformed) => {
    expect(openCheckpoint(malformed, origin, publicKey)).toEqual({ flaw: 'malformed' });
    expect(parseCheckpoint(malformed.slice(0, -1))).toBeUndefined();
  });

  it('refuses another origin and another key', () => {
    const { publicKey: otherKey } = generateKeyPairSync('ed25519');
    expect(openCheckpoint(note, 'other.example', publicKey)).toEqual({ flaw: 'wrong_origin' });
    expect(openCheckpoint(note, origin, otherKey)).toEqual({ flaw: 'bad_signature' });
  });

  it('refuses a signature under another name', () => {
    const misnamed = signed(checkpointText(checkpoint), 'other.example');
    expect(openCheckpoint(misnamed, origin, publicKey)).toEqual({ flaw: 'bad_signature' });
  });

  it('opens a note that others have also signed', () => {
    const cosigned = `${note}— witness.example ${Buffer.alloc(68).toString('base64')}\n`;
    expect(openCheckpoint(cosigned, origin, publicKey)).toEqual({ checkpoint });
  });

  it('matches exactly one state of the tree', () => {
    const tree = withLeaf(emptyTree, rootHash);
    const of = { origin, size: 1, rootHash: treeRoot(tree) };
    expect(checkpointMatchesTree(of, tree)).toBe(true);
    expect(checkpointMatchesTree(of, withLeaf(tree, rootHash))).toBe(false);
    expect(checkpointMatchesTree(of, withLeaf(emptyTree, hash('sha256', 'other')))).toBe(false);
  });
});

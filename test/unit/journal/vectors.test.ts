import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  chainHash,
  checkpointText,
  emptyTree,
  formatNote,
  merkleRoot,
  openCheckpoint,
  parseStoredRecord,
  rawPublicKey,
  sessionRoot,
  treeRoot,
} from '../../../server/journal/index.ts';
import { leafHash } from '../../../server/journal/tree/merkle-tree.ts';

const text = readFileSync(new URL('../../golden/audit-vectors.txt', import.meta.url), 'utf8');
const lines = text.split('\n');
const bodies = lines.slice(0, 6).filter((_, at) => at % 2 === 0);
const hashes = lines.slice(0, 6).filter((_, at) => at % 2 === 1);
const named = (name: string) => lines.find((line) => line.startsWith(`${name} `))?.split(' ')[1];
const note = lines.slice(10).join('\n');
const origin = 'audit.example/inst1';

// The note was signed with the Ed25519 key whose seed is 32 bytes of 0x01.
const signing = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]),
  format: 'der',
  type: 'pkcs8',
});

describe('the worked chain of design D20', () => {
  it('has each hash over the canonical form of its record', () => {
    const found = bodies.map((body) => `curr_hash ${chainHash(canonicalJson(JSON.parse(body)))}`);
    expect(found).toEqual(hashes);
  });

  it('links each record to the one before', () => {
    const links = bodies.slice(1).map((body) => `curr_hash ${JSON.parse(body).prev_hash}`);
    expect(links).toEqual(hashes.slice(0, 2));
  });
});

describe('the worked tree of design D21', () => {
  const records = bodies.map((body, at) => parseStoredRecord(body, (hashes[at] ?? '').slice(10)));

  it('has the leaf, the root and the empty root', () => {
    expect(leafHash(records[0]?.curr_hash ?? '')).toBe(named('leaf0'));
    expect(sessionRoot(records)).toBe(named('merkle_root_hex'));
    expect(treeRoot(emptyTree)).toBe(named('empty'));
  });
});

describe('the worked checkpoint of design D24', () => {
  const checkpoint = { origin, size: 3, rootHash: named('merkle_root_hex') ?? '' };

  it('is reproduced byte for byte', () => {
    const body = checkpointText(checkpoint);
    const key = { name: origin, publicKey: createPublicKey(signing) };
    expect(rawPublicKey(signing).toString('hex')).toBe(named('pub'));
    expect(formatNote(body, key, sign(null, Buffer.from(body), signing))).toBe(note);
  });

  it('opens with its key', () => {
    expect(openCheckpoint(note, origin, createPublicKey(signing))).toEqual({ checkpoint });
  });

  it('covers the worked chain', () => {
    expect(merkleRoot(hashes.map((line) => line.slice(10)))).toBe(checkpoint.rootHash);
  });
});

import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

/** A note as it is signed: text that ends in a newline, and signatures by name (C2SP signed-note). */
export interface SignedNote {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly keyName: string;
  /** 4-byte key hash, then the Ed25519 signature. */
  readonly bytes: Buffer;
}

/** Signature type of Ed25519 (C2SP signed-note). */
const ed25519Type = 0x01;
const keyHashBytes = 4;
const signatureLine = /^— (?<keyName>[^\s+]+) (?<base64>[A-Za-z0-9+/]+={0,2})$/;

/** The note with one signature, from the text and its raw Ed25519 signature. */
export function formatNote(
  text: string,
  key: { readonly name: string; readonly publicKey: KeyObject },
  signature: Uint8Array,
): string {
  const bytes = Buffer.concat([keyHash(key.name, key.publicKey), signature]);
  return `${text}\n— ${key.name} ${bytes.toString('base64')}\n`;
}

/** Undefined when it is no signed note. */
export function parseNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const groups = signatureLine.exec(line)?.groups;
    if (groups === undefined) return undefined;
    signatures.push({
      keyName: groups['keyName'] ?? '',
      bytes: Buffer.from(groups['base64'] ?? '', 'base64'),
    });
  }
  return { text: note.slice(0, end + 1), signatures };
}

/** True when one of the signatures is by this key and right. */
export function isSignedBy(note: SignedNote, name: string, publicKey: KeyObject): boolean {
  const expected = keyHash(name, publicKey);
  return note.signatures.some(
    ({ keyName, bytes }) =>
      keyName === name &&
      bytes.subarray(0, keyHashBytes).equals(expected) &&
      verify(null, Buffer.from(note.text), publicKey, bytes.subarray(keyHashBytes)),
  );
}

/** Raw 32 bytes of an Ed25519 public key. */
export function rawPublicKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'public' ? key : createPublicKey(key);
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function keyHash(name: string, publicKey: KeyObject): Buffer {
  const key = rawPublicKey(publicKey);
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([ed25519Type]), key]);
  return hash('sha256', input, 'buffer').subarray(0, keyHashBytes);
}

import { createPublicKey, hash, type KeyObject, sign, verify, webcrypto } from 'node:crypto';
import canonicalize from 'canonicalize';
import { chunksOf, runToEnd } from '../../domain/time-slices.ts';

/** DER of an Ed25519 public key up to its 32 bytes (RFC 8410). */
const spkiEd25519 = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * The text that is hashed and signed: canonical JSON (RFC 8785) of the report without `integrity`. Reports hold null and
 * fractions, which `canonicalJson` refuses in records.
 */
export function reportText(report: object): string {
  return runToEnd(reportTextSteps(report));
}

/** `reportText`, with a step for each item of a list. */
export function* reportTextSteps(report: object): Generator<undefined, string> {
  const { integrity: _, ...body } = report as { readonly integrity?: unknown };
  const members: string[] = [];
  for (const [key, value] of Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = Array.isArray(value) ? yield* listText(value) : canonicalize(value);
    members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(',')}}`;
}

/** Items that are joined at once: until then V8 keeps all the pieces of a text, several times its size. */
const joined = 64;

function* listText(items: readonly unknown[]): Generator<undefined, string> {
  const texts: string[] = [];
  for (const some of chunksOf(items, joined)) {
    const own: (string | undefined)[] = [];
    for (const item of some) {
      own.push(canonicalize(item));
      yield;
    }
    texts.push(own.join(','));
  }
  return `[${texts.join(',')}]`;
}

/** Hex SHA-256 of the report's text. */
export function reportSha256(text: string): string {
  return hash('sha256', text);
}

/** `reportSha256` in a thread of its own: the text of a long call takes longer than others may wait (design D43). */
export async function reportSha256InThread(text: string): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');
}

/** Ed25519 signature in base64 over the UTF-8 bytes of `text`, made in a thread of its own (design D43). */
export function signText(text: string, key: KeyObject): Promise<string> {
  return new Promise((resolve, reject) => {
    sign(null, Buffer.from(text), key, (error, signature) => {
      if (error === null) resolve(signature.toString('base64'));
      else reject(error);
    });
  });
}

/** True when `signature` (base64) over `text` is by the key of 32 bytes in hex. */
export function isSignatureOf(text: string, signature: string, publicKeyHex: string): boolean {
  const key = publicKeyOf(publicKeyHex);
  return (
    key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  );
}

/** Undefined when it is not 32 bytes in hex. */
export function publicKeyOf(hex: string): KeyObject | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  const der = Buffer.concat([spkiEd25519, Buffer.from(hex, 'hex')]);
  return createPublicKey({ key: der, format: 'der', type: 'spki' });
}

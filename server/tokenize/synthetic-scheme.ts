import { createHmac, type KeyObject } from 'node:crypto';
import { canonicalValue } from '../domain/detection.ts';
import { redactedMark } from '../domain/token.ts';
import type { Keyring } from '../ports/keyring.ts';
import { replaceDistinct, type Scheme, type SensitiveValue, valueKey } from './scheme.ts';
import { type Draw, surrogateFor } from './surrogates.ts';

/** Fakes to try for one value; after that it is redacted. */
const maxAttempts = 8;

export interface SyntheticSchemeOptions {
  readonly keyring: Keyring;
  readonly kid: string;
  /** Fakes are stable within a call and unlinkable between calls. */
  readonly callId: string;
  /** Differential-privacy budget of the policy; above 0. */
  readonly epsilon: number;
}

/**
 * `synthetic` (design D14): every value becomes a fake of its kind, chosen by a keyed hash of the
 * value, so that one value has one fake in a call without any state. Never rehydrated.
 */
export function syntheticScheme({ keyring, kid, callId, epsilon }: SyntheticSchemeOptions): Scheme {
  const key = keyring.subkey(kid, 'synthetic', callId);
  return {
    name: 'synthetic',
    reversible: false,
    replace: async (values) =>
      replaceDistinct(values, (value, all) => distinctSurrogate(value, all, { key, epsilon })),
  };
}

interface Source {
  readonly key: KeyObject;
  readonly epsilon: number;
}

function distinctSurrogate(
  value: SensitiveValue,
  reals: ReadonlyMap<string, SensitiveValue>,
  { key, epsilon }: Source,
): string {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const draw = drawsOf(key, `${valueKey(value)}\0${attempt}`);
    const surrogate = surrogateFor(value, draw, epsilon);
    if (!revealsReal(value, surrogate, reals)) return surrogate;
  }
  return redactedMark(value.kind);
}

/** Draws by a keyed hash of the text, four bytes each: the same in every version. */
function drawsOf(key: KeyObject, text: string): Draw {
  let bytes = Buffer.alloc(0);
  let blocks = 0;
  return (below) => {
    if (bytes.length === 0) {
      bytes = createHmac('sha256', key).update(`${text}\0${blocks}`).digest();
      blocks += 1;
    }
    const drawn = bytes.readUInt32LE();
    bytes = bytes.subarray(4);
    return Math.floor((drawn / 2 ** 32) * below);
  };
}

/** A fake must not equal any value being replaced; a fake name must share no word with the real name. */
function revealsReal(
  { kind, canonical, surface }: SensitiveValue,
  surrogate: string,
  reals: ReadonlyMap<string, SensitiveValue>,
): boolean {
  const folded = canonicalValue(kind, surrogate);
  const equal = surrogate === surface || folded === canonicalValue(kind, surface);
  if (equal || reals.has(valueKey({ kind, canonical: folded }))) return true;
  const words = new Set(canonical.split(' '));
  return kind === 'NAME' && folded.split(' ').some((word) => words.has(word));
}

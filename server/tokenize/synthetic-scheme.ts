import { createHmac, type KeyObject } from 'node:crypto';
import type { Faker } from '@faker-js/faker';
import { canonicalValue } from '../domain/detection.ts';
import { redactedMark } from '../domain/token.ts';
import type { Keyring } from '../ports/keyring.ts';
import { replaceDistinct, type Scheme, type SensitiveValue, valueKey } from './scheme.ts';
import { surrogateFor } from './surrogates.ts';

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
    replace: async (values) => {
      if (values.length === 0) return { texts: [], durable: Promise.resolve() };
      // Loaded on first use: few installations need its 10 MB.
      const { faker } = await import('@faker-js/faker/locale/en');
      return replaceDistinct(values, (value, all) =>
        distinctSurrogate(value, all, { key, faker, epsilon }),
      );
    },
  };
}

interface Source {
  readonly key: KeyObject;
  readonly faker: Faker;
  readonly epsilon: number;
}

function distinctSurrogate(
  value: SensitiveValue,
  reals: ReadonlyMap<string, SensitiveValue>,
  { key, faker, epsilon }: Source,
): string {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    faker.seed(seedOf(key, `${valueKey(value)}\0${attempt}`));
    const surrogate = surrogateFor(value, faker, epsilon);
    if (!revealsReal(value, surrogate, reals)) return surrogate;
  }
  return redactedMark(value.kind);
}

function seedOf(key: KeyObject, text: string): number[] {
  const digest = createHmac('sha256', key).update(text).digest();
  return [0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset));
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

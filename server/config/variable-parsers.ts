import { z } from 'zod';
import { Secret } from '../domain/secret.ts';
import { knownSignatureHeaders } from '../shared/setting-schemas.ts';

/** Schemas of environment variables. Messages say what is wanted and never repeat the value. */

export function port() {
  const wanted = 'must be a port from 0 to 65535; 0 takes a free one';
  return z
    .string()
    .regex(/^\d{1,5}$/, wanted)
    .transform(Number)
    .refine((value) => value <= 65_535, wanted);
}

export function wholeNumber(min: number, max: number) {
  const wanted = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((value) => value >= min && value <= max, wanted);
}

export function flag() {
  return z
    .enum(['1', 'true', '0', 'false'], { error: 'must be 1 or true, 0 or false' })
    .transform((value) => value === '1' || value === 'true');
}

export function secretText(shortest = 1) {
  return z
    .string()
    .min(shortest, `must have at least ${shortest} characters`)
    .transform((value) => new Secret(value));
}

/** Shortest secret outside development, in characters (in bytes after `whsec_`). */
export const minSecretLength = 16;

/**
 * A secret that a voice platform signs with. Base64 must follow `whsec_` (Standard Webhooks): anything
 * else would give a key of few bytes or none.
 */
export function signingSecret() {
  return z
    .string()
    .refine(
      (value) => !value.startsWith('whsec_') || /^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(value),
      `must have base64 of at least ${minSecretLength} bytes after whsec_`,
    )
    .transform((value) => new Secret(value));
}

/** Headers in which voice platforms sign, in lower case. */
export function signatureHeaders() {
  return commaList()
    .transform((names) => names.map((name) => name.toLowerCase()))
    .refine(
      (names) => names.every((name) => knownSignatureHeaders.includes(name)),
      `may name ${knownSignatureHeaders.join(', ')}`,
    );
}

/** Whether a secret is short enough to guess: only `SVC_DEV=1` allows it. */
export function isGuessable(secret: Secret<string>): boolean {
  return secret.reveal().length < minSecretLength;
}

/** A PostgreSQL connection string; a secret, because it carries a password. */
export function postgresUrl() {
  return z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'must be a URL that begins with postgres://')
    .transform((value) => new Secret(value));
}

export function commaList() {
  return z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
}

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { encodeCrockford } from '../domain/crockford.ts';
import { type Token, vaultPayloadLength } from '../domain/token.ts';

/** Symbols of the tag: 20 bits, so that one invented token in a million gets past it (design D11). */
const tagLength = 4;

/** Symbols of a vault payload before its tag. */
export const randomSymbols = vaultPayloadLength - tagLength;

/** Appends the keyed tag over KIND, kid and the random symbols. */
export function withTag(key: KeyObject, { kind, kid, payload: random }: Token): Token {
  const digest = createHmac('sha256', key).update(`${kind}\0${kid}\0${random}`).digest();
  return {
    kind,
    kid,
    payload: random + encodeCrockford(digest.subarray(0, 3)).slice(0, tagLength),
  };
}

/** True when a vault token was minted with this key, and not invented or altered. `kid` must be the key's own spelling. */
export function hasValidTag(key: KeyObject, token: Token): boolean {
  if (token.payload.length !== vaultPayloadLength) return false;
  const expected = withTag(key, { ...token, payload: token.payload.slice(0, randomSymbols) });
  return timingSafeEqual(Buffer.from(expected.payload), Buffer.from(token.payload));
}

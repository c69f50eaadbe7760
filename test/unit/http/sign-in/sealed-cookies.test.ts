import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  createPendingSignIn,
  pendingLifetimeMs,
} from '../../../../server/http/sign-in/sealed-cookies.ts';

const state = { state: 's', nonce: 'n', codeVerifier: 'v' };
const key = createSecretKey(randomBytes(32));
const at = (now: number, sealedUnder = key) =>
  createPendingSignIn(sealedUnder, { now: () => now, monotonicUs: () => now * 1000 });

it('a pending sign-in is opened under its key, as it was sealed, for ten minutes', () => {
  const sealed = at(0).seal(state);
  expect(at(pendingLifetimeMs - 1).open(sealed)).toEqual(state);
  expect(at(pendingLifetimeMs).open(sealed)).toBeUndefined();
  expect(at(0, createSecretKey(randomBytes(32))).open(sealed)).toBeUndefined();
  const first = sealed.startsWith('A') ? 'B' : 'A';
  for (const made of ['', 'made-up', sealed.slice(0, -4), first + sealed.slice(1)]) {
    expect(at(0).open(made)).toBeUndefined();
  }
});

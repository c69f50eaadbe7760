import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { SignInState } from '../ports/identity.ts';
import { openText, sealText } from './sealed-text.ts';

export const pendingLifetimeMs = 600_000;
const purpose = 'pending-sign-in';

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAt: z.number(),
});

/**
 * A sign-in that waits for the provider's callback, sealed for the browser that began it: whichever
 * replica the browser comes back to can open it, and nothing is kept of those that never do. The
 * provider takes each code once.
 */
export interface PendingSignIn {
  seal(state: SignInState): string;
  /** Undefined when it was not sealed under this key, or more than 10 minutes ago. */
  open(sealed: string): SignInState | undefined;
}

export function createPendingSignIn(key: KeyObject, clock: Clock): PendingSignIn {
  return {
    seal(state) {
      const text = JSON.stringify({ ...state, expiresAt: clock.now() + pendingLifetimeMs });
      return sealText(key, purpose, text);
    },
    open(sealed) {
      const text = openText(key, purpose, sealed);
      if (text === undefined) return undefined;
      const { expiresAt, ...state } = pendingSchema.parse(JSON.parse(text));
      return expiresAt > clock.now() ? state : undefined;
    },
  };
}

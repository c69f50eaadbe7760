import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../ports/clock.ts';
import type { SignInState } from '../../ports/identity-provider.ts';
import { seal, unseal } from '../../shared/seal.ts';

/** Seals a text that a browser keeps for this service, for one purpose (base64url). */
export function sealText(key: KeyObject, purpose: string, text: string): string {
  return seal(key, purpose, Buffer.from(text)).toString('base64url');
}

/** The sealed text; undefined when another key or another purpose sealed it, or nobody did. */
export function openText(key: KeyObject, purpose: string, sealed: string): string | undefined {
  try {
    return unseal(key, purpose, Buffer.from(sealed, 'base64url')).toString('utf8');
  } catch {
    return undefined;
  }
}

export const pendingLifetimeMs = 600_000;
const purpose = 'pending-sign-in';

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  expiresAt: z.number(),
});

/**
 * A sign-in that waits for the provider's callback. The browser that began it keeps it sealed, so every
 * replica can open it, and the service keeps nothing of a sign-in that is never finished. The provider
 * accepts each code once.
 */
export interface PendingSignIn {
  seal(state: SignInState): string;
  /** Undefined when another key sealed it, or after 10 minutes. */
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

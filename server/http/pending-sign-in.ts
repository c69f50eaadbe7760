import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { SignInState } from '../ports/identity.ts';

export const pendingLifetimeMs = 600_000;

const nonceBytes = 12;
const tagBytes = 16;

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

export function pendingSignIn(key: KeyObject, clock: Clock): PendingSignIn {
  return {
    seal(state) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = JSON.stringify({ ...state, expiresAt: clock.now() + pendingLifetimeMs });
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    open(sealed) {
      const text = opened(key, Buffer.from(sealed, 'base64url'));
      if (text === undefined) return undefined;
      const { expiresAt, ...state } = pendingSchema.parse(JSON.parse(text));
      return expiresAt > clock.now() ? state : undefined;
    },
  };
}

function opened(key: KeyObject, bytes: Buffer): string | undefined {
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

import type { Clock } from '../ports/clock.ts';
import type { SignInState } from '../ports/identity.ts';

export const pendingLifetimeMs = 600_000;
const maxPending = 1000;

/** Sign-ins that wait for the provider's callback; each can be taken once. */
export interface PendingSignIns {
  put(key: string, state: SignInState): void;
  take(key: string): SignInState | undefined;
}

/** Kept in memory for 10 minutes; beyond 1,000 the oldest goes, since anybody may begin one. */
export function createPendingSignIns(clock: Clock): PendingSignIns {
  const pending = new Map<string, { state: SignInState; expiresAt: number }>();
  return {
    put(key, state) {
      const [oldest] = pending.keys();
      if (pending.size >= maxPending && oldest !== undefined) pending.delete(oldest);
      pending.set(key, { state, expiresAt: clock.now() + pendingLifetimeMs });
    },
    take(key) {
      const entry = pending.get(key);
      pending.delete(key);
      return entry !== undefined && entry.expiresAt > clock.now() ? entry.state : undefined;
    },
  };
}

import { loopbackGet } from '../platform/loopback-get.ts';
import { readHealth } from './check-ingress.ts';

/** How a request from outside fared; null when the server itself did not answer, so nothing is known. */
export type OutsideCheck = 'ours' | 'not_ours' | null;

const answerMs = 15_000;

/**
 * Asks for `/health` the long way round, where the voice platform would, and here. The same version at
 * both ends counts as the same server, also when it says that it serves no calls: the way is there.
 * No redirect is followed.
 */
export async function checkFromOutside(
  publicUrl: string,
  ingress: string,
  ask: typeof fetch,
): Promise<OutsideCheck> {
  const here = await versionOf(async () => (await loopbackGet(new URL('/health', ingress))).body);
  if (here === null) return null;
  const there = await versionOf(async () => {
    const answer = await ask(new URL('/health', publicUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
      headers: { 'cache-control': 'no-cache' },
    });
    return await answer.text();
  });
  return there === here ? 'ours' : 'not_ours';
}

async function versionOf(read: () => Promise<string>): Promise<string | null> {
  try {
    return readHealth(await read())?.version ?? null;
  } catch {
    return null;
  }
}

/** What the looks so far say of the way in. */
export interface Reachability {
  /** It was there before and is gone: calls cannot come in. */
  readonly blocked: boolean;
  /** The way was never seen from here, which some networks forbid to their own machines. */
  readonly unseen: boolean;
}

/** Looks that must fail one after the other, so that a moment's trouble alarms nobody. */
const failuresThatCount = 3;

/** Only a way that was there once can be lost. */
export function createReachability(): { note(look: OutsideCheck): void; read(): Reachability } {
  let seen = false;
  let failures = 0;
  return {
    note: (look) => {
      if (look === null) return;
      seen ||= look === 'ours';
      failures = look === 'ours' ? 0 : failures + 1;
    },
    read: () => ({
      blocked: seen && failures >= failuresThatCount,
      unseen: !seen && failures >= failuresThatCount,
    }),
  };
}

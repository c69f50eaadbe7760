import { loopbackGet } from '../platform/loopback-get.ts';
import { readHealth } from './check-ingress.ts';

/**
 * The result of a request from outside; null if the server itself did not answer, so nothing is
 * known.
 */
export type OutsideCheck = 'ours' | 'not_ours' | null;

const answerMs = 15_000;

/**
 * Requests `/health` at the public address, as the voice platform would, and here. The same version
 * at both ends counts as the same server, even if it serves no calls: the path works. Follows no
 * redirect.
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

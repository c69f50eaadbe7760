import { setTimeout as pause } from 'node:timers/promises';
import { signedFetch } from '../support/signed-fetch.ts';

export interface BalancedOptions {
  readonly urls: readonly string[];
  readonly secret: string;
  /** When each replica was away, filled in as it happens. */
  readonly away: readonly {
    readonly replica: number;
    readonly from: number;
    readonly to: number;
  }[];
}

/**
 * A load balancer without affinity, which leaves out a replica that refused a connection for a
 * second, and a platform that tries a failed request again.
 */
export interface BalancedClient {
  /** The whole answer; undefined when the request was given up after five tries. */
  send(path: string, body: object): Promise<string | undefined>;
  /** How often what went wrong. */
  errors(): Readonly<Record<string, number>>;
  unexplained(): number;
  givenUp(): number;
}

const tries = 5;
const retryMs = 200;
const leftOutMs = 1_000;
/** A connection that a killed replica leaves behind breaks a moment later. */
const graceMs = 2_000;

export function balancedClient({ urls, secret, away }: BalancedOptions): BalancedClient {
  const signed = signedFetch(secret);
  const errors: Record<string, number> = {};
  const leftOutUntil: number[] = [];
  let next = 0;
  let unexplained = 0;
  let givenUp = 0;

  const note = (replica: number, what: string, from: number): void => {
    const wasAway = away.some(
      (gone) => gone.replica === replica && gone.from <= Date.now() && gone.to + graceMs >= from,
    );
    if (!wasAway) unexplained += 1;
    const named = `${what}, ${wasAway ? 'replica killed' : 'UNEXPLAINED'}`;
    errors[named] = (errors[named] ?? 0) + 1;
    if (wasAway) return;
    const back = away.findLast((gone) => gone.replica === replica)?.to ?? Number.NaN;
    process.stderr.write(
      `${named}: replica ${replica}, ${from - back} ms after it was back, after ${Date.now() - from} ms\n`,
    );
  };

  /** Of those that are not left out, or of all, the next. */
  const pick = (): number => {
    const all = urls.map((_, replica) => replica);
    const fit = all.filter((replica) => (leftOutUntil[replica] ?? 0) <= Date.now());
    const among = fit.length > 0 ? fit : all;
    return among[next++ % among.length] ?? 0;
  };

  const answerOf = async (url: string, body: object): Promise<string> => {
    const response = await signed(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`status ${response.status}`);
    if ('stream' in body && body.stream === true && !text.includes('[DONE]')) {
      throw new Error('reply cut');
    }
    return text;
  };

  const tryOnce = async (path: string, body: object): Promise<string | undefined> => {
    const replica = pick();
    const began = Date.now();
    return answerOf(`${urls[replica]}${path}`, body).catch((error: Error) => {
      const cause = error.cause as NodeJS.ErrnoException | undefined;
      if (cause?.code === 'ECONNREFUSED') leftOutUntil[replica] = Date.now() + leftOutMs;
      note(replica, cause?.code ?? error.message, began);
      return undefined;
    });
  };

  return {
    send: async (path, body) => {
      for (let left = tries; left > 0; left -= 1) {
        const answer = await tryOnce(path, body);
        if (answer !== undefined) return answer;
        await pause(retryMs);
      }
      givenUp += 1;
      return undefined;
    },
    errors: () => errors,
    unexplained: () => unexplained,
    givenUp: () => givenUp,
  };
}

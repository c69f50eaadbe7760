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

/** One try of a request that failed; `wasCut` when a killed replica had cut an earlier one. */
interface Failed {
  readonly replica: number;
  readonly from: number;
  readonly wasCut: boolean;
}

interface Answer {
  /** Absent when the try failed; `isCut` when a killed replica is why. */
  readonly text?: string;
  readonly isCut: boolean;
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

  /** True when the failure has its explanation. */
  const note = (what: string, { replica, from, wasCut }: Failed): boolean => {
    const wasAway = away.some(
      (gone) => gone.replica === replica && gone.from <= Date.now() && gone.to + graceMs >= from,
    );
    // Until a killed replica counts as gone, no other replica writes the beginning that it was writing.
    const isHeld = wasCut && what === 'status 503';
    const why = wasAway ? 'replica killed' : isHeld ? 'call begun at a killed replica' : undefined;
    const named = `${what}, ${why ?? 'UNEXPLAINED'}`;
    errors[named] = (errors[named] ?? 0) + 1;
    if (why !== undefined) return true;
    unexplained += 1;
    process.stderr.write(`${named}: replica ${replica}, after ${Date.now() - from} ms\n`);
    return false;
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

  const tryOnce = async (path: string, body: object, wasCut: boolean): Promise<Answer> => {
    const replica = pick();
    const from = Date.now();
    return answerOf(`${urls[replica]}${path}`, body).then(
      (text) => ({ text, isCut: false }),
      (error: Error) => {
        const cause = error.cause as NodeJS.ErrnoException | undefined;
        if (cause?.code === 'ECONNREFUSED') leftOutUntil[replica] = Date.now() + leftOutMs;
        return { isCut: note(cause?.code ?? error.message, { replica, from, wasCut }) };
      },
    );
  };

  return {
    send: async (path, body) => {
      let wasCut = false;
      for (let left = tries; left > 0; left -= 1) {
        const { text, isCut } = await tryOnce(path, body, wasCut);
        if (text !== undefined) return text;
        wasCut ||= isCut;
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

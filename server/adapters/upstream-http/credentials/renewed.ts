import { request } from 'undici';
import { Fault } from '../../../domain/fault.ts';

/** A credential for a time. */
export interface Lent<T> {
  readonly value: T;
  /** Milliseconds since 1970; undefined for one that does not expire. */
  readonly expiresMs?: number | undefined;
}

/** A credential that is fetched where it is first needed, and again before it expires. */
interface Renewed<T> {
  /** Rejects with Fault `upstream_error` where there is none. */
  get(): Promise<T>;
  /** The provider refused it: the next request fetches another one. */
  forget(): void;
}

/** How long before its end a credential is replaced, while turns still use it. */
const earlyMs = 5 * 60_000;
/** A turn that has to wait for a credential waits no longer. */
const fetchMs = 5_000;

/** Fetches once for all that wait. Near the end of a credential it fetches beside the turns, so that none waits. */
export function renewed<T>(fetchOne: () => Promise<Lent<T>>, nowMs = Date.now): Renewed<T> {
  let held: Lent<T> | undefined;
  let fetching: Promise<T> | undefined;
  const endsIn = ({ expiresMs = Number.POSITIVE_INFINITY }: Lent<T>) => expiresMs - nowMs();
  const fetchNext = (): Promise<T> => {
    fetching ??= fetchOne()
      .then((lent) => {
        held = lent;
        return lent.value;
      })
      .catch((cause: unknown) => {
        throw cause instanceof Fault ? cause : noCredential(undefined, cause);
      })
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };
  return {
    get: async () => {
      if (held === undefined || endsIn(held) <= 0) return fetchNext();
      if (endsIn(held) < earlyMs) fetchNext().catch(() => undefined);
      return held.value;
    },
    forget: () => {
      held = undefined;
    },
  };
}

/** `what` may be shown to an admin, so it holds no part of a credential. */
export function noCredential(
  what = 'its source did not answer as it should',
  cause?: unknown,
): Fault {
  return new Fault('upstream_error', `no credential for the upstream provider: ${what}`, { cause });
}

interface Question {
  readonly method?: 'GET' | 'PUT' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The text of an answer; rejects for any status but 200 and after five seconds. */
export async function fetchText(url: string, question: Question = {}): Promise<string> {
  const { statusCode, body } = await request(url, {
    ...question,
    signal: AbortSignal.timeout(fetchMs),
  });
  const text = await body.text();
  if (statusCode !== 200) throw noCredential(`its source answered with status ${statusCode}`);
  return text;
}

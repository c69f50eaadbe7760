import { idleEndMs } from '../../calls/live-calls.ts';
import type { RetellQuestion } from '../../contract/sockets/retell.ts';
import type { Clock } from '../../ports/clock.ts';
import { CallHistory } from './call-history.ts';

/** Most calls whose connection is broken, and most characters of all of them: the oldest are forgotten. */
const mostBroken = 1_024;
const mostSize = 32 * 1024 * 1024;
/** How often calls are looked through whose time may be over. */
const sweepMs = 15_000;

/** What was sent for the newest question of a platform that asks each one once. */
export interface LastAnswer {
  readonly callerNumber: string;
  words: string;
  /** The question, while it is being answered; then the message that completed the answer. */
  state: { readonly question: RetellQuestion } | { readonly id: number; readonly end: object };
}

/** A call as one connection has it. */
export interface KeptCall {
  readonly history: CallHistory;
  /** A connection sets it, and the next one of the same call finds it. */
  readonly last: { answer?: LastAnswer };
  /** The connection is broken: the next one of the same call goes on with what was said. */
  broke(): void;
  /** The call is over. False where a newer connection has it: that one goes on. */
  end(): boolean;
}

interface Entry extends Pick<KeptCall, 'history' | 'last'> {
  /** Stops what the connection that has the call is saying. */
  leave: () => void;
}

/** Since when a call has no connection, and how much it keeps, in characters. */
interface Broken {
  readonly sinceMs: number;
  readonly size: number;
}

/** What a platform does not say again when it connects again to a call (decision 0201). */
export class KeptCalls {
  readonly #entries = new Map<string, Entry>();
  /** Those whose connection is broken, in the order in which they broke. */
  readonly #broken = new Map<string, Broken>();
  #brokenSize = 0;
  readonly #clock: Pick<Clock, 'monotonicUs'>;
  /** Forgets calls whose time is over, while there are any whose connection is broken. */
  #sweep: NodeJS.Timeout | undefined;

  constructor(clock: Pick<Clock, 'monotonicUs'>) {
    this.#clock = clock;
  }

  /** Gives the call of this key to a connection; one that has it loses it, and `leave` of that one is called. */
  take(key: string, leave: () => void): KeptCall {
    this.#forgetOld();
    const before = this.#entries.get(key);
    before?.leave();
    const { history = new CallHistory(), last = {} } = before ?? {};
    const entry: Entry = { history, last, leave };
    this.#forget(key);
    this.#entries.set(key, entry);
    const isMine = () => this.#entries.get(key) === entry;
    return {
      history,
      last,
      broke: () => {
        if (!isMine() || this.#broken.has(key)) return;
        const size = history.bytes + sizeOf(last.answer);
        this.#broken.set(key, { sinceMs: this.#nowMs(), size });
        this.#brokenSize += size;
        this.#forgetOld();
        this.#sweepLater();
      },
      end: () => {
        const isOver = isMine();
        if (isOver) this.#forget(key);
        return isOver;
      },
    };
  }

  #nowMs(): number {
    return this.#clock.monotonicUs() / 1_000;
  }

  #sweepLater(): void {
    this.#sweep ??= setTimeout(() => {
      this.#sweep = undefined;
      this.#forgetOld();
      if (this.#broken.size > 0) this.#sweepLater();
    }, sweepMs).unref();
  }

  #forget(key: string): void {
    this.#entries.delete(key);
    this.#brokenSize -= this.#broken.get(key)?.size ?? 0;
    this.#broken.delete(key);
  }

  #forgetOld(): void {
    for (const [key, { sinceMs }] of this.#broken) {
      const isOld = this.#nowMs() - sinceMs >= idleEndMs;
      if (!isOld && this.#broken.size <= mostBroken && this.#brokenSize <= mostSize) return;
      this.#forget(key);
    }
  }
}

/** In characters. */
function sizeOf(answer: LastAnswer | undefined): number {
  if (answer === undefined) return 0;
  const { state, words } = answer;
  const asked = 'question' in state ? state.question.transcript : [];
  return asked.reduce((sum, { content }) => sum + content.length, words.length);
}

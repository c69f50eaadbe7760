import { Readable } from 'node:stream';
import type { LiveEvent } from '../../contract/live.ts';

/** Characters that wait for a slow viewer; beyond them the viewer misses events. */
const maxWaiting = 1_000_000;
/** How long a closed stream waits for its viewer to read the rest, in milliseconds. */
const lastReadMs = 500;

/**
 * The server-sent events of one viewer. Writing never waits: a slow viewer misses events. Once it
 * reads again, `onBehind` is called, which sends it the whole state.
 */
export class LiveStream extends Readable {
  readonly #onBehind: () => void;
  #waiting: string[] = [];
  #waitingSize = 0;
  #open = true;
  #behind = false;
  #closed = false;

  constructor(onBehind: () => void) {
    super({ highWaterMark: 64 * 1024 });
    this.#onBehind = onBehind;
  }

  /** Whether the viewer has something unread. */
  get blocked(): boolean {
    return this.#behind || this.#waiting.length > 0;
  }

  write(frame: string): void {
    if (this.#closed || this.destroyed || this.#behind) return;
    if (this.#open) {
      this.#open = this.push(frame);
      return;
    }
    this.#waiting.push(frame);
    this.#waitingSize += frame.length;
    if (this.#waitingSize <= maxWaiting) return;
    this.#waiting = [];
    this.#waitingSize = 0;
    this.#behind = true;
  }

  /** Ends the stream. A viewer that does not read within half a second misses the rest. */
  close(last: string): void {
    if (this.#closed || this.destroyed) return;
    this.#closed = true;
    this.#waiting = [];
    this.push(last);
    this.push(null);
    setTimeout(() => this.destroy(), lastReadMs).unref();
  }

  override _read(): void {
    this.#open = true;
    const frames = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    for (const frame of frames) this.write(frame);
    if (!this.#behind) return;
    this.#behind = false;
    this.#onBehind();
  }
}

/** Events as one piece of the stream. Only the last carries the position, so a viewer resumes after all. */
export function liveFrame(events: readonly LiveEvent[], position?: string): string {
  const last = events.length - 1;
  return events
    .map((event, index) => {
      const id = index === last && position !== undefined ? `id: ${position}\n` : '';
      return `${id}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

import { setTimeout as pause } from 'node:timers/promises';
import { build, type Histogram } from 'hdr-histogram-js';
import { chatBody, newCall, newTurn, type Path, timed } from './load.ts';

export interface Arrivals {
  /** Calls in progress, which take turns. */
  readonly calls: number;
  /** Turns a second, all calls together. */
  readonly rate: number;
  readonly seconds: number;
  readonly stream: boolean;
}

/** In microseconds. */
export interface Latencies {
  readonly firstByte: Histogram;
  readonly whole: Histogram;
  readonly failed: number;
}

/**
 * Sends turns at a fixed rate and never waits for an answer to send the next, so that what queues up
 * counts (no coordinated omission). Each turn says something new.
 */
export async function openLoop(path: Path, arrivals: Arrivals): Promise<Latencies> {
  const { calls, rate, seconds, stream } = arrivals;
  const firstByte = build({ numberOfSignificantValueDigits: 3 });
  const whole = build({ numberOfSignificantValueDigits: 3 });
  const inProgress = Array.from({ length: calls }, newCall);
  let failed = 0;
  const send = async (count: number): Promise<void> => {
    try {
      const { firstMs, totalMs } = await timed(
        path,
        chatBody(inProgress[count % calls] ?? 0, newTurn(), stream),
      );
      firstByte.recordValue(Math.round(firstMs * 1000));
      whole.recordValue(Math.round(totalMs * 1000));
    } catch {
      failed += 1;
    }
  };
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const waitMs = began + (count * 1000) / rate - performance.now();
    if (waitMs > 0) await pause(waitMs);
    sent.push(send(count));
  }
  await Promise.all(sent);
  return { firstByte, whole, failed };
}

import { describe, expect, it } from 'vitest';
import { Answers } from '../../../../server/http/sockets/answers.ts';

/** Answers that mask until they are stopped, and count how many do so at once. */
function watched() {
  const seen = {
    began: [] as number[],
    stopped: [] as number[],
    atOnce: 0,
    finished: [] as number[],
  };
  let running = 0;
  const ask = (no: number, ends: boolean) =>
    async function* (signal: AbortSignal) {
      seen.began.push(no);
      running += 1;
      seen.atOnce = Math.max(seen.atOnce, running);
      try {
        if (!ends) await stopping(signal);
        signal.throwIfAborted();
        yield `answer ${no}`;
      } finally {
        running -= 1;
        if (signal.aborted) seen.stopped.push(no);
      }
    };
  const listener = (no: number) => ({
    say: async () => undefined,
    fill: async () => undefined,
    tell: async () => undefined,
    fail: () => undefined,
    finish: async () => {
      seen.finished.push(no);
    },
  });
  const answers = new Answers();
  const give = (no: number, ends = false) => answers.give(ask(no, ends), listener(no));
  return { answers, give, seen };
}

/** Resolves when the signal aborts, and not at once: a slice of work ends first. */
const stopping = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => setImmediate(resolve));
  });

describe('the answers of a call', () => {
  it('are given one at a time, and of a burst of questions only the first and the newest begin', async () => {
    const { answers, give, seen } = watched();
    for (let no = 0; no < 190; no += 1) give(no, no === 189);
    await answers.quiet();
    expect(seen).toEqual({ began: [0, 189], stopped: [0], atOnce: 1, finished: [189] });
  });

  it('stop when the call is over, and none that waits begins', async () => {
    const { answers, give, seen } = watched();
    give(0);
    give(1);
    answers.stop();
    await answers.quiet();
    expect(seen).toEqual({ began: [0], stopped: [0], atOnce: 1, finished: [] });
  });

  it('go on after they were stopped', async () => {
    const { answers, give, seen } = watched();
    give(0);
    answers.stop();
    give(1, true);
    await answers.quiet();
    expect(seen.finished).toEqual([1]);
  });
});

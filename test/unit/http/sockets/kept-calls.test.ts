import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idleEndMs } from '../../../../server/calls/live-calls.ts';
import { KeptCalls } from '../../../../server/http/sockets/kept-calls.ts';
import { powerOfGrowth } from '../../../support/cpu-time.ts';

let ms: number;
let calls: KeptCalls;
beforeEach(() => {
  ms = 0;
  calls = new KeptCalls({ monotonicUs: () => ms * 1_000 });
});

const nothing = () => undefined;
/** A call in which so much was said, and whose connection broke. */
const broken = (key: string, words = 'hello') => {
  const call = calls.take(key, nothing);
  call.history.hear(words);
  call.broke();
};
const wordsOf = (key: string) => calls.take(key, nothing).history.messages.length;

describe('what was said in calls whose connection broke', () => {
  it('is kept as long as an idle call lasts', () => {
    broken('a');
    broken('b');
    ms = idleEndMs - 1;
    expect(wordsOf('a')).toBe(1);
    ms = idleEndMs;
    expect(wordsOf('b')).toBe(0);
  });

  it('is forgotten when that time is over, although nobody connects any more', () => {
    vi.useFakeTimers();
    try {
      const advance = (by: number) => {
        ms += by;
        vi.advanceTimersByTime(by);
      };
      broken('a');
      advance(idleEndMs - 1);
      broken('b');
      // It looks through the calls for as long as it keeps any.
      advance(idleEndMs - 1);
      expect(vi.getTimerCount()).toBe(1);
      advance(60_000);
      expect(vi.getTimerCount()).toBe(0);
      ms = idleEndMs;
      expect([wordsOf('a'), wordsOf('b')]).toEqual([0, 0]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is bounded: the oldest calls are forgotten, and those that have a connection never', () => {
    const open = calls.take('open', nothing);
    open.history.hear('hello');
    const long = 'x'.repeat(1024 * 1024);
    for (let call = 0; call < 40; call += 1) broken(`${call}`, long);
    const kept = Array.from({ length: 40 }, (_, call) => wordsOf(`${call}`));
    expect(kept.filter((words) => words > 0)).toHaveLength(32);
    expect(kept.slice(0, 8)).toEqual(Array(8).fill(0));
    expect(wordsOf('open')).toBe(1);
  });

  it('is bounded with the last question, which may repeat the whole call', () => {
    const words = 'x'.repeat(1024 * 1024);
    const transcript = [{ role: 'user', content: words }];
    for (let call = 0; call < 40; call += 1) {
      const { last, broke } = calls.take(`${call}`, nothing);
      last.answer = {
        state: { question: { interaction_type: 'response_required', response_id: 1, transcript } },
        callerNumber: '',
        words: '',
      };
      broke();
    }
    const kept = Array.from({ length: 40 }, (_, call) => calls.take(`${call}`, nothing).last);
    expect(kept.filter(({ answer }) => answer !== undefined)).toHaveLength(32);
  });

  it('costs as much for each call, however many connections break at once', async () => {
    const breakAtOnce = (count: number) => {
      const all = new KeptCalls({ monotonicUs: () => 0 });
      const open = Array.from({ length: count }, (_, call) => all.take(`${call}`, nothing));
      for (const { history, broke } of open) {
        for (let word = 0; word < 20; word += 1) history.hear('hello');
        broke();
      }
    };
    expect(await powerOfGrowth(breakAtOnce, 125, 1_000)).toBeLessThan(1.5);
  });

  it('belongs to the newest connection: the one before neither ends nor keeps the call', () => {
    let left = 0;
    const first = calls.take('a', () => {
      left += 1;
    });
    const second = calls.take('a', nothing);
    expect(left).toBe(1);
    expect(second.history).toBe(first.history);
    first.broke();
    expect(first.end()).toBe(false);
    expect(second.end()).toBe(true);
  });
});

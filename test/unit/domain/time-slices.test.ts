import { describe, expect, it } from 'vitest';
import {
  FairQueue,
  mapInSlices,
  runExclusive,
  workOf,
} from '../../../server/domain/time-slices.ts';

/** Work that takes several slices. */
const work = (items: number, done: (at: number) => void = () => undefined) =>
  mapInSlices(
    Array.from({ length: items }, (_, at) => at),
    (at) => {
      const began = performance.now();
      while (performance.now() - began < 3);
      done(at);
    },
  );

describe('a queue whose senders take turns', () => {
  it('serves each sender in turn, and the items of a sender in their order', () => {
    const queue = new FairQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.charAt(0), item);
    const taken = Array.from({ length: 7 }, () => queue.take());
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', undefined]);
    expect(queue.size).toBe(0);
  });
});

describe('long work in slices', () => {
  it('of one sender waits for one slice of another, however many requests that one has', async () => {
    const order: string[] = [];
    const crowd = Array.from({ length: 20 }, () =>
      workOf({ sender: 'many' }, () => work(3, () => order.push('many'))),
    );
    const one = workOf({ sender: 'one' }, () => work(3, () => order.push('one')));
    await Promise.all([...crowd, one]);
    // Each began its first slice at once; then both senders took turns.
    const last = order.lastIndexOf('one');
    expect(order.slice(0, last).filter((sender) => sender === 'many').length).toBeLessThan(25);
  });

  it('ends within a slice when it is to go on no longer, and leaves the work of others alone', async () => {
    const gone = new AbortController();
    const done: number[] = [];
    const goOn = (): void => gone.signal.throwIfAborted();
    const stopped = workOf({ sender: 'a', goOn }, () =>
      work(50, (at) => {
        done.push(at);
        if (at === 4) gone.abort();
      }),
    );
    const [first, other] = await Promise.allSettled([
      stopped,
      workOf({ sender: 'b' }, () => work(5)),
    ]);
    expect([first.status, other.status]).toEqual(['rejected', 'fulfilled']);
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  it('learns how long its slices took', async () => {
    let spent = 0;
    const goOn = (ms: number): void => {
      spent += ms;
    };
    await workOf({ sender: 'a', goOn }, () => work(10));
    expect(spent).toBeGreaterThan(3 * 8);
  });
});

describe('exclusive work', () => {
  it('runs one at a time, and senders take turns', async () => {
    const order: string[] = [];
    let running = 0;
    const ask = (sender: string) =>
      workOf({ sender }, () =>
        runExclusive(async () => {
          running += 1;
          expect(running).toBe(1);
          await Promise.resolve();
          running -= 1;
          order.push(sender);
        }),
      );
    await Promise.all(['a', 'a', 'a', 'a', 'a', 'b'].map(ask));
    expect(order.indexOf('b')).toBeLessThan(3);
  });

  it('goes on after work that fails, and does not begin work that is to go on no longer', async () => {
    const began: string[] = [];
    const stop = (): never => {
      throw new Error('stopped');
    };
    const results = await Promise.allSettled([
      runExclusive(() => Promise.reject(new Error('failed'))),
      workOf({ sender: 'a', goOn: stop }, () => runExclusive(async () => began.push('stopped'))),
      runExclusive(async () => began.push('next')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(began).toEqual(['next']);
  });
});

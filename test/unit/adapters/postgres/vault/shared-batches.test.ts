import { describe, expect, it } from 'vitest';
import { sharedBatches } from '../../../../../server/adapters/postgres/vault/vault.ts';

/** Doubles numbers; refuses a batch that holds a negative one. */
function doubling() {
  const batches: (readonly number[])[] = [];
  const release = Promise.withResolvers<void>();
  const ask = sharedBatches<number, number>({
    run: async (requests) => {
      batches.push(requests);
      await release.promise;
      if (requests.some((request) => request < 0)) throw new RangeError('negative');
      return requests.map((request) => request * 2);
    },
    isOfOne: (error) => error instanceof RangeError,
  });
  return { ask, batches, release: release.resolve };
}

describe('requests that share round trips', () => {
  it('each get their own answer, with few round trips', async () => {
    const { ask, batches, release } = doubling();
    const numbers = Array.from({ length: 450 }, (_, number) => number);
    const answers = numbers.map(ask);
    release();
    expect(await Promise.all(answers)).toEqual(numbers.map((number) => number * 2));
    expect(batches.length).toBeLessThanOrEqual(4);
  });

  it('wait for the running batches, and then form one batch', async () => {
    const { ask, batches, release } = doubling();
    const first = ask(1);
    await expect.poll(() => batches.length).toBe(1);
    const second = ask(2);
    await expect.poll(() => batches.length).toBe(2);
    const others = [3, 4, 5].map(ask);
    release();
    expect(await Promise.all([first, second, ...others])).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2], [3, 4, 5]]);
  });

  it('fail alone when one request causes the error', async () => {
    const { ask, release } = doubling();
    const asked = [1, -1, 2].map(ask);
    release();
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fail together on a common error, and later requests run again', async () => {
    let broken = true;
    const ask = sharedBatches<number, number>({
      run: async (requests) => {
        if (broken) throw new Error('away');
        return requests;
      },
      isOfOne: () => false,
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(ask));
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    broken = false;
    expect(await ask(7)).toBe(7);
  });
});

import { describe, expect, it } from 'vitest';
import { soughtWords } from '../../../server/domain/speech/said-words.ts';
import type { CallWords } from '../../../server/ports/call-words.ts';
import { eventually } from '../../support/eventually.ts';
import { memoryProxy } from '../../support/memory-proxy.ts';

describe('the index of words (decision 0174)', () => {
  it('is asked nothing by a turn, and has what was said once a search has read it', async () => {
    const proxy = await memoryProxy();
    const { calls } = proxy.stores;
    const asked: string[] = [];
    const watch = <K extends keyof CallWords>(name: K): void => {
      const method = calls.words[name] as (...args: unknown[]) => unknown;
      Object.assign(calls.words, {
        [name]: (...args: unknown[]) => {
          asked.push(name);
          return method(...args);
        },
      });
    };
    for (const name of ['due', 'dueCount', 'version', 'keep', 'renew'] as const) watch(name);
    const call = { id: 'c-1' };
    await proxy.say('my insulin', { call });
    await proxy.say('a refill', { call });
    await proxy.tell({ type: 'end-of-call-report', call });
    await eventually(async () =>
      expect((await proxy.records()).map(({ kind }) => kind)).toContain('session_sealed'),
    );
    expect(asked).toEqual([]);
    await proxy.pipeline.wordIndexing.catchUp();
    expect(asked).toEqual(['due', 'keep']);
    expect(await calls.count({ words: soughtWords('insulin refill') })).toBe(1);
    await proxy.pipeline.settle();
  });
});

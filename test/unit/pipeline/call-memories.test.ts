import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { newCall } from '../../../server/calls/live-call.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import { createCallMemories, roomForCalls } from '../../../server/pipeline/call-memories.ts';
import { clinic } from '../../support/memory-proxy.ts';

const call = (no: number) => newCall(clinic, `key ${no}`, `sess_${no}` as SessionId);

describe('What a turn found is remembered for the next one of its call (design D30)', () => {
  it('and forgotten soon after the last turn', () => {
    const memories = createCallMemories();
    memories.keep(call(1), {}, 1_000);
    for (let round = 0; round < 8; round += 1) memories.evictUnused();
    expect(memories.recall(call(1))).toBeDefined();
    memories.evictUnused();
    expect(memories.recall(call(1))).toBeUndefined();
  });

  it('but not of a call that says very much', () => {
    const memories = createCallMemories();
    memories.keep(call(1), {}, 1_000);
    memories.keep(call(1), {}, 300_000);
    expect(memories.recall(call(1))).toBeUndefined();
  });

  it('of as many calls as there is room for, also where more of them speak in turns', () => {
    const memories = createCallMemories(1_000_000);
    const remembered = (): number => {
      let count = 0;
      for (let no = 0; no < 20; no += 1) {
        if (memories.recall(call(no)) !== undefined) count += 1;
        memories.keep(call(no), {}, 100_000);
      }
      return count;
    };
    expect([remembered(), remembered(), remembered()]).toEqual([0, 10, 10]);
  });

  it('and what a call had is there for others once it is over', () => {
    const memories = createCallMemories(100_000);
    memories.keep(call(1), {}, 100_000);
    memories.keep(call(2), {}, 100_000);
    expect(memories.recall(call(2))).toBeUndefined();
    memories.forget(call(1));
    memories.keep(call(2), {}, 100_000);
    expect(memories.recall(call(2))).toBeDefined();
  });

  it('a call that grows beyond the room makes place', () => {
    const memories = createCallMemories(150_000);
    memories.keep(call(1), {}, 100_000);
    memories.keep(call(1), {}, 160_000);
    expect(memories.recall(call(1))).toBeUndefined();
    memories.keep(call(2), {}, 100_000);
    expect(memories.recall(call(2))).toBeDefined();
  });

  it('the room is a share of the memory that the process may have', () => {
    const most = getHeapStatistics().heap_size_limit / 8;
    expect(roomForCalls()).toBeGreaterThan(1_500_000);
    expect(roomForCalls()).toBeLessThan(most);
  });
});

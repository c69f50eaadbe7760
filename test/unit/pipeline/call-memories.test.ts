import { describe, expect, it } from 'vitest';
import { newCall } from '../../../server/calls/live-call.ts';
import type { SessionId } from '../../../server/domain/ids.ts';
import { createCallMemories } from '../../../server/pipeline/call-memories.ts';
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

  it('and of the oldest calls no longer where all say too much', () => {
    const memories = createCallMemories();
    for (let no = 0; no < 20; no += 1) memories.keep(call(no), {}, 100_000);
    expect(memories.recall(call(0))).toBeUndefined();
    expect(memories.recall(call(19))).toBeDefined();
  });
});

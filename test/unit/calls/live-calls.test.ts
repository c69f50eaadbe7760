import { createSecretKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { createLiveCalls, idleEndMs, type LiveCalls } from '../../../server/calls/live-calls.ts';
import type { Agent } from '../../../server/domain/agent.ts';
import { emptyTree } from '../../../server/journal/index.ts';
import { memoryJournal } from '../../support/memory/journal.ts';

const agent: Agent = {
  id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  name: 'clinic',
  upstream: 'stub',
  tokenization: null,
  policyYaml: null,
  policyVersion: 0,
  tokenGuidance: false,
  systemPrompt: null,
  failureMessage: null,
  transcriptUrl: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};
const entering = { start: () => ({}) as never, turns: 1 } as const;
const day = 24 * 3_600_000;

let wallMs: number;
let ranMs: number;
let calls: LiveCalls;
beforeEach(() => {
  [wallMs, ranMs] = [Date.parse('2026-11-22T10:00:00.000Z'), 0];
  calls = createLiveCalls({
    journal: memoryJournal(),
    clock: { now: () => wallMs, monotonicUs: () => ranMs * 1000 },
    ids: createIds(),
    callKey: createSecretKey(Buffer.alloc(32, 9)),
    onMoved: () => undefined,
  });
});

describe('a silent call ends on time, whatever the system clock says (design D29)', () => {
  it.each([
    ['where it was', 0],
    ['a day back', -day],
    ['a year ahead', 365 * day],
  ])('%s', async (_where, jump) => {
    const request = await calls.enter(agent, 'c-1', entering);
    await calls.leave(request);
    wallMs += jump;
    ranMs += idleEndMs - 1;
    expect(await calls.takeEnded()).toEqual([]);
    ranMs += 1;
    expect(await calls.takeEnded()).toEqual([request.call]);
  });

  it('a call of an earlier process ends on time although its last record is from tomorrow', async () => {
    await calls.adopt({
      sessionId: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
      agentId: agent.id,
      agentName: agent.name,
      callKey: 'k',
      turns: 1,
      ended: false,
      lastActivityMs: wallMs + day,
      tree: emptyTree,
      placeholderCounts: new Map(),
    });
    expect(await calls.takeEnded()).toEqual([]);
    ranMs += idleEndMs;
    expect(await calls.takeEnded()).toHaveLength(1);
  });

  it('silence before this process counts too', async () => {
    await calls.adopt({
      sessionId: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
      agentId: agent.id,
      agentName: agent.name,
      callKey: 'k',
      turns: 1,
      ended: false,
      lastActivityMs: wallMs - idleEndMs,
      tree: emptyTree,
      placeholderCounts: new Map(),
    });
    expect(await calls.takeEnded()).toHaveLength(1);
  });
});

import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../../../server/adapters/memory/journal.ts';
import { systemClock } from '../../../server/adapters/system/clock.ts';
import { createIds } from '../../../server/adapters/system/ids.ts';
import type { Agent } from '../../../server/domain/agent.ts';
import type { EventDraft } from '../../../server/domain/event.ts';
import { sessionFlaw } from '../../../server/journal/index.ts';
import { createCallEndings } from '../../../server/pipeline/call-endings.ts';
import { createCallJournal } from '../../../server/pipeline/call-journal.ts';
import { createLiveCalls, type LiveCall } from '../../../server/pipeline/live-calls.ts';
import { draftMaker } from '../../../server/pipeline/request-events.ts';

const agent: Agent = {
  id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  name: 'clinic',
  upstream: 'stub',
  tokenization: null,
  policyYaml: null,
  tokenGuidance: false,
  systemPrompt: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};

const draftOf = (call: LiveCall) => draftMaker(call, systemClock.now());
const started = (call: LiveCall): EventDraft =>
  draftOf(call)('call_started', {
    policy_name: 'healthcare-default',
    policy_sha256: '0'.repeat(64),
    tokenization: 'vault-deterministic',
    upstream: 'stub',
    retention_days: 2555,
  });
const completed = (call: LiveCall, turn: number): EventDraft =>
  draftOf(call)('response_completed', {
    turn,
    status: 'ok',
    reason: 'completed',
    stream: 'no',
    restored: 0,
    failed: 0,
    added_us: 1,
    first_byte_us: 1,
    duration_us: 1,
  });

describe('nothing of a call follows its seal (design D21, D29)', () => {
  it('also when the reply that ended first is the last to be written', async () => {
    const store = memoryJournal();
    const journal = createCallJournal({
      journal: store,
      onBegin: async () => undefined,
      onRecord: () => undefined,
      onDelay: () => undefined,
    });
    const callKey = createSecretKey(Buffer.alloc(32, 9));
    const liveCalls = createLiveCalls({ clock: systemClock, ids: createIds(), callKey });
    const endings = createCallEndings({
      liveCalls,
      journal,
      clock: systemClock,
      discard: async () => undefined,
      onDelay: () => undefined,
    });
    const entering = { start: started, turns: 1 } as const;
    const first = await liveCalls.enter(agent, 'c-1', entering);
    const second = await liveCalls.enter(agent, 'c-1', entering);
    const { call } = first;
    await journal.begin(call);
    const kept = Promise.withResolvers<readonly EventDraft[]>();
    journal.appendLater(call, kept.promise);
    journal.appendLater(call, [completed(call, 1)]);
    await liveCalls.leave(first);
    await liveCalls.leave(second);
    expect(await liveCalls.hangUp(agent, 'c-1')).toBe(call);
    const over = endings.over(call);
    await expect.poll(() => store.head().size).toBeGreaterThan(1);
    kept.resolve([completed(call, 0)]);
    await Promise.all([over, journal.settle()]);
    const records = await store.read({ limit: 100 });
    expect(records.map(({ kind }) => kind)).toEqual([
      'call_started',
      'response_completed',
      'response_completed',
      'call_ended',
      'session_sealed',
    ]);
    expect(sessionFlaw(records)).toBeUndefined();
  });
});

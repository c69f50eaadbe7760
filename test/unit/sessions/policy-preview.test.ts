import { expect, it } from 'vitest';
import type { TurnView } from '../../../server/contract/live.ts';
import type { AgentId, SessionId } from '../../../server/domain/ids.ts';
import type { SessionSummary } from '../../../server/domain/session.ts';
import {
  createPolicyPreview,
  type PolicyPreviewDeps,
} from '../../../server/sessions/policy-preview.ts';
import { policyOf } from '../detect/policies.ts';

const agentId = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY' as AgentId;
const active = { policy: policyOf(['PHONE']), yaml: '', sha256: 'one' } as never;

/** Previews kept calls of so many texts each; each text takes `ms`. */
async function previewOf(texts: readonly number[], ms = 0) {
  let nowMs = 0;
  const calls = texts.map((_, index) => ({
    id: `sess_${index}` as SessionId,
    agentId,
    startedAt: '2026-11-21T10:00:00.000Z',
  })) as unknown as readonly SessionSummary[];
  const turnsOf = async (id: SessionId): Promise<readonly TurnView[]> => {
    const count = texts[calls.findIndex((call) => call.id === id)] ?? 0;
    const parts = Array.from({ length: count }, (_, index) => ({
      role: 'user',
      public: `hello ${index}`,
      spans: [],
    }));
    return [{ turn: 0, parts, replies: [] }] as never;
  };
  const deps: PolicyPreviewDeps = {
    summaries: { list: async ({ after }) => (after === undefined ? calls : []) },
    agents: { get: async () => ({ id: agentId }) as never },
    policies: { current: () => active, of: () => active, view: () => ({ problem: null }) as never },
    clock: { now: () => nowMs, monotonicUs: () => 0 },
    turnsOf,
    tryText: async () => {
      nowMs += ms;
      return { detections: [] };
    },
  };
  const preview = await createPolicyPreview(deps)(active);
  return [preview.calls, preview.texts, preview.complete];
}

it.each([
  ['all texts of all calls', [600, 400], [2, 1_000, true]],
  ['a call with more texts than are left', [600, 500], [2, 1_000, false]],
  ['one call with more than it looks at', [1_001], [1, 1_000, false]],
])('a preview says whether it looked at everything: %s', async (_, texts, seen) => {
  expect(await previewOf(texts)).toEqual(seen);
});

it('a preview takes ten seconds, however many texts one call has', async () => {
  expect(await previewOf([600, 400], 1_000)).toEqual([1, 10, false]);
});

import type { Policies } from '../agents/policy-store.ts';
import type { LiveCall } from '../calls/live-call.ts';
import type { LiveCalls } from '../calls/live-calls.ts';
import { keyOf, markMissed, markNotPrivate, valuesInClear } from '../calls/marked-values.ts';
import { compileKnownValues } from '../detect/index.ts';
import { canonicalValue, type KnownValue } from '../domain/detection.ts';
import type { Mark } from '../domain/mark.ts';
import { runInSlices } from '../domain/time-slices.ts';
import { type ScanPolicy, scanEgress, scanPolicy } from '../leak-scan/index.ts';
import type { Agents } from '../ports/agents.ts';
import { lazyUtterance, writtenForm } from './detection-passes.ts';

/**
 * What a mark does to its call: `masked` or `in_clear` from the next turn on. `unchanged`: the call is
 * over, the policy lets the kind pass, the value is too short to search for, or something else keeps
 * it masked.
 */
export type MarkEffect = 'masked' | 'in_clear' | 'unchanged';

export type MarkInCall = (
  mark: Pick<Mark, 'sessionId' | 'agentId' | 'mistake' | 'kind' | 'speaker' | 'text' | 'span'>,
) => Promise<MarkEffect>;

export interface MarkInCallDeps {
  readonly liveCalls: Pick<LiveCalls, 'change'>;
  readonly agents: Pick<Agents, 'get'>;
  readonly policies: Pick<Policies, 'of'>;
}

/** Applies a mark to its call while the call is in progress, at all replicas (decision 0084). */
export function createMarkInCall({ liveCalls, agents, policies }: MarkInCallDeps): MarkInCall {
  return async ({ sessionId, agentId, mistake, kind, speaker, text, span: [start, end] }) => {
    const agent = await agents.get(agentId);
    if (agent === undefined) return 'unchanged';
    const { policy } = policies.of(agent);
    const scan = scanPolicy(policy);
    const utterance = lazyUtterance(text, speaker, policy.languages);
    const canonical = canonicalValue(kind, writtenForm(utterance, start, end));
    const value: KnownValue = { kind, canonical, surface: text.slice(start, end) };
    if (mistake === 'missed') {
      const isSearched = scan.enforced.has(kind) && compileKnownValues([value]).all.length > 0;
      const isChanged =
        isSearched && (await liveCalls.change(sessionId, (call) => markMissed(call, value)));
      return isChanged ? 'masked' : 'unchanged';
    }
    // The leak scan reads shapes by itself: it would block each turn that has this value in clear. Nor can a
    // mark open a word that the policy always masks. Of a card number people see only some digits.
    if (value.surface.includes('•') || (await mustStayMasked(value.surface, scan)))
      return 'unchanged';
    let effect: MarkEffect = 'unchanged';
    await liveCalls.change(sessionId, (call) => {
      markNotPrivate(call, value);
      effect = isInClear(call, value) ? 'in_clear' : 'unchanged';
    });
    return effect;
  };
}

function isInClear(call: LiveCall, value: KnownValue): boolean {
  return valuesInClear(call)?.whole.has(keyOf(value)) === true;
}

async function mustStayMasked(text: string, policy: ScanPolicy): Promise<boolean> {
  const context = { ...policy, values: [], isOwnToken: () => false };
  const { verdict, exactMatchHits } = await runInSlices(
    scanEgress(JSON.stringify({ text }), context),
  );
  return verdict === 'blocked' || exactMatchHits > 0;
}

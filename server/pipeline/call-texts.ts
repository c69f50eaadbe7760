import type { KeepPolicy, Policies } from '../agents/policy-store.ts';
import { copyMemory, type LiveCall, newCall } from '../calls/live-call.ts';
import type { LiveCalls } from '../calls/live-calls.ts';
import { privateValues } from '../calls/marked-values.ts';
import type { Agent } from '../domain/agent.ts';
import { countKinds } from '../domain/detection.ts';
import type { EventFields } from '../domain/event.ts';
import { Fault } from '../domain/fault.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import { itemAt } from '../domain/item-at.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { runInSlices, type Work, workOf } from '../domain/time-slices.ts';
import { formatToken, type Token } from '../domain/token.ts';
import { openRequest } from '../ingress/open-request.ts';
import { scanEgress, scanPolicy } from '../leak-scan/index.ts';
import type { Agents } from '../ports/agents.ts';
import { type ReadToken, wholeTokenSteps } from '../rehydrate/index.ts';
import type { CurrentRoster } from '../roster/current-roster.ts';
import type { TokenReader } from '../tokenize/index.ts';
import { isMasked } from '../tokenize/masked-request.ts';
import type { Search } from './detection.ts';
import { maskRequest } from './masking.ts';
import type { BeginWork } from './processor-budget.ts';
import { knownInCall } from './propagate-known-values.ts';
import { blockedFault, type TurnDeps, unsendableFault } from './turn.ts';

/** A call that is in progress or over. */
interface KeptCall {
  readonly id: SessionId;
  readonly agentId: AgentId;
}

/** What `texts_masked` says, besides who asked. */
type MaskedFacts = Omit<EventFields['texts_masked'], 'actor'>;

/** Masks and restores texts about a call that are no turn of it, such as its summary (decision 0185). */
export interface CallTexts {
  /**
   * The texts with the tokens of the call, under the policy of its agent that is in force. `sender` pays for the work. `record`
   * journals it, before the texts are returned or refused. Rejects as a turn does; faults name `texts.0`.
   */
  mask(
    call: KeptCall,
    texts: readonly string[],
    work: { readonly sender: string; readonly record: (facts: MaskedFacts) => Promise<void> },
  ): Promise<readonly string[]>;
  /**
   * The texts with the values of the call in place of its tokens, and how many were replaced; any other token stays. `sender`
   * pays for the work. Fault `validation_failed` for more than `mostTokens` different ones.
   */
  unmask(
    call: KeptCall,
    texts: readonly string[],
    sender: string,
  ): Promise<{ readonly texts: readonly string[]; readonly restored: number }>;
}

export interface CallTextsDeps extends Pick<TurnDeps, 'schemeFor' | 'noteValues'> {
  readonly liveCalls: Pick<LiveCalls, 'change'>;
  readonly agents: Pick<Agents, 'get'>;
  readonly policies: Pick<Policies, 'of'>;
  readonly keepPolicy: KeepPolicy;
  readonly search: Search;
  readonly roster?: CurrentRoster | undefined;
  readonly beginWork: BeginWork;
  /** Recognizes tokens of an agent, and opens those of one call. */
  readonly tokensOf: (call: KeptCall) => TokenReader;
}

/** Most different tokens of a request to unmask: each is looked up. */
const mostTokens = 1_000;

export function createCallTexts(deps: CallTextsDeps): CallTexts {
  return {
    mask: async (kept, texts, { sender, record }) => {
      const agent = await deps.agents.get(kept.agentId);
      if (agent === undefined)
        throw new Fault('agent_not_found', 'the agent of this call was deleted');
      const call = await copyOf(deps, agent, kept.id);
      return workOf(workOfSender(deps, sender), () =>
        maskTexts(deps, { agent, call, texts, record }),
      ).catch(namingTexts);
    },
    unmask: async (kept, texts, sender) => {
      const read = await workOf(workOfSender(deps, sender), () => runInSlices(readAll(texts)));
      const tokens = new Map<string, Token>();
      for (const { token } of read.flatMap((one) => one.tokens))
        if (token !== undefined) tokens.set(formatToken(token), token);
      if (tokens.size > mostTokens)
        throw new Fault('validation_failed', `the texts have more than ${mostTokens} tokens`);
      const surfaces = await surfacesOf(deps, kept, tokens);
      let restored = 0;
      const unmasked = read.map(({ text, tokens: inText }) => {
        const pieces: string[] = [];
        let from = 0;
        for (const { token, span } of inText) {
          const surface = token && surfaces.get(formatToken(token));
          if (surface === undefined) continue;
          pieces.push(text.slice(from, span[0]), surface);
          from = span[1];
          restored += 1;
        }
        return [...pieces, text.slice(from)].join('');
      });
      return { texts: unmasked, restored };
    },
  };
}

function workOfSender({ beginWork }: Pick<CallTextsDeps, 'beginWork'>, sender: string): Work {
  return beginWork(sender, new AbortController().signal);
}

/** The texts with the whole tokens in them. */
function* readAll(texts: readonly string[]) {
  const read: { readonly text: string; readonly tokens: readonly ReadToken[] }[] = [];
  for (const text of texts) read.push({ text, tokens: yield* wholeTokenSteps(text) });
  return read;
}

/** What the call knows if it is in progress. The call itself learns nothing from texts that are no turn of it. */
async function copyOf(
  { liveCalls }: Pick<CallTextsDeps, 'liveCalls'>,
  agent: Agent,
  id: SessionId,
): Promise<LiveCall> {
  const copy = newCall(agent, '', id);
  await liveCalls.change(id, (call) => copyMemory(call, copy));
  return copy;
}

/** By token; those of other calls have none. */
async function surfacesOf(
  { tokensOf }: Pick<CallTextsDeps, 'tokensOf'>,
  call: KeptCall,
  tokens: ReadonlyMap<string, Token>,
): Promise<ReadonlyMap<string, string>> {
  const reader = tokensOf(call);
  const surfaces = new Map<string, string>();
  for (const [written, token] of tokens) {
    const found = await reader.resolve(token);
    if (found.ok) surfaces.set(written, found.surface);
  }
  return surfaces;
}

interface Masking {
  readonly agent: Agent;
  readonly call: LiveCall;
  readonly texts: readonly string[];
  readonly record: (facts: MaskedFacts) => Promise<void>;
}

/** The stages of a turn, up to the journal. */
async function maskTexts(
  deps: CallTextsDeps,
  { agent, call, texts, record }: Masking,
): Promise<readonly string[]> {
  const active = deps.policies.of(agent);
  await deps.keepPolicy(active);
  const open = await openRequest(
    { messages: texts.map((content) => ({ role: 'user', content })) },
    false,
  );
  const [search, roster] = await Promise.all([
    deps.search(active, open.slots, { known: knownInCall(call) }),
    deps.roster?.current(),
  ]);
  const reader = deps.tokensOf({ id: call.sessionId, agentId: agent.id });
  // A text that has tokens already keeps them: `unmask` looks up again whose they are.
  const isOwnToken = (token: Token): boolean => reader.check(token) === undefined;
  const masked = await maskRequest({
    call,
    scope: call.scope,
    active,
    open,
    search: { ...search, sayingFrom: 0 },
    roster,
    scheme: deps.schemeFor(agent, active, call),
    isOwnToken,
    upstream: agent.upstream,
    model: '',
  });
  // The call may give the number of such a value to another one.
  const values = masked.newValues.map(({ kind, canonical }) => ({ kind, canonical }));
  await deps.noteValues(call, active.policy.kid, values);
  const { surrogates } = call;
  const context = {
    ...scanPolicy(active.policy),
    values: privateValues(call),
    isOwnToken,
    surrogates,
  };
  const scan = await runInSlices(scanEgress(masked.outbound.body, context));
  const spans = masked.parts.flatMap((part) => part.spans.filter(isMasked));
  await record({
    texts: texts.length,
    ...policyFields(active),
    passes: search.passes,
    spans_by_kind: countKinds(spans.map(({ finding }) => finding)),
    verdict: scan.verdict,
  });
  await masked.durable;
  if (scan.verdict === 'blocked') throw await blockedFault(open, context);
  const fault = unsendableFault(active, masked.parts, scan);
  if (fault !== undefined) throw fault;
  return textsOf(masked.outbound.body, texts.length);
}

function policyFields({ policy, sha256 }: ActivePolicy) {
  return { policy_name: policy.name, policy_version: policy.version, policy_sha256: sha256 };
}

/** The texts of the bytes that were scanned. */
function textsOf(body: string, count: number): readonly string[] {
  const { messages } = JSON.parse(body) as { readonly messages: readonly { content: string }[] };
  if (messages.length !== count) throw new Error('a masked text is missing');
  return messages.map((_, index) => itemAt(messages, index).content);
}

/** The fault, with the paths of what was asked instead of those of a chat request. */
function namingTexts(error: unknown): never {
  if (!(error instanceof Fault)) throw error;
  const details = error.details.map((detail) => ({
    ...detail,
    path: detail.path.replace(/^messages\.(\d+)\.content/, 'texts.$1'),
  }));
  const { code, message, retry } = error;
  throw new Fault(code, message, { details, retry, cause: error.cause });
}

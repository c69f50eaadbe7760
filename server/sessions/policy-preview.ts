import type { Policies } from '../agents/policy-store.ts';
import type { PartView, SpanView, TurnView } from '../contract/live.ts';
import type { Agent } from '../domain/agent.ts';
import { countKinds, type ShownDetection, type Span, sourceOnRecord } from '../domain/detection.ts';
import { Fault } from '../domain/fault.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { Action, ActivePolicy, Policy } from '../domain/policy.ts';
import type { SessionSummary } from '../domain/session.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { SessionSummaries } from '../ports/session-summaries.ts';
import { publicTurn } from '../projections/public-side.ts';
import { SpanReplacer } from '../projections/two-sided-view.ts';

/** A place in a kept text that would change; `span`s are of the text as sent, and as it would be sent. */
interface ChangedPlace {
  readonly kind: string;
  readonly change: 'masked' | 'unmasked';
  readonly sentSpan: Span;
  readonly wouldBeSpan: Span;
}

interface ChangedText {
  readonly sessionId: SessionId;
  readonly turn: number;
  readonly role: string;
  /** The public side that was kept, with placeholders in place of tokens. */
  readonly sent: string;
  readonly wouldBe: string;
  readonly places: readonly ChangedPlace[];
}

type Counts = Readonly<Record<string, number>>;

/** What a policy would have changed in the calls of the last week, as far as their texts are kept. */
export interface PolicyPreview {
  /** ISO 8601 UTC. */
  readonly since: string;
  readonly calls: number;
  readonly texts: number;
  /** False where there was more than one preview looks at. */
  readonly complete: boolean;
  readonly newlyMasked: Counts;
  readonly noLongerMasked: Counts;
  /** The first ones, of the newest calls. */
  readonly changed: readonly ChangedText[];
}

export interface PolicyPreviewDeps {
  readonly summaries: Pick<SessionSummaries, 'list'>;
  readonly agents: Pick<Agents, 'get'>;
  readonly policies: Pick<Policies, 'current' | 'of' | 'view'>;
  readonly clock: Clock;
  /** The turns of a call, with the texts that are kept. */
  readonly turnsOf: (id: SessionId) => Promise<readonly TurnView[]>;
  /** The service's own detection, on a text alone. It keeps nothing. */
  readonly tryText: (
    active: ActivePolicy,
    text: string,
  ) => Promise<{ readonly detections: readonly (ShownDetection & { readonly action: Action })[] }>;
}

/** Of one agent, whose policy it would be; without an agent, of all that follow the global policy. */
export type PreviewPolicy = (proposed: ActivePolicy, agent?: Agent) => Promise<PolicyPreview>;

const weekMs = 7 * 24 * 3_600_000;
/** What one preview looks at, the newest first, and how long it may take. */
const limits = { calls: 200, texts: 1_000, ms: 10_000, shown: 50 } as const;
const pageSize = 50;
/** Previews that wait for another one. */
const maxWaiting = 4;

/**
 * Tries policies on the public side of kept calls, one preview at a time and in slices, so that calls go on. A place that
 * is in the clear is newly masked if the proposed policy finds it there and the one in force does not. One that was masked
 * no longer is if its rule passes it: what a word of `never` would do is not known, because the value is not there.
 */
export function createPolicyPreview(deps: PolicyPreviewDeps): PreviewPolicy {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (proposed, agent) => {
    if (waiting > maxWaiting) {
      throw new Fault('rate_limited', 'other previews of policies are running', { retry: 10 });
    }
    waiting += 1;
    const preview = last.then(() => previewOf(deps, proposed, agent));
    last = preview.catch(() => undefined);
    return preview.finally(() => {
      waiting -= 1;
    });
  };
}

async function previewOf(
  deps: PolicyPreviewDeps,
  proposed: ActivePolicy,
  agent: Agent | undefined,
): Promise<PolicyPreview> {
  const startedMs = deps.clock.now();
  const since = new Date(startedMs - weekMs).toISOString();
  const before = agent === undefined ? deps.policies.current() : deps.policies.of(agent);
  const trial = createTrial(deps, before, proposed);
  const tried: ChangedText[] = [];
  let [calls, complete] = [0, true];
  const isWithin = () => tried.length < limits.texts && deps.clock.now() - startedMs < limits.ms;
  for await (const { id } of callsUnder(deps, { before, agent, since })) {
    complete = calls < limits.calls && isWithin();
    if (!complete) break;
    calls += 1;
    for (const { turn, role, part } of textsOf(await deps.turnsOf(id))) {
      complete = isWithin();
      if (!complete) break;
      tried.push({ sessionId: id, turn, role, ...(await trial(part)) });
    }
    if (!complete) break;
  }
  const places = tried.flatMap((text) => text.places);
  return {
    since,
    calls,
    texts: tried.length,
    complete,
    newlyMasked: countKinds(places.filter(({ change }) => change === 'masked')),
    noLongerMasked: countKinds(places.filter(({ change }) => change === 'unmasked')),
    changed: tried.filter((text) => text.places.length > 0).slice(0, limits.shown),
  };
}

interface Under {
  readonly before: ActivePolicy;
  readonly agent: Agent | undefined;
  readonly since: string;
}

/** The calls of the agents that a change of the policy would reach, newest first. */
async function* callsUnder(
  deps: PolicyPreviewDeps,
  { before, agent, since }: Under,
): AsyncGenerator<SessionSummary> {
  const isReached = agent === undefined ? agentsUnder(deps, before) : async () => true;
  const ofAgent = agent === undefined ? {} : { agentId: agent.id };
  for (let after: SessionSummary | undefined, more = true; more; ) {
    const next = after && { after: { value: Date.parse(after.startedAt), id: after.id } };
    const page = await deps.summaries.list({ since, limit: pageSize, ...ofAgent, ...next });
    for (const call of page) if (await isReached(call.agentId)) yield call;
    after = page.at(-1);
    more = page.length === pageSize;
  }
}

/** Whether an agent is under a policy; asks for each agent once. */
function agentsUnder(
  { agents, policies }: PolicyPreviewDeps,
  before: ActivePolicy,
): (id: AgentId) => Promise<boolean> {
  const asked = new Map<AgentId, Promise<boolean>>();
  const ask = async (id: AgentId): Promise<boolean> => {
    const agent = await agents.get(id);
    if (agent === undefined || policies.view(agent).problem !== null) return false;
    return policies.of(agent).sha256 === before.sha256;
  };
  return (id) => {
    const answer = asked.get(id) ?? ask(id);
    asked.set(id, answer);
    return answer;
  };
}

function textsOf(turns: readonly TurnView[]) {
  return turns.flatMap((turn) =>
    publicTurn(turn).parts.map((part) => ({ turn: turn.turn, role: part.role, part })),
  );
}

/** Remembers what it found: the instructions of an agent are the same in each of its calls. */
function createTrial(
  { tryText }: PolicyPreviewDeps,
  before: ActivePolicy,
  proposed: ActivePolicy,
): (part: PartView) => Promise<Pick<ChangedText, 'sent' | 'wouldBe' | 'places'>> {
  const tried = new Map<string, Promise<readonly ShownDetection[]>>();
  const maskedIn = (active: ActivePolicy, text: string): Promise<readonly ShownDetection[]> => {
    const key = `${active.sha256} ${text}`;
    const found =
      tried.get(key) ??
      tryText(active, text).then(({ detections }) =>
        detections.filter(({ action }) => action !== 'passthrough'),
      );
    tried.set(key, found);
    return found;
  };
  return async ({ public: sent, spans }) => {
    const masked = spans.filter(({ action }) => action === 'tokenize' || action === 'redact');
    const wouldMask = await maskedIn(proposed, sent);
    const outside = wouldMask.filter((one) => !masked.some((span) => overlaps(one, span.public)));
    const already = outside.length === 0 ? [] : await maskedIn(before, sent);
    const fresh = outside.filter(
      (one) => !already.some(({ start, end }) => overlaps(one, [start, end])),
    );
    const passed = masked.filter(
      (span) => masks(before.policy, span) && !masks(proposed.policy, span),
    );
    return { sent, ...changedText(sent, fresh, passed) };
  };
}

const overlaps = ({ start, end }: ShownDetection, [from, until]: Span): boolean =>
  start < until && from < end;

/** Whether a policy masks what an earlier search found, by the detector and the score that are on record. */
function masks({ entities, passes }: Policy, { kind, detector, score }: SpanView): boolean {
  const rule = entities.get(kind);
  if (rule?.enabled !== true || rule.action === 'passthrough') return false;
  const source = sourceOnRecord(detector);
  if (source === 'ner') {
    return rule.ner && passes.includes('nermodel') && score >= rule.confidenceThreshold;
  }
  return source !== 'regex' || (rule.regex && passes.includes('regex'));
}

function changedText(
  sent: string,
  fresh: readonly ShownDetection[],
  passed: readonly SpanView[],
): Pick<ChangedText, 'wouldBe' | 'places'> {
  const copy = new SpanReplacer(sent);
  const places = [
    ...fresh.map(({ kind, start, end }) => ({ kind, change: 'masked' as const, start, end })),
    ...passed.map(({ kind, public: [start, end] }) => {
      return { kind, change: 'unmasked' as const, start, end };
    }),
  ]
    .sort((a, b) => a.start - b.start)
    .map(({ kind, change, start, end }): ChangedPlace => {
      const text = change === 'masked' ? `[${kind}]` : sent.slice(start, end);
      return {
        kind,
        change,
        sentSpan: [start, end],
        wouldBeSpan: copy.replace(start, end, text),
      };
    });
  return { places, wouldBe: copy.end() };
}

import type { Policies } from '../agents/policy-store.ts';
import type { PartView, TurnView } from '../contract/live.ts';
import {
  canonicalValue,
  type ShownDetection,
  type Span,
  type Speaker,
  sourceOnRecord,
} from '../domain/detection.ts';
import type { AgentId, SessionId } from '../domain/ids.ts';
import type { Mark } from '../domain/mark.ts';
import type { ActivePolicy, EntityRule } from '../domain/policy.ts';
import { hideCardNumbers } from '../live-view/truncate-card-number.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Marks } from '../ports/marks.ts';
import { publicTurn } from '../projections/public-side.ts';

/** What a second look at the kept texts of calls found: words that a policy's threshold let pass (decision 0190). */
export interface Suggestions {
  readonly calls: number;
  /** Calls whose kept texts could not be read: they hold up no other. */
  readonly unreadable: number;
  readonly texts: number;
  /** Those nearest to the threshold, the nearest first. */
  readonly marks: readonly Mark[];
}

export interface SuggestionDeps {
  readonly agents: Pick<Agents, 'get'>;
  readonly policies: Pick<Policies, 'of' | 'view'>;
  readonly marks: Pick<Marks, 'list'>;
  readonly ids: Ids;
  readonly clock: Clock;
  /** The turns of a call, with the texts that are kept. */
  readonly turnsOf: (id: SessionId) => Promise<readonly TurnView[]>;
  /** The service's own detection, on a text alone. It keeps nothing. */
  readonly tryText: (
    active: ActivePolicy,
    text: string,
  ) => Promise<{ readonly detections: readonly ShownDetection[] }>;
}

interface Call {
  readonly sessionId: SessionId;
  readonly agentId: AgentId;
}

/** In the order in which they are read. */
export type Suggest = (calls: readonly Call[]) => Promise<Suggestions>;

/** How far below the threshold a score may be. */
const reach = 0.25;
const limits = { calls: 200, texts: 1_000, ms: 5 * 60_000, marks: 25, known: 2_000 } as const;

/**
 * Reads the public side of calls again, with the model and a lower threshold: one text at a time, so that calls go on. A value
 * is suggested once, and not if somebody has marked it or decided about it.
 */
export function createSuggest(deps: SuggestionDeps): Suggest {
  return async (calls) => {
    const until = deps.clock.now() + limits.ms;
    const known = await knownValues(deps);
    const unsure: Mark[] = [];
    const read = { calls: new Set<SessionId>(), texts: new Set<string>() };
    let unreadable = 0;
    const skip = (): void => {
      unreadable += 1;
    };
    for await (const text of textsOf(deps, calls.slice(0, limits.calls), skip)) {
      if (read.texts.size >= limits.texts || deps.clock.now() >= until) break;
      read.calls.add(text.sessionId);
      // The instructions of an agent are the same in each of its calls.
      const key = `${text.active.sha256} ${text.part.public}`;
      if (!read.texts.has(key)) unsure.push(...(await unsureOf(deps, text)));
      read.texts.add(key);
    }
    return {
      calls: read.calls.size,
      unreadable,
      texts: read.texts.size,
      marks: nearest(unsure, known),
    };
  };
}

interface KeptText extends Call {
  readonly active: ActivePolicy;
  readonly turn: number;
  readonly part: PartView;
}

/** The texts of calls as they were sent, with the policy in force. Calls `skip` for a call that cannot be read. */
async function* textsOf(
  deps: SuggestionDeps,
  calls: readonly Call[],
  skip: () => void,
): AsyncGenerator<KeptText> {
  const policyOf = policiesOf(deps);
  for (const { sessionId, agentId } of calls) {
    const active = await policyOf(agentId);
    if (active === undefined) continue;
    const turns = await deps.turnsOf(sessionId).catch(skip);
    for (const turn of turns ?? [])
      for (const part of publicTurn(turn).parts)
        yield { sessionId, agentId, active, turn: turn.turn, part };
  }
}

/** How far a score is from what the policy asks. */
const gapOf = ({ suggestion }: Mark): number =>
  suggestion === undefined ? 0 : suggestion.threshold - suggestion.score;

const keyOf = ({ kind, text, span }: Mark): string =>
  `${kind} ${canonicalValue(kind, text.slice(...span))}`;

/** The marks that are nearest to the threshold, one for each value that is not `known`. */
function nearest(marks: readonly Mark[], known: ReadonlySet<string>): readonly Mark[] {
  const first = new Map<string, Mark>();
  for (const mark of marks.toSorted((a, b) => gapOf(a) - gapOf(b))) {
    const value = keyOf(mark);
    if (!known.has(value) && !first.has(value)) first.set(value, mark);
  }
  return [...first.values()].slice(0, limits.marks);
}

/** The values of the newest marks. */
async function knownValues({ marks }: SuggestionDeps): Promise<ReadonlySet<string>> {
  return new Set((await marks.list({ limit: limits.known })).map(keyOf));
}

/** The policy in force of each agent; asks for each agent once. */
function policiesOf({ agents, policies }: SuggestionDeps) {
  const asked = new Map<AgentId, ActivePolicy | undefined>();
  return async (id: AgentId): Promise<ActivePolicy | undefined> => {
    if (!asked.has(id)) {
      const agent = await agents.get(id);
      const isReadable = agent !== undefined && policies.view(agent).problem === null;
      asked.set(id, isReadable ? policies.of(agent) : undefined);
    }
    return asked.get(id);
  };
}

const loosened = new WeakMap<ActivePolicy, ActivePolicy>();

/** The policy with thresholds below its own. */
function withLowerThresholds(active: ActivePolicy): ActivePolicy {
  const made = loosened.get(active);
  if (made !== undefined) return made;
  const lower = ([kind, rule]: [string, EntityRule]): [string, EntityRule] => {
    const confidenceThreshold = Math.max(0, rule.confidenceThreshold - reach);
    return [kind, { ...rule, confidenceThreshold }];
  };
  const entities = new Map([...active.policy.entities].map(lower));
  const policy = { ...active, policy: { ...active.policy, entities } };
  loosened.set(active, policy);
  return policy;
}

/** What the model scores below the threshold, where nothing was masked. */
async function unsureOf(
  { tryText, ids, clock }: SuggestionDeps,
  { sessionId, agentId, active, turn, part }: KeptText,
): Promise<readonly Mark[]> {
  const { public: text, spans, role } = part;
  const { detections } = await tryText(withLowerThresholds(active), text);
  return detections.flatMap(({ kind, start, end, score, detector }): Mark[] => {
    const rule = active.policy.entities.get(kind);
    const isMasked = spans.some(({ public: [from, until] }) => start < until && from < end);
    if (rule === undefined || isMasked || rule.action === 'passthrough') return [];
    const { confidenceThreshold: threshold } = rule;
    if (sourceOnRecord(detector) !== 'ner' || score >= threshold) return [];
    return [
      {
        id: ids.next('mark'),
        sessionId,
        agentId,
        at: new Date(clock.now()).toISOString(),
        mistake: 'missed',
        kind,
        turn,
        speaker: role as Speaker,
        suggestion: { score, threshold },
        ...shownSentence(kind, text, [start, end]),
      },
    ];
  });
}

/** Longest text that is shown before and after a value, in UTF-16 code units. */
const context = 200;
const sentenceEnd = /[.!?]\s+|\n+/;

/** The sentence of a value, as people may see it: of a card number the first six and the last four digits. */
function shownSentence(kind: string, text: string, place: Span): Pick<Mark, 'text' | 'span'> {
  const sentence = sentenceAround(text, place);
  const card = kind === 'CREDIT_CARD' ? sentence.span : undefined;
  return { ...sentence, text: hideCardNumbers(sentence.text, card) };
}

/** The sentence that holds a place of a text, as far as `context` reaches. */
function sentenceAround(text: string, [start, end]: Span): Pick<Mark, 'text' | 'span'> {
  const before = text.slice(Math.max(0, start - context), start).split(sentenceEnd);
  const from = start - (before.at(-1)?.length ?? 0);
  const [after = ''] = text.slice(end, end + context).split(sentenceEnd);
  return {
    text: text.slice(from, end + after.length),
    span: [start - from, end - from],
  };
}

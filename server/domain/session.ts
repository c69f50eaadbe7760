import { type Exposure, outcomesOf } from './exposure.ts';
import type { AgentId, SessionId, UserId } from './ids.ts';

export type SessionStatus = 'ok' | 'error' | 'partial';

/** How a turn ended without a whole reply. In wire form, as `response_completed` says it. */
export interface TurnFailure {
  /** From 0. */
  readonly turn: number;
  readonly status: 'partial' | 'error';
  readonly reason: string;
  /** HTTP status of the provider's answer. */
  readonly upstream_status?: number | undefined;
}

/** One call (spec, Session summary; design D29). Times are ISO 8601 UTC. */
export interface SessionSummary {
  readonly id: SessionId;
  readonly agentId: AgentId;
  readonly agentName: string;
  readonly startedAt: string;
  /** Time of the last event so far, or of the call's end. */
  readonly endedAt: string;
  readonly durationMs: number;
  readonly status: SessionStatus;
  readonly redactionCount: number;
  readonly redactionsByKind: Readonly<Record<string, number>>;
  /** Values masked, each counted once; absent if an older version recorded a turn. */
  readonly valuesByKind?: Readonly<Record<string, number>> | undefined;
  readonly exposure: Exposure;
  /** The first turn without a whole reply; absent without one. */
  readonly firstFailure?: TurnFailure | undefined;
  /** Turns without a whole reply; absent if an older version stored the summary. */
  readonly failedTurns?: number | undefined;
  readonly upstreamModel: string;
  readonly turnCount: number;
  /** False until `call_ended` is journalled. */
  readonly ended: boolean;
  /** Who reviewed it last, and when; absent if nobody did (decision 0175). */
  readonly reviewed?: Review | undefined;
}

/** A person's word that they have reviewed a call. */
export interface Review {
  readonly by: UserId;
  /** ISO 8601 UTC. */
  readonly at: string;
}

/** What people say of a call (decision 0175). */
export interface CallRemarks {
  /** Short words, in order. */
  readonly tags: readonly string[];
  readonly note?: CallNote | undefined;
}

/** A note on a call: it may name somebody, so it is kept and erased like the call's texts. */
export interface CallNote extends Review {
  readonly text: string;
}

/** What a list of sessions is ordered by. */
export type SessionOrder = 'start' | 'duration' | 'redactions' | 'turns';

/** What orders a session: milliseconds, or a count. */
export function orderValue(summary: SessionSummary, order: SessionOrder = 'start'): number {
  switch (order) {
    case 'start':
      return Date.parse(summary.startedAt);
    case 'duration':
      return summary.durationMs;
    case 'redactions':
      return summary.redactionCount;
    case 'turns':
      return summary.turnCount;
  }
}

type Counts = Readonly<Record<string, number>>;

/**
 * What an overview counts of a session. `exposure`: its outcome; `with`: each of its outcomes; `kind`: places that were
 * masked; `value`: values, each once; `names_not_checked`: no model looked for names in some request; `reviewed`: a person has.
 */
export type CountedThing =
  | 'status'
  | 'exposure'
  | 'with'
  | 'kind'
  | 'value'
  | 'language'
  | 'names_not_checked'
  | 'reviewed'
  | 'ms';

/**
 * The counts that sums over sessions add up, as one flat map such as `{"status ok": 1, "kind NAME": 3}`:
 * stores keep it with the session, so that a sum reads no summary. `ms` counts replies by added latency.
 */
export function sessionCounts(
  { status, exposure, redactionsByKind, valuesByKind = {}, reviewed }: SessionSummary,
  addedMs: Counts,
): Counts {
  return {
    [`status ${status}`]: 1,
    [`exposure ${exposure.outcome}`]: 1,
    ...named('with', Object.fromEntries(outcomesOf(exposure).map((outcome) => [outcome, 1]))),
    ...named('kind', redactionsByKind),
    ...named('value', valuesByKind),
    ...named('language', Object.fromEntries(exposure.languages.map((tag) => [tag, 1]))),
    ...(exposure.requests_without_names > 0 && { 'names_not_checked call': 1 }),
    ...(reviewed && { 'reviewed call': 1 }),
    ...named('ms', addedMs),
  };
}

function named(thing: CountedThing, counts: Counts): Counts {
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [`${thing} ${name}`, count]),
  );
}

/** The counts of one thing by name, out of a flat map. */
export function countsOf(counts: Counts, thing: CountedThing): Counts {
  const prefix = `${thing} `;
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, count]) => [name.slice(prefix.length), count]),
  );
}

import type { JournalRecord } from '../domain/event.ts';

/** What is asked for of what people did; times are ISO 8601 UTC, `until` is not included. */
export interface WantedActivity {
  /** Ids; any of them. */
  readonly persons?: readonly string[] | undefined;
  /** Kinds of events; any of them. */
  readonly actions?: readonly string[] | undefined;
  readonly object?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Something that a person did, as the journal has it (decision 0089). */
export interface Activity {
  readonly seq: number;
  readonly at: string;
  /** Null for a failed sign-in. */
  readonly actor: string | null;
  readonly action: string;
  readonly sessionId?: string;
  readonly agentId?: string;
  /** The other fields of the event, which hold no values of calls. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Undefined for a record of something that no person did. */
export function activityOf(record: JournalRecord): Activity | undefined {
  const { seq, ts: at, kind: action, session_id: sessionId, agent_id: agentId, ...rest } = record;
  const { v: _v, id: _id, nonce: _nonce, session_seq: _place, ...more } = rest;
  const { prev_hash: _prev, curr_hash: _curr, actor, ...details } = more;
  if (typeof actor !== 'string' && action !== 'login_failed') return undefined;
  return {
    seq,
    at,
    action,
    details,
    actor: typeof actor === 'string' ? actor : null,
    ...(sessionId !== undefined && { sessionId }),
    ...(agentId !== undefined && { agentId }),
  };
}

export function isWanted(activity: Activity, wanted: WantedActivity): boolean {
  const { at, actor, action, sessionId, agentId, details } = activity;
  const objects = [sessionId, agentId, details['user_id'], details['mark_id']];
  return (
    (wanted.persons === undefined || (actor !== null && wanted.persons.includes(actor))) &&
    (wanted.actions === undefined || wanted.actions.includes(action)) &&
    (wanted.object === undefined || objects.includes(wanted.object)) &&
    (wanted.from === undefined || Date.parse(at) >= Date.parse(wanted.from)) &&
    (wanted.until === undefined || Date.parse(at) < Date.parse(wanted.until))
  );
}

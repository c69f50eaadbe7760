import type { IncidentId, SessionId } from '../ids.ts';

/** Things that need more than a word: an incident with a record of its own (decision 0184). */
export const incidentThings = ['may_have_been_sent', 'chain_broken', 'agreement_missing'] as const;
export type IncidentThing = (typeof incidentThings)[number];

export const incidentConclusions = ['low_probability', 'breach'] as const;

/** Who did something, when (ISO 8601 UTC), and what they say of it. */
export interface Deed {
  /** Login of the person. */
  readonly by: string;
  readonly at: string;
  readonly note: string;
}

/** What a thing was when somebody saw it: what is more, or something else, needs a person again. */
export interface SeenState {
  /** Of the things that it names. */
  readonly names: readonly string[];
  /** For a thing about calls: how many it was about, of those that started at `since` or later. */
  readonly calls?: { readonly since: string; readonly count: number };
}

/** The four factors of 45 CFR 164.402(2), and what follows from them. */
export interface Assessment {
  readonly natureAndExtent: string;
  readonly recipient: string;
  readonly acquiredOrViewed: string;
  readonly mitigation: string;
  readonly conclusion: (typeof incidentConclusions)[number];
}

export interface Incident {
  readonly id: IncidentId;
  readonly about: IncidentThing;
  readonly names: readonly string[];
  /** The calls that it is about, at most 100; empty where it is about none. */
  readonly sessionIds: readonly SessionId[];
  readonly opened: Deed;
  /** Of the last assessment: until it is closed, it can be assessed again. */
  readonly assessed?: Omit<Deed, 'note'> & Assessment;
  readonly closed?: Deed;
  /** What it was about when it was opened. */
  readonly seen: SeenState;
}

/** What people did about the things that the overview lists. */
export interface HandledThings {
  /** The last word on each thing. */
  readonly acknowledged: Readonly<Record<string, Deed & { readonly seen: SeenState }>>;
  /** Newest first. */
  readonly incidents: readonly Incident[];
}

export const nothingHandled: HandledThings = { acknowledged: {}, incidents: [] };

/** The journal has those that are forgotten here. */
const mostIncidents = 200;

export function openIncidentAbout(
  { incidents }: HandledThings,
  about: string,
): Incident | undefined {
  return incidents.find((one) => one.about === about && one.closed === undefined);
}

export function withIncident(things: HandledThings, incident: Incident): HandledThings {
  return { ...things, incidents: [incident, ...things.incidents].slice(0, mostIncidents) };
}

/** The same with one incident changed; a closed one is the last word on its thing. */
export function withChangedIncident(things: HandledThings, changed: Incident): HandledThings {
  const incidents = things.incidents.map((one) => (one.id === changed.id ? changed : one));
  if (changed.closed === undefined) return { ...things, incidents };
  const said = { ...changed.closed, seen: changed.seen };
  return { incidents, acknowledged: { ...things.acknowledged, [changed.about]: said } };
}

const hourMs = 3_600_000;
const weekHours = 7 * 24;
/** How long a word on a state holds: what can change by the hour needs a person again soon. */
const heldHours: Readonly<Record<string, number>> = {
  no_reply: 1,
  unavailable: 1,
  disk_low: 24,
  unsealed_calls: 24,
};
/** Calls of before are in no range of the overview any more. */
const heldHoursOfCalls = 30 * 24;

/** Whether a word on a thing still holds; `seen` is what the thing is now. */
export function stillHolds(
  about: string,
  said: HandledThings['acknowledged'][string],
  seen: SeenState,
  nowMs: number,
): boolean {
  const hours = said.seen.calls === undefined ? (heldHours[about] ?? weekHours) : heldHoursOfCalls;
  if (nowMs - Date.parse(said.at) >= hours * hourMs) return false;
  if (said.seen.calls !== undefined) return (seen.calls?.count ?? 0) <= said.seen.calls.count;
  return seen.names.every((name) => said.seen.names.includes(name));
}

import { z } from 'zod';
import {
  Acknowledged,
  AssessIncident,
  IncidentList,
  IncidentPath,
  NoteBody,
  OneIncident,
  OpenIncident,
} from '../../../contract/figures/incidents.ts';
import { AttentionItem } from '../../../contract/figures/overview.ts';
import { ShortListQuery } from '../../../contract/pagination.ts';
import { Fault } from '../../../domain/fault.ts';
import { orderValue, type SessionSummary } from '../../../domain/session.ts';
import {
  type HandledThings,
  type Incident,
  incidentThings,
  openIncidentAbout,
  type SeenState,
  withChangedIncident,
  withIncident,
} from '../../../domain/settings/handled-things.ts';
import type { User } from '../../../ports/users.ts';
import { incidentRecord } from '../../../projections/incident-record.ts';
import { countedSteps } from '../../../sessions/counted-steps.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { invalidRequest } from '../../server/validator.ts';
import { userOf } from '../../sign-in/session-cookies.ts';
import { readShortList } from '../pagination.ts';
import { type AttentionDeps, attentionOfMonth, seenNow } from './attention.ts';

type IncidentDeps = AttentionDeps & RecordDeps & Pick<HttpDeps, 'ids'>;

/** What people do about the things that the overview lists (decision 0184). */
export function attentionRoutes(deps: Omit<IncidentDeps, 'readSteps'>): Routes {
  return defineRoutes(
    { ...deps, readSteps: countedSteps(deps.summaries) },
    { tags: ['Audit'] },
    acknowledgeAttention,
    listIncidents,
    openIncident,
    assessIncident,
    closeIncident,
  );
}

const ThingPath = z.object({ about: AttentionItem.unwrap().shape.about });

function acknowledgeAttention(api: ApiScope, deps: IncidentDeps): void {
  api.post('/attention/:about/acknowledgement', {
    schema: {
      operationId: 'acknowledgeAttention',
      summary: 'Acknowledge a thing of the overview',
      description:
        'Says that a person saw it. It needs nobody until there is more of it, or for an hour to 30 days. What needs an incident is acknowledged when the incident is closed.',
      params: ThingPath,
      body: NoteBody,
      response: { 200: Acknowledged },
      errors: ['not_found'],
    },
    handler: async (request) => {
      const { about } = request.params;
      const { note } = request.body;
      if (needsIncident(about))
        throw invalidRequest([{ path: 'about', message: 'needs an incident' }]);
      const item = await foundThing(deps, about);
      const { actor, by, at } = whoAndWhen(deps, userOf(request));
      const acknowledged = { by, at, note };
      const said = { ...acknowledged, seen: await seenNow(deps, item) };
      await changeSetting(
        deps.handledThings,
        (things) => ({ ...things, acknowledged: { ...things.acknowledged, [about]: said } }),
        () => recordEvent(deps, 'attention_acknowledged', { actor, about, note }),
      );
      return { acknowledged };
    },
  });
}

function listIncidents(api: ApiScope, { handledThings }: IncidentDeps): void {
  api.get('/incidents', {
    schema: {
      operationId: 'listIncidents',
      summary: 'List incidents',
      description: 'Newest first, at most 200.',
      querystring: ShortListQuery,
      response: { 200: IncidentList },
    },
    handler: async ({ query }) => {
      const { incidents: all } = await handledThings.read();
      return readShortList(query, { all, keyOf: ({ id }) => id, toWire: incidentRecord });
    },
  });
}

function openIncident(api: ApiScope, deps: IncidentDeps): void {
  api.post('/incidents', {
    schema: {
      operationId: 'openIncident',
      summary: 'Open an incident',
      description:
        'About something that needs attention now; one at a time for each thing. It holds the newest 100 of the calls that no earlier incident has; the next one holds the others.',
      body: OpenIncident,
      response: { 201: OneIncident },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      const { about, note } = request.body;
      const item = await foundThing(deps, about);
      const { actor, by, at } = whoAndWhen(deps, userOf(request));
      const before = await deps.handledThings.read();
      const calls = about === 'may_have_been_sent' ? await newCalls(deps, before) : [];
      const incident: Incident = {
        id: deps.ids.next('inc'),
        about,
        names: item.names ?? [],
        sessionIds: calls.slice(0, maxCalls).map((call) => call.id),
        opened: { by, at, note },
        seen: withoutCalls(await seenNow(deps, item), calls.slice(maxCalls)),
      };
      const fields = { incident_id: incident.id, about, calls: incident.sessionIds.length, note };
      await changeSetting(
        deps.handledThings,
        (things) => {
          if (openIncidentAbout(things, about) !== undefined)
            throw invalidRequest([{ path: 'about', message: 'has an open incident already' }]);
          return withIncident(things, incident);
        },
        () => recordEvent(deps, 'incident_opened', { actor, ...fields }),
      );
      return reply.code(201).send({ incident: incidentRecord(incident) });
    },
  });
}

function assessIncident(api: ApiScope, deps: IncidentDeps): void {
  api.post('/incidents/:incident_id/assessment', {
    schema: {
      operationId: 'assessIncident',
      summary: 'Assess an incident',
      description:
        'By the four factors of 45 CFR 164.402(2). Replaces an earlier assessment; the journal keeps both.',
      params: IncidentPath,
      body: AssessIncident,
      response: { 200: OneIncident },
      errors: ['not_found', 'already_decided'],
    },
    handler: async (request) => {
      const { actor, by, at } = whoAndWhen(deps, userOf(request));
      const { body } = request;
      const assessed = {
        by,
        at,
        natureAndExtent: body.nature_and_extent,
        recipient: body.recipient,
        acquiredOrViewed: body.acquired_or_viewed,
        mitigation: body.mitigation,
        conclusion: body.conclusion,
      };
      return changeIncident(deps, request.params.incident_id, {
        changed: (incident) => ({ ...incident, assessed }),
        record: (incident_id) =>
          recordEvent(deps, 'incident_assessed', { actor, incident_id, ...body }),
      });
    },
  });
}

function closeIncident(api: ApiScope, deps: IncidentDeps): void {
  api.post('/incidents/:incident_id/closing', {
    schema: {
      operationId: 'closeIncident',
      summary: 'Close an incident',
      description: 'Once it is assessed. What it is about then needs nobody until there is more.',
      params: IncidentPath,
      body: NoteBody,
      response: { 200: OneIncident },
      errors: ['not_found', 'already_decided'],
    },
    handler: async (request) => {
      const { actor, by, at } = whoAndWhen(deps, userOf(request));
      const { note } = request.body;
      return changeIncident(deps, request.params.incident_id, {
        changed: (incident) => {
          if (incident.assessed === undefined)
            throw invalidRequest([{ path: 'incident_id', message: 'is not assessed yet' }]);
          return { ...incident, closed: { by, at, note } };
        },
        record: (incident_id) => recordEvent(deps, 'incident_closed', { actor, incident_id, note }),
      });
    },
  });
}

const needsIncident = (about: string): boolean => incidentThings.some((name) => name === about);

function whoAndWhen({ clock }: IncidentDeps, { id, login }: Pick<User, 'id' | 'login'>) {
  return { actor: id, by: login, at: new Date(clock.now()).toISOString() };
}

async function foundThing(deps: IncidentDeps, about: string): Promise<AttentionItem> {
  const item = (await attentionOfMonth(deps)).find((one) => one.about === about);
  if (item === undefined) throw new Fault('not_found', 'nothing of this kind needs attention');
  return item;
}

/** Calls of an incident, and of a page. */
const maxCalls = 100;

type Call = Pick<SessionSummary, 'id' | 'startedAt'>;

/** The calls that may have sent something and are in no incident, newest first. */
async function newCalls(
  { summaries }: IncidentDeps,
  { incidents }: HandledThings,
): Promise<readonly Call[]> {
  const known = new Set(incidents.flatMap(({ sessionIds }) => sessionIds));
  const found: Call[] = [];
  for (let last: SessionSummary | undefined, more = true; more; ) {
    const after = last && { after: { value: orderValue(last), id: last.id } };
    const exposure = 'may_have_been_sent';
    const page = await summaries.list({ exposure, limit: maxCalls, ...after });
    for (const { id, startedAt } of page) if (!known.has(id)) found.push({ id, startedAt });
    last = page.at(-1);
    more = page.length === maxCalls;
  }
  return found;
}

/** Without calls that are left to the next incident: the thing needs a person again once this one is closed. */
function withoutCalls(seen: SeenState, left: readonly Call[]): SeenState {
  if (seen.calls === undefined) return seen;
  const { since, count } = seen.calls;
  const counted = left.filter(({ startedAt }) => startedAt >= since).length;
  return { ...seen, calls: { since, count: count - counted } };
}

interface Change {
  readonly changed: (incident: Incident) => Incident;
  readonly record: (id: string) => Promise<void>;
}

/** Faults: `not_found`; `already_decided` for a closed one. */
async function changeIncident(deps: IncidentDeps, id: string, { changed, record }: Change) {
  const after = await changeSetting(
    deps.handledThings,
    (things) => withChangedIncident(things, changed(openOne(things, id))),
    () => record(id),
  );
  return { incident: incidentRecord(found(after, id)) };
}

function openOne(things: HandledThings, id: string): Incident {
  const incident = found(things, id);
  if (incident.closed !== undefined)
    throw new Fault('already_decided', 'somebody has closed this incident');
  return incident;
}

function found({ incidents }: HandledThings, id: string): Incident {
  const incident = incidents.find((one) => one.id === id);
  if (incident === undefined) throw new Fault('not_found', 'there is no incident with this id');
  return incident;
}

import { z } from 'zod';
import { AgentId, AgentPath, SessionId, SessionPath } from '../../contract/ids.ts';
import {
  OneSession,
  type SessionEvent,
  SessionEventPage,
  SessionEventsQuery,
  SessionListQuery,
  SessionPage,
  SessionSummary,
  sinceIsAhead,
  sinceToIso,
} from '../../contract/sessions.ts';
import { toWire } from '../../contract/wire-form.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionRow } from '../../ports/session-summaries.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { invalidRequest } from '../server/validator.ts';
import { findAgent } from './agent-routes.ts';
import { readPage } from './pagination.ts';

type SessionDeps = Pick<HttpDeps, 'agents' | 'clock' | 'journal' | 'summaries'>;

/** `session_seq` of the last event of a page. */
const EventPosition = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Start time and id of the last session of a page. */
const SessionPosition = z.tuple([z.iso.datetime(), SessionId]);
const AgentSessionsQuery = SessionListQuery.omit({ agent_id: true });

/** Session summaries and their journal records (spec, GET /api/v1/sessions; design D30). */
export function sessionRoutes(deps: SessionDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Sessions'] },
    listSessionEvents,
    listSessions,
    listAgentSessions,
    getSession,
  );
}

function listSessionEvents(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions/:session_id/events', {
    schema: {
      operationId: 'listSessionEvents',
      summary: 'List the journal records of a session',
      description: 'Oldest first, in the form that the journal hashes.',
      params: SessionPath,
      querystring: SessionEventsQuery,
      response: { 200: SessionEventPage },
      errors: ['session_not_found'],
    },
    handler: async ({ params, query }) => {
      const id = SessionId.safeParse(params.session_id);
      return readPage(query, {
        list: async ({ limit, before }) => {
          const from = before === undefined ? 0 : before + 1;
          const found = id.success
            ? await deps.journal.read({ sessionId: id.data, from, limit })
            : [];
          // The journal may be ahead of the summaries, and a summary may outlive its pruned events.
          if (found.length === 0) await findSession(deps, params.session_id);
          return found;
        },
        position: EventPosition,
        positionOf: (record) => record.session_seq ?? 0,
        // A record that was read by its session has its id and `session_seq`.
        toWire: (record) => record as SessionEvent,
      });
    },
  });
}

function listSessions(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions', {
    schema: {
      operationId: 'listSessions',
      summary: 'List sessions',
      description: 'Newest first.',
      querystring: SessionListQuery,
      response: { 200: SessionPage },
    },
    handler: ({ query }) => readSessions(deps, query),
  });
}

function listAgentSessions(api: ApiScope, deps: SessionDeps): void {
  api.get('/agents/:agent_id/sessions', {
    schema: {
      operationId: 'listAgentSessions',
      summary: "List an agent's sessions",
      description: 'Newest first. The sessions of a deleted agent are still there.',
      params: AgentPath,
      querystring: AgentSessionsQuery,
      response: { 200: SessionPage },
      errors: ['agent_not_found'],
    },
    handler: async ({ params, query }) => {
      const id = AgentId.safeParse(params.agent_id);
      const page = id.success ? await readSessions(deps, { ...query, agent_id: id.data }) : null;
      // Sessions outlive their agent, so only an agent without sessions can be unknown.
      if (page === null || page.data.length === 0) await findAgent(deps, params.agent_id);
      return page ?? { data: [], next_cursor: null };
    },
  });
}

function getSession(api: ApiScope, deps: SessionDeps): void {
  api.get('/sessions/:session_id', {
    schema: {
      operationId: 'getSession',
      summary: 'Get a session',
      params: SessionPath,
      response: { 200: OneSession },
      errors: ['session_not_found'],
    },
    handler: async ({ params }) => {
      const { summary } = await findSession(deps, params.session_id);
      return { session: toWire(SessionSummary, summary) };
    },
  });
}

/** The session with this id; Fault `session_not_found` for unknown and malformed ids. */
export async function findSession(
  { summaries }: Pick<HttpDeps, 'summaries'>,
  id: string,
): Promise<SessionRow> {
  const parsed = SessionId.safeParse(id);
  const row = parsed.success ? await summaries.get(parsed.data) : undefined;
  if (row === undefined) throw new Fault('session_not_found', 'there is no session with this id');
  return row;
}

async function readSessions(
  { summaries, clock }: SessionDeps,
  query: SessionListQuery,
): Promise<SessionPage> {
  const nowMs = clock.now();
  if (sinceIsAhead(query.since, nowMs)) {
    throw invalidRequest([{ path: 'since', message: 'must not be in the future' }]);
  }
  return await readPage(query, {
    list: ({ limit, before }) =>
      summaries.list({
        limit,
        since: sinceToIso(query.since, nowMs),
        minRedactions: query.min_redactions,
        ...(query.agent_id !== undefined && { agentId: query.agent_id }),
        ...(query.status !== undefined && { status: query.status }),
        ...(before !== undefined && { after: { startedAt: before[0], id: before[1] } }),
      }),
    position: SessionPosition,
    positionOf: ({ startedAt, id }): z.infer<typeof SessionPosition> => [startedAt, id],
    toWire: (summary) => toWire(SessionSummary, summary),
  });
}

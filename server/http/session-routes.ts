import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AgentId, AgentPath, SessionId, SessionPath } from '../contract/ids.ts';
import {
  OneSession,
  SessionListQuery,
  SessionPage,
  sessionToWire,
  sinceIsAhead,
  sinceToIso,
} from '../contract/sessions.ts';
import { Fault } from '../domain/fault.ts';
import type { SessionQuery } from '../ports/calls.ts';
import { findAgent } from './agent-routes.ts';
import { cutPage, decodeCursor } from './cursor.ts';
import type { HttpDeps, Routes } from './deps.ts';
import { findSession } from './existing-session.ts';
import { sessionEventRoutes } from './session-event-routes.ts';

/** Where a page ended: start time and id of its last session. */
const SessionPosition = z.tuple([z.iso.datetime(), SessionId]);

const AgentSessionsQuery = SessionListQuery.omit({ agent_id: true });

/** Session summaries (spec, GET /api/v1/sessions; design D30). */
export function sessionRoutes(deps: HttpDeps): Routes {
  return async (scope) => {
    const routes = scope.withTypeProvider<ZodTypeProvider>();
    await scope.register(sessionEventRoutes(deps));

    routes.route({
      method: 'GET',
      url: '/sessions',
      schema: {
        operationId: 'listSessions',
        summary: 'List sessions',
        description: 'Newest first.',
        tags: ['Sessions'],
        querystring: SessionListQuery,
        response: { 200: SessionPage },
      },
      handler: ({ query }) => listPage(query),
    });

    routes.route({
      method: 'GET',
      url: '/agents/:agent_id/sessions',
      schema: {
        operationId: 'listAgentSessions',
        summary: "List one agent's sessions",
        description: 'Also those of a deleted agent.',
        tags: ['Sessions'],
        params: AgentPath,
        querystring: AgentSessionsQuery,
        response: { 200: SessionPage },
        errors: ['agent_not_found'],
      },
      handler: async ({ params, query }) => {
        const id = AgentId.safeParse(params.agent_id);
        const page = id.success ? await listPage({ ...query, agent_id: id.data }) : undefined;
        // Sessions outlive their agent, so an unknown agent is one without any.
        if (page === undefined || page.data.length === 0) {
          await findAgent(deps, params.agent_id);
        }
        return page ?? { data: [], next_cursor: null };
      },
    });

    routes.route({
      method: 'GET',
      url: '/sessions/:session_id',
      schema: {
        operationId: 'getSession',
        summary: 'Look at one session',
        tags: ['Sessions'],
        params: SessionPath,
        response: { 200: OneSession },
        errors: ['session_not_found'],
      },
      handler: async ({ params }) => {
        const { summary } = await findSession(deps, params.session_id);
        return { session: sessionToWire(summary) };
      },
    });
  };

  async function listPage(query: SessionListQuery): Promise<SessionPage> {
    const found = await deps.calls.list(toSessionQuery(query, deps.clock.now()));
    const page = cutPage(found, query.limit, ({ startedAt, id }) => [startedAt, id]);
    return { data: page.rows.map(sessionToWire), next_cursor: page.nextCursor };
  }
}

/** The kept sessions a query asks for, and one more to tell whether there is a next page. */
function toSessionQuery(query: SessionListQuery, nowMs: number): SessionQuery {
  if (sinceIsAhead(query.since, nowMs)) {
    throw new Fault('validation_failed', 'the request is not valid', {
      details: [{ path: 'since', message: 'must not lie in the future' }],
    });
  }
  return {
    limit: query.limit + 1,
    since: sinceToIso(query.since, nowMs),
    minRedactions: query.min_redactions,
    ...(query.agent_id === undefined ? {} : { agentId: query.agent_id }),
    ...(query.status === undefined ? {} : { status: query.status }),
    ...(query.cursor === undefined ? {} : { after: positionOf(query.cursor) }),
  };
}

function positionOf(cursor: string): NonNullable<SessionQuery['after']> {
  const [startedAt, id] = decodeCursor(SessionPosition, cursor);
  return { startedAt, id };
}

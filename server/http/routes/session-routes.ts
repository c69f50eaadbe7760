import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AgentId, AgentPath, SessionId, SessionPath } from '../../contract/ids.ts';
import {
  OneSession,
  type SessionEvent,
  SessionEventPage,
  SessionEventsQuery,
  SessionListQuery,
  SessionPage,
  sessionToWire,
  sinceIsAhead,
  sinceToIso,
} from '../../contract/sessions.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionQuery, SessionRow } from '../../ports/session-summaries.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { findAgent } from './agent-routes.ts';
import { cutPage, decodeCursor } from './pagination.ts';

/** `session_seq` of the last event of a page. */
const EventPosition = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The journal records of one session, in order (design D30). */
export function sessionEventRoutes(deps: Pick<HttpDeps, 'summaries' | 'journal'>): Routes {
  return async (scope) => {
    scope.withTypeProvider<ZodTypeProvider>().route({
      method: 'GET',
      url: '/sessions/:session_id/events',
      schema: {
        operationId: 'listSessionEvents',
        summary: 'List the journal records of a session',
        description: 'Oldest first, as they are hashed.',
        tags: ['Sessions'],
        params: SessionPath,
        querystring: SessionEventsQuery,
        response: { 200: SessionEventPage },
        errors: ['session_not_found'],
      },
      handler: async ({ params, query }) => {
        const id = SessionId.safeParse(params.session_id);
        const from = query.cursor === undefined ? 0 : decodeCursor(EventPosition, query.cursor) + 1;
        const found = id.success
          ? await deps.journal.read({ sessionId: id.data, from, limit: query.limit + 1 })
          : [];
        // The journal may be ahead of the summaries, and a summary may outlive its pruned events.
        if (found.length === 0) await findSession(deps, params.session_id);
        const page = cutPage(found, query.limit, (record) => record.session_seq);
        // Every record read by session has its id and `session_seq`.
        return { data: page.rows as SessionEvent[], next_cursor: page.nextCursor };
      },
    });
  };
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
    const found = await deps.summaries.list(toSessionQuery(query, deps.clock.now()));
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

import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SessionId, SessionPath } from '../contract/ids.ts';
import {
  type SessionEvent,
  SessionEventPage,
  SessionEventsQuery,
} from '../contract/session-events.ts';
import { cutPage, decodeCursor } from './cursor.ts';
import type { HttpDeps, Routes } from './deps.ts';
import { findSession } from './existing-session.ts';

/** `session_seq` of the last event of a page. */
const EventPosition = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The journal records of one session, in order (design D30). */
export function sessionEventRoutes(deps: Pick<HttpDeps, 'calls' | 'journal'>): Routes {
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

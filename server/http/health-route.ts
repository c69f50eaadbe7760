import type { FastifyReply, FastifyRequest } from 'fastify';
import { Health } from '../contract/health.ts';
import type { Routes, ServerDeps } from './deps.ts';

/** Whether calls can be served (spec, GET /health): 200, or 503 with the reasons. */
export function healthRoute({ health, version }: ServerDeps): Routes {
  return async (scope) => {
    const schema = {
      operationId: 'getHealth',
      summary: 'Whether calls can be served',
      tags: ['Service'],
      credentials: [],
      response: { 200: Health, 503: Health },
    };
    scope.get('/health', { schema }, async (_request: FastifyRequest, reply: FastifyReply) => {
      const reasons = [...health()];
      const body: Health =
        reasons.length === 0
          ? { status: 'ok', version }
          : { status: 'unavailable', version, reasons };
      return reply
        .code(reasons.length === 0 ? 200 : 503)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .serializer((payload: unknown) => JSON.stringify(payload))
        .send(body);
    });
  };
}

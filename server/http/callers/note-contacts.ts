import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import type { AgentContacts } from '../server/agent-contacts.ts';
import { type ErrorResponse, errorResponseOf } from '../server/error-responses.ts';
import { isAuthenticated } from './authenticate-caller.ts';

/** Before the agent's id, the id itself, and what follows. */
const callerPath =
  /^\/((?:proxy|voice)(?:\/[a-z-]{1,24}){0,2})\/(agt_[0-7][0-9A-HJKMNP-TV-Z]{25})(\/[^?]*)?/;

/** A path may hold a secret. Only the words of clients' paths before anything else are kept. */
const knownPath =
  /^(?:\/(?:v1|chat|completions|responses|models|messages|retell|twilio|oauth|token))*(?=\/|$)/;

/** The first product of a `User-Agent`, without digits. */
const product = /^[A-Za-z][A-Za-z._-]{0,31}(?:\/[A-Za-z][A-Za-z_-]{0,31})?/;

/** Notes each request whose path names an agent: when it is let in, and when it fails. */
export function noteContacts(app: FastifyInstance, contacts: AgentContacts, clock: Clock): void {
  const note = (request: FastifyRequest, error?: ErrorResponse): void => {
    const [, ingress, agentId, path = ''] = callerPath.exec(request.url) ?? [];
    if (ingress === undefined || agentId === undefined || error?.code === 'agent_not_found') return;
    contacts.note(agentId, isAuthenticated(request) ? 'heard' : 'refused', {
      at: new Date(clock.now()).toISOString(),
      client: product.exec(request.headers['user-agent'] ?? '')?.[0] ?? null,
      ingress,
      path: knownPath.exec(path)?.[0] ?? '',
      code: error?.code ?? null,
      message: error?.message ?? null,
    });
  };
  app.addHook('onError', async (request, _reply, error) => note(request, errorResponseOf(error)));
  app.addHook('preHandler', async (request) => {
    if (isAuthenticated(request)) note(request);
  });
}

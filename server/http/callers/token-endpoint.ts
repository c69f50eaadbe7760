import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { OAuthError, ShortLivedToken, TokenRequest } from '../../contract/bearer-tokens.ts';
import { AgentPath } from '../../contract/ids.ts';
import type { BearerToken } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId } from '../../domain/ids.ts';
import type { Routes } from '../server/deps.ts';
import { sendError } from '../server/error-responses.ts';
import { type CallerDeps, unauthenticated } from './authenticate-caller.ts';
import { findBearerToken } from './bearer-secret.ts';
import { newShortLivedToken, shortLivedSeconds } from './short-lived-token.ts';

const formType = 'application/x-www-form-urlencoded';
const maxForm = 4_096;

const tokenSchema = {
  tags: ['Calls'],
  credentials: ['agentClient'],
  operationId: 'createShortLivedToken',
  summary: 'Exchange a bearer token for a short-lived one',
  description:
    "OAuth 2.0's client credentials (RFC 6749, 4.4). The client's id is that of the agent and its secret a bearer token of the agent: send both as HTTP Basic, or as `client_id` and `client_secret`. The answer lasts for an hour, and ends at once when the bearer token is revoked. Errors of the client have the body of RFC 6749, 5.2.",
  params: AgentPath,
  file: { types: [formType], schema: TokenRequest },
  response: { 200: ShortLivedToken, 400: OAuthError, 401: OAuthError },
  errors: ['AuditUnavailable'],
} satisfies FastifySchema;

/** A refusal in the words of RFC 6749, 5.2. */
class OAuthFault extends Fault {
  readonly error: OAuthError['error'];

  constructor(error: OAuthError['error'], message: string) {
    super('validation_failed', message);
    this.error = error;
  }
}

/**
 * Where platforms that speak OAuth 2.0 alone exchange a bearer token of an agent for one that lasts for an hour (decision
 * 0186).
 */
export function tokenEndpoint(deps: CallerDeps): Routes {
  return async (scope: FastifyInstance) => {
    const clients = new WeakMap<FastifyRequest, BearerToken>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      formType,
      { parseAs: 'string', bodyLimit: maxForm },
      async (_request: FastifyRequest, raw: string) => new URLSearchParams(raw),
    );
    scope.setErrorHandler(sendOAuthError);
    scope.post('/proxy/:agent_id/oauth/token', {
      schema: tokenSchema,
      // Before the limit of rates, so that strangers cannot use up an account's share.
      preValidation: async (request) => {
        const client = await clientOf(deps, request);
        clients.set(request, client);
      },
      handler: async (request, reply) => {
        const client = clients.get(request);
        if (client === undefined) throw new Error('a token was asked for past its hooks');
        void reply.header('cache-control', 'no-store').header('pragma', 'no-cache');
        return {
          access_token: newShortLivedToken(deps.shortLivedKey, client, deps.clock.now()),
          token_type: 'Bearer',
          expires_in: shortLivedSeconds,
        };
      },
    });
  };
}

/** The bearer token whose secret the client sent; a fault where the request is not as RFC 6749 demands. */
async function clientOf(deps: CallerDeps, request: FastifyRequest): Promise<BearerToken> {
  const { agent_id: agentId } = request.params as { agent_id: AgentId };
  const field = readForm(request.body);
  const { id, secret } = credentialsOf(request.headers.authorization, field);
  const token = findBearerToken(await deps.bearerTokens.of(agentId), secret);
  if (id !== agentId || token === undefined) throw unauthenticated(request, 'unknown_client');
  const grant = field('grant_type');
  if (grant === undefined) throw new OAuthFault('invalid_request', 'grant_type is missing');
  if (grant !== 'client_credentials')
    throw new OAuthFault('unsupported_grant_type', 'grant_type must be client_credentials');
  if (field('scope') !== undefined)
    throw new OAuthFault(
      'invalid_scope',
      'leave scope empty: a token is for all that its agent may do',
    );
  return token;
}

/** Reads fields of the form. One without a value counts as left out; one that comes twice is refused (RFC 6749, 3.2). */
function readForm(body: unknown): (name: string) => string | undefined {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  if (new Set(form.keys()).size < form.size)
    throw new OAuthFault('invalid_request', 'a field comes twice');
  return (name) => form.get(name) || undefined;
}

/** What the client says that it is: by HTTP Basic or in the form, not both (RFC 6749, 2.3.1). */
function credentialsOf(
  authorization: string | undefined,
  field: (name: string) => string | undefined,
): { readonly id: string | undefined; readonly secret: string } {
  const inForm = field('client_secret');
  if (authorization === undefined) return { id: field('client_id'), secret: inForm ?? '' };
  if (inForm !== undefined)
    throw new OAuthFault(
      'invalid_request',
      'send the secret in the header Authorization or in the form, not in both',
    );
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+) *$/i.exec(authorization) ?? [];
  const [id, secret = ''] = Buffer.from(encoded, 'base64').toString().split(':').map(formDecoded);
  return { id, secret };
}

/** As the parts of HTTP Basic are encoded (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  return new URLSearchParams(`_=${text.replaceAll('&', '%26')}`).get('_') ?? '';
}

function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = oauthErrorOf(error);
  if (refusal === undefined) {
    sendError(error, request, reply);
    return;
  }
  // Who authenticated in the header is challenged to do it again there (RFC 6749, 5.2).
  const isChallenge =
    refusal.error === 'invalid_client' && request.headers.authorization !== undefined;
  if (isChallenge) void reply.header('www-authenticate', 'Basic realm="agent"');
  void reply
    .code(isChallenge ? 401 : 400)
    .header('cache-control', 'no-store')
    .send(refusal);
}

/** What a client of OAuth 2.0 did wrong; undefined for any other error, which has the service's own form. */
function oauthErrorOf(error: unknown): OAuthError | undefined {
  if (error instanceof OAuthFault) return { error: error.error, error_description: error.message };
  if (error instanceof Fault && error.code === 'unauthenticated')
    return { error: 'invalid_client', error_description: error.message };
  return undefined;
}

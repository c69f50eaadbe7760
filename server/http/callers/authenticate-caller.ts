import type { KeyObject } from 'node:crypto';
import type { FastifyRequest, FastifySchema } from 'fastify';
import { AgentPath } from '../../contract/ids.ts';
import type { Agent, BearerToken } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId, BearerTokenId } from '../../domain/ids.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Agents, BearerTokens } from '../../ports/agents.ts';
import type { Clock } from '../../ports/clock.ts';
import { runsOverHttp } from '../functions/call-functions.ts';
import { bearerSecretOf, findBearerToken } from './bearer-secret.ts';
import { behindShortLivedToken, isShortLivedToken } from './short-lived-token.ts';
import type { SignatureResult, SignedRequest } from './signature.ts';
import { signatureHeaderOf, verifyHeader } from './signature-headers.ts';

/** What the routes of voice platforms share. */
export const callerSchema = {
  tags: ['Calls'],
  credentials: ['signature', 'agentToken'],
  params: AgentPath,
} satisfies FastifySchema;

/** Of routes that read `externalCallId`. */
export const callIdHeader = {
  'X-Voice-Call-Id':
    'Id of the call. Only read with a bearer token, because a signature does not cover it.',
};

/** A longer id does not group its requests; no platform sends one. */
export const maxCallIdLength = 256;

/** A word for nothing, or the name of an id where an id belongs. */
const noIdWord =
  /^[^\p{L}\p{N}]*(?:undefined|null|none|nil|nan|unknown|true|false|(?:your[-_ ]?)?(?:call|conversation|session|room)[-_ ]?s?id)?[^\p{L}\p{N}]*$/iu;
/** A variable that no template has filled. */
const unfilledVariable = /\{\{|\$\{|<%|\{%|\[object |^[<{[(%$][^\d@]*$/;

/**
 * Whether an id names a call. What a platform sends in place of an id that it does not have is the same for all of its
 * calls: they would be one call, in which a caller hears the values of others (decision 0210).
 */
function namesCall(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > maxCallIdLength) return false;
  return !noIdWord.test(value) && !unfilledVariable.test(value);
}

/**
 * The platform's id of a request's call, '' without one (design D29): `call.id`, else `call.callId`, else
 * header `X-Voice-Call-Id`, else `metadata.call_id`. A signature covers the body only. So the header of a
 * signed request is not read, or an attacker could replay its body into another call (design D36).
 */
export function externalCallId(
  { signatureHeaders }: Pick<CallerDeps, 'signatureHeaders'>,
  body: object,
  headers: FastifyRequest['headers'],
): string {
  const signed = signatureHeaderOf(headers, signatureHeaders) !== undefined;
  const candidates = [
    fieldOf(fieldOf(body, 'call'), 'id'),
    fieldOf(fieldOf(body, 'call'), 'callId'),
    signed ? undefined : headers['x-voice-call-id'],
    fieldOf(fieldOf(body, 'metadata'), 'call_id'),
  ];
  return candidates.find(namesCall) ?? '';
}

/** `externalCallId` of a turn; Fault `validation_failed` where a call must be named and is not. */
export function requiredCallId(
  deps: Pick<CallerDeps, 'signatureHeaders' | 'requireCallId'>,
  { body, headers }: Pick<FastifyRequest, 'body' | 'headers'>,
  agent: Pick<Agent, 'tools'>,
): string {
  const id = externalCallId(deps, body as object, headers);
  const reason = id === '' ? reasonForId(deps, agent) : undefined;
  if (reason === undefined) return id;
  const message = `is missing, and ${reason}: send call.id or metadata.call_id or, with a bearer token, the header X-Voice-Call-Id`;
  const details = [{ path: 'call.id', message }];
  throw new Fault('validation_failed', 'the request names no call', { details });
}

/** Why a request must name its call; undefined if it need not. */
function reasonForId(
  { requireCallId }: Pick<CallerDeps, 'requireCallId'>,
  agent: Pick<Agent, 'tools'>,
): string | undefined {
  if (requireCallId === true) return 'SVC_REQUIRE_CALL_ID requires it';
  return runsOverHttp(agent) ? 'functions of the agent run here, which are of one call' : undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[field]
    : undefined;
}

/** What decides whether a voice platform may speak for an agent. */
export interface CallerDeps {
  readonly agents: Pick<Agents, 'get'>;
  /** Takes over what another replica changed of agents and policies. A completion does so as well. */
  readonly refreshSettings: () => Promise<void>;
  readonly bearerTokens: Pick<BearerTokens, 'of'>;
  readonly clock: Clock;
  /** Proves short-lived tokens (decision 0186). */
  readonly shortLivedKey: KeyObject;
  /** The current secret, then the previous one (design D36). */
  readonly webhookSecrets: readonly Secret<string>[];
  /** Refuses signatures without a time. */
  readonly requireTimestamp?: boolean;
  /** Refuses turns that name no call (`requiredCallId`). */
  readonly requireCallId?: boolean;
  /** Headers besides `X-Voice-Signature` in which platforms sign, in lower case (decision 0097). */
  readonly signatureHeaders?: readonly string[];
}

/**
 * Authenticates a request over its raw body: by its signature or, without one, by a bearer token of its
 * agent. Fault `unauthenticated` before the body is parsed and the agent is looked up, so the answer says
 * nothing about either (design D36).
 */
export async function authenticateCaller(
  deps: CallerDeps,
  request: FastifyRequest,
  body: Buffer,
): Promise<Credential> {
  const { headers } = request;
  const header = signatureHeaderOf(headers, deps.signatureHeaders);
  const secret = header === undefined ? bearerSecretOf(headers.authorization) : undefined;
  if (secret === undefined) {
    const problem =
      header === undefined && headers.authorization !== undefined
        ? authorizationProblem(headers.authorization)
        : signatureProblem(deps, { headers, body }, header);
    if (problem !== undefined) throw unauthenticated(request, problem);
    markAuthenticated(request);
    return 'signature';
  }
  const find = isShortLivedToken(secret) ? tokenBehind : tokenOfAgent;
  return (await find(deps, request, secret)).id;
}

/** The bearer token of the request's agent for which a short-lived one stands; Fault `unauthenticated`. */
async function tokenBehind(
  { bearerTokens, clock, shortLivedKey }: CallerDeps,
  request: FastifyRequest,
  secret: string,
): Promise<BearerToken> {
  const { agent_id: agentId } = request.params as { agent_id: AgentId };
  const tokens = await bearerTokens.of(agentId);
  const token = behindShortLivedToken(shortLivedKey, tokens, secret, clock.now());
  if (token === undefined) throw unauthenticated(request, 'unknown_token');
  if (token === 'expired') throw unauthenticated(request, 'expired_token');
  markAuthenticated(request);
  return token;
}

/** The bearer token of the request's agent with this secret; Fault `unauthenticated`. */
export async function tokenOfAgent(
  { bearerTokens }: Pick<CallerDeps, 'bearerTokens'>,
  request: FastifyRequest,
  secret: string,
): Promise<BearerToken> {
  const { agent_id: agentId } = request.params as { agent_id: AgentId };
  const token = findBearerToken(await bearerTokens.of(agentId), secret);
  if (token === undefined) throw unauthenticated(request, 'unknown_token');
  markAuthenticated(request);
  return token;
}

const authenticated = new WeakSet<FastifyRequest>();

/** To be called once a request has proved who it is. */
export const markAuthenticated = (request: FastifyRequest): void => {
  authenticated.add(request);
};

/** Whether a request has proved who it is. */
export const isAuthenticated = (request: FastifyRequest): boolean => authenticated.has(request);

/** How a request was authenticated: by the shared secret, or by one bearer token. */
export type Credential = 'signature' | BearerTokenId;

type RejectionReason =
  | Extract<SignatureResult, { ok: false }>['reason']
  | 'no_bearer'
  | 'no_token'
  | 'unknown_token'
  | 'expired_token'
  | 'unknown_client'
  | 'no_twilio_token'
  | 'not_signed_by_twilio';

/** For the developer of the caller. They say only what follows from the request and the clock. */
const rejectionMessages: Readonly<Record<RejectionReason, string>> = {
  no_secret: 'this service has no secret for checking signatures',
  missing: 'the request has neither X-Voice-Signature nor a bearer token of this service',
  malformed: 'the signature is in an unknown form',
  untimed: 'the signature has no timestamp, which SVC_REQUIRE_TIMESTAMP requires',
  stale: 'the timestamp of the signature is more than 300 seconds off: check the clock',
  mismatch: 'signature mismatch: check the shared secret, and sign the raw body',
  no_bearer: 'the header Authorization has no Bearer before the token',
  no_token:
    'the bearer token is none of this service: send one that begins with svct_, whole and without quotes',
  unknown_token: 'the bearer token does not belong to this agent, or was revoked',
  expired_token: 'the short-lived token has expired: ask for the next one',
  unknown_client:
    'the client is none of this agent: its id is that of the agent, and its secret a bearer token of it that was not revoked',
  no_twilio_token: 'this service has no SVC_TWILIO_AUTH_TOKEN for checking Twilio’s signatures',
  not_signed_by_twilio:
    'X-Twilio-Signature is not for this address: check SVC_TWILIO_AUTH_TOKEN and SVC_CALLS_URL',
};

/** What is wrong with a header that holds no token of this service. */
const authorizationProblem = (authorization: string): RejectionReason =>
  /^Bearer\b/i.test(authorization) ? 'no_token' : 'no_bearer';

function signatureProblem(
  { webhookSecrets, clock, requireTimestamp = false }: CallerDeps,
  request: SignedRequest,
  header: string | undefined,
): RejectionReason | undefined {
  const check = { secrets: webhookSecrets, nowMs: clock.now(), requireTimestamp };
  const verdict = verifyHeader(request, header, check);
  return verdict.ok ? undefined : verdict.reason;
}

/** The refusal of a request without a valid credential; logs the reason. */
export function unauthenticated({ log }: FastifyRequest, reason: RejectionReason): Fault {
  log.warn({ reason }, 'caller refused');
  return new Fault('unauthenticated', rejectionMessages[reason]);
}

/** The agent of an authenticated request; Fault `agent_not_found`. */
export async function calledAgent(
  { agents }: Pick<CallerDeps, 'agents'>,
  request: FastifyRequest,
): Promise<Agent> {
  const { agent_id: id } = request.params as { agent_id: AgentId };
  const agent = await agents.get(id);
  if (agent === undefined) throw new Fault('agent_not_found', 'there is no agent with this id');
  return agent;
}

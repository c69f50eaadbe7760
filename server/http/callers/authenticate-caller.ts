import type { FastifyRequest } from 'fastify';
import type { Agent } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import type { AgentId, BearerTokenId } from '../../domain/ids.ts';
import type { Secret } from '../../domain/secret.ts';
import type { Agents, BearerTokens } from '../../ports/agents.ts';
import type { Clock } from '../../ports/clock.ts';
import { bearerSecretOf, findBearerToken } from './bearer-secret.ts';
import { type SignatureResult, verifySignature } from './signature.ts';

/** Longer ids are refused the grouping, not the request: no platform sends one. */
const maxCallIdLength = 256;

/**
 * The platform's id of the call a request belongs to, '' when it names none (design D29): `call.id`,
 * else `call.callId`, else header `X-Voice-Call-Id`, else `metadata.call_id`. A signature covers the
 * body alone, so a signed request names its call there: its header is not read, and nobody can replay
 * the body into another call (design D36).
 */
export function externalCallId(
  body: Readonly<Record<string, unknown>>,
  headers: FastifyRequest['headers'],
): string {
  const signed = headers['x-voice-signature'] !== undefined;
  const candidates = [
    fieldOf(body['call'], 'id'),
    fieldOf(body['call'], 'callId'),
    signed ? undefined : headers['x-voice-call-id'],
    fieldOf(body['metadata'], 'call_id'),
  ];
  const id = candidates.find(
    (value) => typeof value === 'string' && value !== '' && value.length <= maxCallIdLength,
  );
  return typeof id === 'string' ? id : '';
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[field]
    : undefined;
}

/** What tells whether a voice platform may speak for an agent. */
export interface CallerDeps {
  readonly agents: Pick<Agents, 'get'>;
  /** Takes over what another replica changed of agents and policies. A completion does so as well. */
  readonly refreshSettings: () => Promise<void>;
  readonly bearerTokens: Pick<BearerTokens, 'of'>;
  readonly clock: Clock;
  /** The current secret, then the previous one (design D36). */
  readonly webhookSecrets: readonly Secret<string>[];
  /** Refuses signatures without a time. */
  readonly requireTimestamp?: boolean;
}

/**
 * Checks who sent a request, over its raw body: by its signature or, when it carries none at all, by
 * a bearer token of the agent it names. Resolves with what names that credential. Fault `unauthenticated` before the body is parsed and the
 * agent looked up, so that the answer tells nothing about either (design D36).
 */
export async function authenticateCaller(
  deps: CallerDeps,
  request: FastifyRequest,
  body: Buffer,
): Promise<Credential> {
  const { headers } = request;
  const secret =
    headers['x-voice-signature'] === undefined ? bearerSecretOf(headers.authorization) : undefined;
  if (secret === undefined) {
    const problem = signatureProblem(deps, request, body);
    if (problem !== undefined) throw unauthenticated(request, problem);
    return 'signature';
  }
  const { agent_id: agentId } = request.params as { agent_id: AgentId };
  const token = findBearerToken(await deps.bearerTokens.of(agentId), secret);
  if (token === undefined) throw unauthenticated(request, 'unknown_token');
  return token.id;
}

/** What a request was let in by: the shared secret, or one bearer token. */
export type Credential = 'signature' | BearerTokenId;

type RejectionReason = Extract<SignatureResult, { ok: false }>['reason'] | 'unknown_token';

/** What a developer needs to mend a request; all of it follows from what was sent and from the clock. */
const rejectionMessages: Readonly<Record<RejectionReason, string>> = {
  no_secret: 'this service has no secret to check signatures with',
  missing: 'the request has no X-Voice-Signature, and no bearer token of this service',
  malformed: 'the X-Voice-Signature is in no form that is understood here',
  untimed: 'the signature has no timestamp, which SVC_REQUIRE_TIMESTAMP asks for',
  stale: 'the timestamp of the signature is more than 300 seconds off',
  mismatch: 'the signature is not that of these bytes under the shared secret',
  unknown_token: 'the bearer token is none of this agent',
};

function signatureProblem(
  { webhookSecrets, clock, requireTimestamp = false }: CallerDeps,
  { headers }: FastifyRequest,
  body: Buffer,
): RejectionReason | undefined {
  const check = { secrets: webhookSecrets, nowMs: clock.now(), requireTimestamp };
  const verdict = verifySignature({ headers, body }, check);
  return verdict.ok ? undefined : verdict.reason;
}

function unauthenticated({ log }: FastifyRequest, reason: RejectionReason): Fault {
  log.warn({ reason }, 'caller refused');
  return new Fault('unauthenticated', rejectionMessages[reason]);
}

/** The agent a checked request names; Fault `agent_not_found`. */
export async function calledAgent(
  { agents }: Pick<CallerDeps, 'agents'>,
  request: FastifyRequest,
): Promise<Agent> {
  const { agent_id: id } = request.params as { agent_id: AgentId };
  const agent = await agents.get(id);
  if (agent === undefined) throw new Fault('agent_not_found', 'there is no agent with this id');
  return agent;
}

import { z } from 'zod';
import { AgentId } from './ids.ts';
import { PageQuery, pageOf } from './pagination.ts';

const agentSettings = {
  name: z.string().trim().min(1).max(64),
  upstream: z.string().min(1).max(128),
  tokenization: z.enum(['vault-deterministic', 'reversible-aead']).optional(),
  policy_name: z.string().min(1).max(128).optional(),
  policy_yaml: z.string().min(1).optional(),
  token_guidance: z.boolean().optional(),
};

const onePolicy = (body: {
  policy_name?: string | undefined;
  policy_yaml?: string | undefined;
}): boolean => body.policy_name === undefined || body.policy_yaml === undefined;

const onePolicyError = {
  path: ['policy_yaml'],
  error: 'cannot be given together with policy_name',
};

/** Body of `POST /api/v1/agents` (spec, Creates an agent; `token_guidance`: design D39). */
export const CreateAgent = z.strictObject(agentSettings).refine(onePolicy, onePolicyError);
export type CreateAgent = z.infer<typeof CreateAgent>;

/** Body of `PATCH /api/v1/agents/{agent_id}` (design D35): what is left out stays. */
export const UpdateAgent = z
  .strictObject(agentSettings)
  .partial()
  .refine(onePolicy, onePolicyError)
  .refine((body) => Object.keys(body).length > 0, 'has nothing to change');
export type UpdateAgent = z.infer<typeof UpdateAgent>;

/** Query of `GET /api/v1/agents`; `name` is a case-insensitive substring (design D35). */
export const AgentListQuery = PageQuery.extend({ name: z.string().max(64).optional() });
export type AgentListQuery = z.infer<typeof AgentListQuery>;

const agentFields = {
  id: AgentId,
  name: z.string(),
  upstream: z.string(),
  /** `synthetic` only by inheritance from the policy (design D15). */
  tokenization: z.enum(['vault-deterministic', 'reversible-aead', 'synthetic']),
  policy_name: z.string(),
  policy_version: z.int(),
  proxy_url: z.string(),
  webhook_url: z.string(),
  created_at: z.string(),
  token_guidance: z.boolean(),
};

/** An agent as creation answers it (spec, Agent). */
export const AgentSummary = z.object(agentFields);
export type AgentSummary = z.infer<typeof AgentSummary>;

const AgentListItem = z.object({ ...agentFields, session_count_24h: z.int() });

/** Latencies are added milliseconds over 24 h, 0 when there was no call. */
export const AgentStats = z.object({
  session_count_24h: z.int(),
  session_count_7d: z.int(),
  redaction_count_24h: z.int(),
  p50_latency_ms: z.int(),
  p95_latency_ms: z.int(),
});
export type AgentStats = z.infer<typeof AgentStats>;

const AgentDetail = z.object({
  ...agentFields,
  policy_yaml: z.string(),
  stats: AgentStats,
});

/** Answer of creation and update. */
export const CreatedAgent = z.object({ agent: AgentSummary });
export const OneAgent = z.object({ agent: AgentDetail });
export const AgentPage = pageOf(AgentListItem);
export type AgentPage = z.infer<typeof AgentPage>;

/** What the mapping needs of a kept agent and its policy in force. */
export interface AgentView {
  readonly agent: {
    readonly id: `agt_${string}`;
    readonly name: string;
    readonly upstream: string;
    readonly tokenization: AgentSummary['tokenization'] | null;
    readonly tokenGuidance: boolean;
    readonly createdAt: string;
  };
  readonly policy: {
    readonly name: string;
    readonly version: number;
    readonly tokenization: AgentSummary['tokenization'];
  };
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
}

/** An agent in wire form. */
export function agentToWire({ agent, policy, baseUrl }: AgentView): AgentSummary {
  return {
    id: agent.id,
    name: agent.name,
    upstream: agent.upstream,
    tokenization: agent.tokenization ?? policy.tokenization,
    policy_name: policy.name,
    policy_version: policy.version,
    proxy_url: `${baseUrl}/proxy/${agent.id}/v1/chat/completions`,
    webhook_url: `${baseUrl}/voice/webhook/${agent.id}`,
    created_at: agent.createdAt,
    token_guidance: agent.tokenGuidance,
  };
}

/** Counts of one agent, as the projections give them. */
export interface AgentCounts {
  readonly sessionCount24h: number;
  readonly sessionCount7d: number;
  readonly redactionCount24h: number;
  /** Added milliseconds over 24 h; rounded on the wire. */
  readonly p50LatencyMs: number;
  readonly p95LatencyMs: number;
}

export function agentStatsToWire(counts: AgentCounts): AgentStats {
  return {
    session_count_24h: counts.sessionCount24h,
    session_count_7d: counts.sessionCount7d,
    redaction_count_24h: counts.redactionCount24h,
    p50_latency_ms: Math.round(counts.p50LatencyMs),
    p95_latency_ms: Math.round(counts.p95LatencyMs),
  };
}

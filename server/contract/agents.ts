import { z } from 'zod';
import { Exposure } from './exposure.ts';
import { FunctionTools, ReceiverUrl } from './function-tools.ts';
import { AgentId, GivenName, SessionId, Timestamp } from './ids.ts';
import { SpanView } from './live.ts';
import { PageQuery, pageOf } from './pagination.ts';
import { toWire, type ViewOf } from './wire-form.ts';

/** Body of `POST /api/v1/agents/{agent_id}/test-call`; every field is optional. */
export const TestCallRequest = z
  .strictObject({
    said: z
      .string()
      .trim()
      .min(1)
      .max(1000)
      .default(
        'Hello, this is Jane Miller, my number is 202 555 0143. I would like to move my appointment.',
      )
      .meta({ description: 'What the invented caller says.' }),
  })
  .prefault({})
  .meta({ id: 'TestCallRequest', examples: [{ said: 'my number is 202 555 0143' }] });
export type TestCallRequest = z.infer<typeof TestCallRequest>;

/** Answer of `POST /api/v1/agents/{agent_id}/test-call`. */
export const TestCallResult = z
  .object({
    session_id: SessionId,
    said: z.string().meta({ description: 'What the invented caller says.' }),
    sent: z.string().meta({ description: 'What the `stub` model received.' }),
    heard: z.string().meta({ description: 'What the caller hears: the restored reply.' }),
    spans: z.array(SpanView).readonly().meta({
      description: 'What was found in the sentence: `regulated` in `said`, `public` in `sent`.',
    }),
    exposure: Exposure,
  })
  .meta({
    id: 'TestCallResult',
    examples: [
      {
        session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
        said: 'my number is 202 555 0143',
        sent: 'my number is TOK1.PHONE.K_HEALTHCARE.1Y7M3QZ8K5W2R9T4',
        heard: 'You said: my number is 202 555 0143',
        spans: [
          {
            kind: 'PHONE',
            action: 'tokenize',
            placeholder: '[PHONE_01]',
            detector: 'regex.phone',
            score: 0.95,
            regulated: [13, 25] as const,
            public: [13, 53] as const,
          },
        ],
        exposure: {
          outcome: 'nothing_found',
          in_clear_by_kind: {},
          in_clear_values_by_kind: {},
          requests: 1,
          requests_not_recorded: 0,
          requests_blocked: 0,
          requests_reported: 0,
          requests_without_names: 1,
          languages: [],
        },
      },
    ],
  });
export type TestCallResult = z.infer<typeof TestCallResult>;

const maxPromptLength = 32_768;
const maxFirstMessageLength = 4096;

const FailureWords = z.string().trim().min(1).max(500);

const FailureMessage = z
  .strictObject({
    words: z
      .strictObject({ en: FailureWords.optional(), es: FailureWords.optional() })
      .refine(({ en, es }) => (en ?? es) !== undefined, 'needs a sentence in one language'),
    over_http: z.boolean().default(false).meta({
      description: 'Whether platforms that ask over HTTP get it as a reply, too.',
    }),
    transfer: z.boolean().optional().meta({
      description:
        'Whether calls over a socket are then transferred, by the function `transfer_call` to the only number that it lists.',
    }),
  })
  .meta({
    description:
      'What the caller hears where the model gives no reply, by language: in calls over a socket, and over HTTP if it says so.',
  });

const TranscriptUrl = ReceiverUrl.meta({
  description:
    'Where the masked transcript of each call goes at its end, signed. Only an admin may name an address of this machine.',
});

const agentSettings = {
  name: GivenName,
  upstream: z.string().min(1).max(128),
  tokenization: z.enum(['vault-deterministic', 'reversible-aead']).optional(),
  policy_name: z.string().min(1).max(128).optional(),
  policy_yaml: z.string().min(1).optional(),
  token_guidance: z.boolean().optional(),
  system_prompt: z.string().min(1).max(maxPromptLength).nullish(),
  first_message: z.string().min(1).max(maxFirstMessageLength).nullish(),
  tools: FunctionTools.nullish(),
  failure_message: FailureMessage.nullish(),
  transcript_url: TranscriptUrl.nullish(),
};

const onePolicy = (body: {
  policy_name?: string | undefined;
  policy_yaml?: string | undefined;
}): boolean => body.policy_name === undefined || body.policy_yaml === undefined;

const onePolicyError = {
  path: ['policy_yaml'],
  error: 'cannot be given together with policy_name',
};

/**
 * Body of `POST /api/v1/agents` (spec, Creates an agent). Design D39 adds `token_guidance`, and
 * `system_prompt`, `first_message` and `tools`, which the webhook sends to configure calls; decision 0172
 * adds `failure_message`, decision 0197 `transcript_url`.
 */
export const CreateAgent = z
  .strictObject(agentSettings)
  .refine(onePolicy, onePolicyError)
  .meta({ id: 'CreateAgent', examples: [{ name: 'Front desk', upstream: 'stub' }] });
export type CreateAgent = z.infer<typeof CreateAgent>;

/**
 * Body of `PATCH /api/v1/agents/{agent_id}` (design D35). A missing field stays as it is; null clears a
 * setting of calls.
 */
export const UpdateAgent = z
  .strictObject(agentSettings)
  .partial()
  .refine(onePolicy, onePolicyError)
  .refine((body) => Object.keys(body).length > 0, 'must change something')
  .meta({
    id: 'UpdateAgent',
    description: 'A missing field stays as it is.',
    minProperties: 1,
    examples: [{ token_guidance: true }],
  });
export type UpdateAgent = z.infer<typeof UpdateAgent>;

/** Query of `GET /api/v1/agents`; `name` is a case-insensitive substring (design D35). */
export const AgentListQuery = PageQuery.extend({
  name: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only agents whose name contains this, in upper or lower case.' }),
});
export type AgentListQuery = z.infer<typeof AgentListQuery>;

const agentFields = {
  id: AgentId,
  name: z.string(),
  upstream: z.string(),
  /** `synthetic` where the policy says so, whatever the agent's setting (design D15). */
  tokenization: z.enum(['vault-deterministic', 'reversible-aead', 'synthetic']),
  policy_name: z.string().meta({
    description:
      'An own policy that took the name of a listed one has `@` and the beginning of the hash of its text behind it.',
  }),
  policy_version: z.int().meta({
    description:
      "The number of the approved version of the global policy, or of the agent's own policy, counted per agent.",
  }),
  proxy_url: z.string(),
  webhook_url: z.string(),
  created_at: Timestamp,
  token_guidance: z.boolean(),
  checks_names: z.boolean().meta({
    description:
      'Whether a model looks for names in its calls: the policy has pass `nermodel`, and the upstream is not `stub`.',
  }),
  policy_problem: z.string().optional().meta({
    description:
      'Why calls of this agent fail with `internal_error`: its own policy cannot be used any more, for example because a key is gone. Absent otherwise.',
  }),
};

const exampleAgent = {
  id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  name: 'Front desk',
  upstream: 'provider:model-small',
  tokenization: 'vault-deterministic',
  policy_name: 'healthcare-default',
  policy_version: 1,
  proxy_url: 'http://127.0.0.1:8787/proxy/agt_01M7YRRT80KFHMF3DXAFZ08RHY/v1/chat/completions',
  webhook_url: 'http://127.0.0.1:8787/voice/webhook/agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  created_at: '2026-11-21T09:30:00.000Z',
  token_guidance: false,
  checks_names: true,
};

const exampleStats = {
  session_count_24h: 12,
  session_count_7d: 70,
  redaction_count_24h: 41,
  p50_latency_ms: 3,
  p95_latency_ms: 7,
};

/** An agent in the answer of its creation (spec, Agent). */
export const AgentSummary = z.object(agentFields).meta({ id: 'Agent', examples: [exampleAgent] });
export type AgentSummary = z.infer<typeof AgentSummary>;

const AgentListItem = z
  .object({ ...agentFields, session_count_24h: z.int() })
  .meta({ id: 'AgentListItem', examples: [{ ...exampleAgent, session_count_24h: 12 }] });

/** Latencies are added milliseconds over 24 h, 0 without a call. */
export const AgentStats = z
  .object({
    session_count_24h: z.int(),
    session_count_7d: z.int(),
    redaction_count_24h: z.int(),
    p50_latency_ms: z.int(),
    p95_latency_ms: z.int(),
  })
  .meta({
    id: 'AgentStats',
    description: 'Latencies are milliseconds that the service added, over 24 hours.',
    examples: [exampleStats],
  });
export type AgentStats = z.infer<typeof AgentStats>;

const exampleDetail = {
  ...exampleAgent,
  policy_yaml: 'name: healthcare-default\nversion: 1\n',
  system_prompt: 'You answer the telephone of a clinic.',
  first_message: 'Front desk, how can I help?',
  tools: null,
  failure_message: { words: { en: 'I am having trouble, please hold.' }, over_http: false },
  transcript_url: null,
  stats: exampleStats,
};

/** An agent's settings of calls. */
export const CallSettings = z.object({
  system_prompt: z.string().nullable(),
  first_message: z.string().nullable(),
  tools: FunctionTools.nullable(),
  failure_message: FailureMessage.nullable(),
  transcript_url: TranscriptUrl.nullable(),
});

const AgentDetail = z.object({
  ...agentFields,
  policy_yaml: z.string(),
  ...CallSettings.shape,
  stats: AgentStats,
});
export type AgentDetail = z.infer<typeof AgentDetail>;

/** Answer of creation and update. */
export const CreatedAgent = z
  .object({ agent: AgentSummary })
  .meta({ id: 'CreatedAgent', examples: [{ agent: exampleAgent }] });
export const OneAgent = z
  .object({ agent: AgentDetail })
  .meta({ id: 'OneAgent', examples: [{ agent: exampleDetail }] });
export type OneAgent = z.infer<typeof OneAgent>;
export const AgentPage = pageOf(AgentListItem).meta({
  id: 'AgentPage',
  examples: [{ data: [{ ...exampleAgent, session_count_24h: 12 }], next_cursor: null }],
});
export type AgentPage = z.infer<typeof AgentPage>;

/** An agent in wire form; `tokenization` is the scheme that its requests use. */
export function agentToWire({ baseUrl, policy, ...view }: AgentView): AgentSummary {
  const { agent, tokenization, checksNames } = view;
  return toWire(AgentSummary, {
    ...agent,
    tokenization,
    checksNames,
    policyName: policy.name,
    policyVersion: policy.version,
    proxyUrl: `${baseUrl}/proxy/${agent.id}/v1/chat/completions`,
    webhookUrl: `${baseUrl}/voice/webhook/${agent.id}`,
    policyProblem: policy.problem ?? undefined,
  });
}

type AgentFields = ViewOf<AgentSummary>;

/** An agent and its policy in force, as the mapping needs them. */
export interface AgentView extends Pick<AgentFields, 'tokenization' | 'checksNames'> {
  readonly agent: Pick<AgentFields, 'id' | 'name' | 'upstream' | 'tokenGuidance' | 'createdAt'>;
  readonly policy: {
    readonly name: string;
    readonly version: number;
    readonly problem: string | null;
  };
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
}

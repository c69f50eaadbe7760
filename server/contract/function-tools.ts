import { z } from 'zod';
import { functionOutcomes } from '../domain/agent.ts';
import { isSafeUrl } from '../domain/settings/network-target.ts';

/** Each parameter has a type: without one, voice platforms refuse the whole call. */
const ValueSchema = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array', 'object']),
});

const FunctionParameters = z.looseObject({
  type: z.literal('object'),
  properties: z.record(z.string(), ValueSchema).default({}),
  required: z.array(z.string()).optional(),
});

const Filler = z.string().trim().min(1).max(200);

/** An address to which this service sends what it has of a call. */
export const ReceiverUrl = z
  .string()
  .trim()
  .max(2_048)
  .refine(
    isSafeUrl,
    'must be an https:// address that is not link-local, or an http:// address of this machine',
  );

const FunctionEndpoint = z
  .strictObject({
    url: ReceiverUrl,
    timeout_seconds: z.int().min(1).max(60).default(10),
    repeatable: z.boolean().default(false).meta({
      description: 'Whether a request that failed may be sent again, once.',
    }),
    over_http: z.boolean().optional().meta({
      description:
        'Whether this service runs the function also for platforms that ask over HTTP. Their requests must then name their call.',
    }),
    filler: z
      .strictObject({ en: Filler.optional(), es: Filler.optional() })
      .optional()
      .meta({ description: 'What the caller hears while the function runs, by language.' }),
  })
  .meta({
    description:
      'Where this service runs the function: in calls over a socket, and over HTTP if `over_http` says so. Only an admin may name an address of this machine.',
  });

const FunctionTool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
    description: z.string().max(1024).optional(),
    strict: z.boolean().optional(),
    parameters: FunctionParameters.optional(),
  }),
  /** The server that runs the function. The platform calls it directly. */
  server: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048) }).optional(),
  endpoint: FunctionEndpoint.optional(),
});
export type FunctionTool = z.infer<typeof FunctionTool>;

/** Functions that the model of a call may use, in OpenAI's form (design D39). */
export const FunctionTools = z
  .array(FunctionTool)
  .max(128)
  .refine((tools) => new Set(tools.map(nameOf)).size === tools.length, 'names a function twice');

function nameOf(tool: FunctionTool): string {
  return tool.function.name;
}

const signingSecret = {
  secret: z.string().meta({ description: 'Verifies the signatures (Standard Webhooks).' }),
};

/** Answer of `GET /api/v1/agents/{agent_id}/functions/secret`. */
export const FunctionSecret = z
  .object(signingSecret)
  .meta({ id: 'FunctionSecret', examples: [{ secret: 'whsec_…' }] });
export type FunctionSecret = z.infer<typeof FunctionSecret>;

/** Answer of `GET /api/v1/agents/{agent_id}/transcript/secret`. */
export const TranscriptSecret = z
  .object(signingSecret)
  .meta({ id: 'TranscriptSecret', examples: [{ secret: 'whsec_…' }] });

/** Body of `POST /api/v1/agents/{agent_id}/functions/test`. */
export const TestFunction = z
  .strictObject({
    function: z.string().min(1).max(64).meta({ description: 'The name of one with an endpoint.' }),
    arguments: z.record(z.string(), z.unknown()).default({}).meta({
      description: 'Invented arguments; never those of a patient.',
    }),
  })
  .meta({
    id: 'TestFunction',
    examples: [{ function: 'book_visit', arguments: { phone: '202-555-0143' } }],
  });
export type TestFunction = z.infer<typeof TestFunction>;

/** Answer of that test. What the function answered is shown masked: it may be of a patient. */
export const FunctionTest = z
  .object({
    outcome: z.enum(functionOutcomes),
    status: z.int().optional().meta({ description: 'The HTTP status of the answer.' }),
    bytes: z.int().optional().meta({ description: 'The length of the answer.' }),
    answer: z.string().optional().meta({
      description: "The answer, masked by the agent's policy, with placeholders for tokens.",
    }),
    attempts: z.int(),
    duration_ms: z.int(),
  })
  .meta({
    id: 'FunctionTest',
    examples: [
      {
        outcome: 'done',
        status: 200,
        bytes: 32,
        answer: '{"callback":"[PHONE_01]"}',
        attempts: 1,
        duration_ms: 41,
      },
    ],
  });
export type FunctionTest = z.infer<typeof FunctionTest>;

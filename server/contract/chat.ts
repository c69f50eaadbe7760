import { z } from 'zod';

/**
 * Maximum entries of each list of a chat request (design D43), far above what clients send. A call of an
 * hour has about 1,000 messages of one or two parts; OpenAI allows 128 tools and 4 stop sequences.
 */
export const chatLimits = {
  messages: 4_096,
  parts: 64,
  toolCalls: 128,
  tools: 512,
  stop: 16,
} as const;

/** The schema, with a maximum number of entries. */
export function atMost<S extends z.ZodType>(most: number, schema: S): S {
  return schema.refine(
    (value) => !Array.isArray(value) || value.length <= most,
    `must have at most ${most} entries`,
  ) as S;
}

/** Image, audio and file parts cannot be masked, so they are refused (design D4). */
const TextPart = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
});

const Content = atMost(
  chatLimits.parts,
  z.union([z.string(), z.array(TextPart)], {
    error:
      'must be text or a list of text parts: images, audio and files are refused, because they cannot be masked',
  }),
);

const CalledFunction = z.looseObject({ name: z.string(), arguments: z.string() });

/** Any text: the service sends another one upstream (design D4). */
const CallId = z.string();

const ToolCall = z.looseObject({
  id: CallId.nullish(),
  type: z.literal('function').nullish(),
  function: CalledFunction,
});

const ChatMessage = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: Content.nullish(),
  name: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: atMost(chatLimits.toolCalls, z.array(ToolCall)).nullish(),
  tool_call_id: CallId.nullish(),
  function_call: CalledFunction.nullish(),
});

/** An amount, in the words of providers. */
const Level = z.enum([
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
  'auto',
  'default',
  'off',
  'on',
]);

/** Too small for a telephone or social security number. Some providers use -1 for no limit. */
const Count = z.int().min(-1).max(999_999);
const Penalty = z.number().min(-2).max(2);
const TokenId = z.string().regex(/^(?:0|[1-9]\d{0,5})$/, 'must be a token id');
const maxBiases = 1024;
const otherText = 'the caller gets another text than the model wrote';

/**
 * Fields that go upstream unsearched. Each allows only the range or the words of the protocol, so that no
 * value of a patient fits (design D4). Unknown keys inside them are dropped.
 */
export const UnsearchedFields = z.object({
  stream: z.boolean().nullish(),
  stream_options: z
    .object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  n: z.literal(1, 'must be 1: a call has one reply').nullish(),
  max_tokens: Count.nullish(),
  max_completion_tokens: Count.nullish(),
  presence_penalty: Penalty.nullish(),
  frequency_penalty: Penalty.nullish(),
  logit_bias: z
    .record(TokenId, z.number().min(-100).max(100))
    .refine(
      (biases) => Object.keys(biases).length <= maxBiases,
      `must name at most ${maxBiases} tokens`,
    )
    .nullish(),
  logprobs: z.literal(false, `must be false: ${otherText}`).nullish(),
  top_logprobs: z.literal(0, `must be 0: ${otherText}`).nullish(),
  /** Any whole number: the service sends upstream another one made from it. */
  seed: z.int().nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning_effort: Level.nullish(),
  verbosity: Level.nullish(),
  service_tier: z.enum(['auto', 'default', 'flex', 'scale', 'priority', 'standard_only']).nullish(),
  /** Any text: the service sends upstream another key made from it, the same for the same text. */
  prompt_cache_key: z.string().max(1024).nullish(),
});

const notText = 'audio can be neither masked nor restored';

const isProviderTool = (tool: unknown): boolean => {
  const type = typeof tool === 'object' && tool !== null && 'type' in tool ? tool.type : undefined;
  return typeof type === 'string' && type !== 'function' && type !== 'custom';
};

/** Why a tool that is no function is refused, and what to do instead (decision 0178). */
export const providerToolReason =
  'the provider runs other tools itself, and what they answer would reach the model unmasked. Let your program or voice platform run them, such as those of an MCP server, and offer them as functions';

/** Without tools that a provider runs: they would send and fetch text past this service (design D4). */
const Tools = atMost(chatLimits.tools, z.unknown()).superRefine((tools, context) => {
  if (!Array.isArray(tools)) return;
  for (const [index, tool] of tools.entries()) {
    if (!isProviderTool(tool)) continue;
    const message = `must be function or custom: ${providerToolReason}`;
    context.addIssue({ code: 'custom', path: [index, 'type'], message });
  }
});

/** Which function the model calls: a word of the protocol, or an object with the name. */
const Choice = z.union([z.enum(['none', 'auto', 'required', 'any']), z.looseObject({})], {
  error: 'must be none, auto, required, any or an object',
});

/**
 * Body of the chat-completions proxy. Unknown keys are allowed, because voice platforms add many; an
 * allow-list elsewhere decides what goes upstream (design D4). Fields with text and fields that pass
 * unmasked are strict, so that no text hides in an unexpected shape.
 */
export const ChatCompletionRequest = z
  .looseObject({
    ...UnsearchedFields.shape,
    model: z.string().nullish(),
    messages: atMost(chatLimits.messages, z.array(ChatMessage).min(1)),
    tools: Tools.optional(),
    functions: atMost(chatLimits.tools, z.unknown()).optional(),
    stop: atMost(chatLimits.stop, z.unknown()).optional(),
    tool_choice: Choice.nullish(),
    function_call: Choice.nullish(),
    modalities: z.array(z.literal('text', `must be text: ${notText}`)).nullish(),
    audio: z.null(`must be absent: ${notText}`).optional(),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description:
      "OpenAI's request for a chat completion. Every text in it is masked. Unlisted fields are ignored, except `tools`, `tool_choice`, `functions`, `function_call`, `stop` and `response_format`.",
    examples: [
      {
        model: 'model-small',
        messages: [{ role: 'user', content: 'please call me back on 202 555 0143' }],
        stream: false,
      },
    ],
  });
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

/** A whole reply of the provider with tokens restored. We promise only its outline. */
export const ChatCompletion = z.looseObject({ choices: z.array(z.looseObject({})) }).meta({
  id: 'ChatCompletion',
  description: "The provider's reply in OpenAI's form, with tokens restored.",
  examples: [
    {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1795255331,
      model: 'model-small',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'I will call 202 555 0143.' },
          finish_reason: 'stop',
        },
      ],
    },
  ],
});

/** Some clients request it to check a base URL (design D37). */
export const ModelList = z
  .object({
    object: z.literal('list'),
    data: z.array(
      z.object({
        id: z.string(),
        object: z.literal('model'),
        created: z.int(),
        owned_by: z.string(),
      }),
    ),
  })
  .meta({
    id: 'ModelList',
    examples: [
      {
        object: 'list',
        data: [{ id: 'provider:model-small', object: 'model', created: 0, owned_by: 'provider' }],
      },
    ],
  });

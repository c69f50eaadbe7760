import { z } from 'zod';
import { atMost, chatLimits, providerToolReason, UnsearchedFields } from '../chat.ts';

/** Images, audio and files cannot be masked, so they are refused (design D4). */
const TextPart = z.looseObject({
  type: z.enum(['input_text', 'output_text'], {
    error: 'must be text: images, audio and files are refused, because they cannot be masked',
  }),
  text: z.string(),
});

const RefusalPart = z.looseObject({ type: z.literal('refusal'), refusal: z.string() });

const InputMessage = z.looseObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: z.union([
    z.string(),
    atMost(chatLimits.parts, z.array(z.discriminatedUnion('type', [TextPart, RefusalPart]))),
  ]),
});

const FunctionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});

const FunctionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: z.union([z.string(), atMost(chatLimits.parts, z.array(TextPart))]),
});

/** What a model thought elsewhere; it is not sent on. */
const Reasoning = z.looseObject({ type: z.literal('reasoning') });

const InputItem = z.discriminatedUnion(
  'type',
  [InputMessage, FunctionCall, FunctionCallOutput, Reasoning],
  { error: 'must be message, function_call, function_call_output or reasoning' },
);

const FunctionTool = z.looseObject({
  type: z.literal('function'),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.looseObject({}).nullish(),
  strict: z.boolean().nullish(),
});

const Tool = z.discriminatedUnion('type', [FunctionTool], {
  error: `must be function: ${providerToolReason}`,
});

const ToolChoice = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    z.looseObject({ type: z.literal('function'), name: z.string() }),
  ],
  { error: 'must be none, auto, required or a function' },
);

const TextFormat = z.looseObject({
  type: z.enum(['text', 'json_object', 'json_schema']),
  name: z.string().optional(),
  description: z.string().optional(),
  schema: z.looseObject({}).optional(),
  strict: z.boolean().nullish(),
});

/** A field that would make the provider keep or find text, which this service does not. */
const absent = (message: string) => z.null(message).optional();
const sendWhole = 'must be absent: this service keeps no conversation, send the whole input';

/** Body of the Responses API. Unknown keys are allowed; what goes upstream is decided by the masking path. */
export const ResponsesRequest = z
  .looseObject({
    model: z.string().nullish(),
    input: z.union([z.string(), atMost(chatLimits.messages, z.array(InputItem).min(1))]),
    instructions: z.string().nullish(),
    stream: z.boolean().nullish(),
    temperature: UnsearchedFields.shape.temperature,
    top_p: UnsearchedFields.shape.top_p,
    max_output_tokens: UnsearchedFields.shape.max_completion_tokens,
    parallel_tool_calls: z.boolean().nullish(),
    top_logprobs: UnsearchedFields.shape.top_logprobs,
    service_tier: UnsearchedFields.shape.service_tier,
    prompt_cache_key: UnsearchedFields.shape.prompt_cache_key,
    tools: atMost(chatLimits.tools, z.array(Tool)).nullish(),
    tool_choice: ToolChoice.nullish(),
    text: z
      .looseObject({ format: TextFormat.nullish(), verbosity: UnsearchedFields.shape.verbosity })
      .nullish(),
    reasoning: z.looseObject({ effort: UnsearchedFields.shape.reasoning_effort }).nullish(),
    previous_response_id: absent(sendWhole),
    conversation: absent(sendWhole),
    prompt: absent('must be absent: this service keeps no prompts'),
    background: z.literal(false, 'must be false: a call waits for its reply').nullish(),
  })
  .meta({
    id: 'ResponsesRequest',
    description:
      "OpenAI's request for a response. Every text in it is masked. `store` changes nothing: this service stores no response. Unlisted fields are ignored.",
    examples: [{ model: 'model-small', input: 'please call me back on 202 555 0143' }],
  });
export type ResponsesRequest = z.infer<typeof ResponsesRequest>;

/** A whole reply with tokens restored. We promise only its outline. */
export const ResponsesReply = z
  .looseObject({ object: z.literal('response'), output: z.array(z.looseObject({})) })
  .meta({
    id: 'ResponsesReply',
    description:
      "The provider's reply in the form of OpenAI's Responses API, with tokens restored.",
    examples: [
      {
        id: 'resp_1',
        object: 'response',
        created_at: 1795255331,
        model: 'model-small',
        status: 'completed',
        output: [
          {
            id: 'msg_1_0',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'I will call 202 555 0143.', annotations: [] }],
          },
        ],
      },
    ],
  });

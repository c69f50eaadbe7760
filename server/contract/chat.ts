import { z } from 'zod';

/** Image, audio and file parts would pass by unmasked, so only text is taken (design D4). */
const TextPart = z.looseObject({
  type: z.literal('text'),
  text: z.string(),
});

const Content = z.union([z.string(), z.array(TextPart)], {
  error: 'must be a string or a list of text parts',
});

const CalledFunction = z.looseObject({ name: z.string(), arguments: z.string() });

/** Ids pass unmasked, so they may not be sentences. */
const CallId = z.string().regex(/^[\x21-\x7e]{1,256}$/, 'must be an id without spaces');

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
  tool_calls: z.array(ToolCall).nullish(),
  tool_call_id: CallId.nullish(),
  function_call: CalledFunction.nullish(),
});

/** A model's own word for a setting, such as `low`; passes unmasked, so it may not be a sentence. */
const Setting = z.string().regex(/^[a-z0-9_-]{1,32}$/, 'must be one short lower-case word');

/** Fields that go upstream as they are; unknown keys inside them are dropped, not forwarded. */
const unmaskedFields = {
  stream: z.boolean().nullish(),
  stream_options: z
    .object({ include_usage: z.boolean().nullish(), include_obfuscation: z.boolean().nullish() })
    .nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  n: z.int().nullish(),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
  presence_penalty: z.number().nullish(),
  frequency_penalty: z.number().nullish(),
  logit_bias: z.record(z.string().regex(/^\d{1,7}$/), z.number()).nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().nullish(),
  seed: z.int().nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning_effort: Setting.nullish(),
  verbosity: Setting.nullish(),
};

/**
 * Body of the chat-completions proxy. Loose on keys it does not know, since voice platforms add
 * many; what leaves is decided by an allow-list elsewhere (design D4). Strict where text is looked
 * for and on what passes unmasked, so that nothing to be masked hides in an unexpected shape.
 */
export const ChatCompletionRequest = z
  .looseObject({
    ...unmaskedFields,
    model: z.string().nullish(),
    messages: z.array(ChatMessage).min(1),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description:
      "OpenAI's request for a chat completion. Every text in it is masked; fields that are not listed are taken and not forwarded, except `tools`, `tool_choice`, `functions`, `function_call`, `stop` and `response_format`.",
    examples: [
      {
        model: 'model-small',
        messages: [{ role: 'user', content: 'please call me back on 202 555 0143' }],
        stream: false,
      },
    ],
  });
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

/** A whole reply: the provider's own, with tokens restored, so only its outline is ours to promise. */
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

/** What clients ask for to see that a base URL works (design D37). */
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

import Anthropic from '@anthropic-ai/sdk';
import type { SeenRequest } from '../scripted-upstream.ts';
import { type Call, type Protocol, pieces, saidTo, writeEvents, writeJson } from './protocol.ts';

type Body = Anthropic.MessageCreateParams;

const bodyOf = (seen: SeenRequest): Body => seen.body as unknown as Body;

function lastUserText(seen: SeenRequest): string {
  const content = bodyOf(seen).messages.findLast(({ role }) => role === 'user')?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** The result of a tool, if the last message holds one. */
function lastResult(seen: SeenRequest): string | undefined {
  const content = bodyOf(seen).messages.at(-1)?.content ?? '';
  if (typeof content === 'string') return undefined;
  const result = content.find((block) => block.type === 'tool_result');
  return result && JSON.stringify(result.content);
}

/** Counts of a reply: what a test does not look at is null, as in replies of the API. */
export const usage: Anthropic.Usage = {
  input_tokens: 3,
  output_tokens: 1,
  output_tokens_details: null,
  cache_creation: null,
  cache_creation_input_tokens: 2,
  cache_read_input_tokens: 4,
  inference_geo: null,
  server_tool_use: null,
  service_tier: 'standard',
  speed: null,
};

export const message: Anthropic.Message = {
  id: 'msg_test',
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  stop_details: null,
  usage,
  container: null,
  diagnostics: null,
};

const toolUse: Anthropic.ToolUseBlock = {
  type: 'tool_use',
  id: 'toolu_test',
  name: 'save_note',
  input: {},
  caller: { type: 'direct' },
};

/** The events of one streamed message. */
export function streamOf(
  blocks: readonly Anthropic.RawMessageStreamEvent[],
  reason: Anthropic.StopReason,
): readonly Anthropic.RawMessageStreamEvent[] {
  return [
    { type: 'message_start', message },
    ...blocks,
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null, stop_details: null, container: null },
      usage: {
        input_tokens: null,
        output_tokens: 5,
        output_tokens_details: null,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
        server_tool_use: null,
      },
    },
    { type: 'message_stop' },
  ];
}

export function textBlock(index: number, text: string): Anthropic.RawMessageStreamEvent[] {
  return [
    {
      type: 'content_block_start',
      index,
      content_block: { type: 'text', text: '', citations: null },
    },
    ...pieces(text).map((part) => ({
      type: 'content_block_delta' as const,
      index,
      delta: { type: 'text_delta' as const, text: part },
    })),
    { type: 'content_block_stop', index },
  ];
}

export function toolBlock(
  index: number,
  { name, written }: Call,
): Anthropic.RawMessageStreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: { ...toolUse, name } },
    ...['', ...pieces(written)].map((part) => ({
      type: 'content_block_delta' as const,
      index,
      delta: { type: 'input_json_delta' as const, partial_json: part },
    })),
    { type: 'content_block_stop', index },
  ];
}

/** Anthropic's Messages API. */
export const anthropic: Protocol = {
  kind: 'anthropic',
  path: () => '/messages',
  keyHeader: 'x-api-key',
  key: 'upstream-key',
  answer: async (seen, response) => {
    const { tools, stream } = bodyOf(seen);
    const { text, call } = saidTo(lastUserText(seen), lastResult(seen), tools);
    const reason = call === undefined ? 'end_turn' : 'tool_use';
    if (stream === true) {
      const used = call === undefined ? [] : toolBlock(1, call);
      const ping = { type: 'ping' };
      const [start, ...rest] = streamOf([...textBlock(0, text), ...used], reason);
      return writeEvents(response, [...(start ? [start] : []), ping, ...rest]);
    }
    const used = call && [{ ...toolUse, name: call.name, input: JSON.parse(call.written) }];
    const content: Anthropic.ContentBlock[] = [
      { type: 'text', text, citations: null },
      ...(used ?? []),
    ];
    return writeJson(response, {
      ...message,
      content,
      stop_reason: reason,
    } satisfies Anthropic.Message);
  },
  bySdk: async (baseUrl, body) => {
    const sdk = new Anthropic({ apiKey: 'upstream-key', baseURL: baseUrl.replace(/\/v1$/, '') });
    const params = body as Body;
    const read = await (params.stream === true
      ? sdk.messages.stream({ ...params, stream: true }).finalMessage()
      : sdk.messages.create({ ...params, stream: false }));
    return {
      text: read.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      calls: read.content
        .filter((block) => block.type === 'tool_use')
        .map(({ name, input }) => ({ name, written: JSON.stringify(input) })),
    };
  },
};

import OpenAI from 'openai';
import type { SeenRequest } from '../scripted-upstream.ts';
import { type Call, type Protocol, pieces, saidTo, writeEvents, writeJson } from './protocol.ts';

type Api = OpenAI.Responses.Response;
type Event = OpenAI.Responses.ResponseStreamEvent;
type Body = OpenAI.Responses.ResponseCreateParams;

const bodyOf = (seen: SeenRequest): Body => seen.body as unknown as Body;

function lastUserText(seen: SeenRequest): string {
  const { input = '' } = bodyOf(seen);
  if (typeof input === 'string') return input;
  const item = input.findLast((one) => 'role' in one && one.role === 'user');
  const content = item !== undefined && 'content' in item ? item.content : '';
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => ('text' in part ? part.text : '')).join('');
}

/** The result of a tool, if the last item is one. */
function lastResult(seen: SeenRequest): string | undefined {
  const { input = '' } = bodyOf(seen);
  const item = typeof input === 'string' ? undefined : input.at(-1);
  return item?.type === 'function_call_output' ? String(item.output) : undefined;
}

const empty = {
  id: 'resp_test',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'scripted',
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  output: [],
  parallel_tool_calls: true,
  temperature: 1,
  top_p: 1,
  tool_choice: 'auto',
  tools: [],
  status: 'in_progress',
  access_programs: null,
} satisfies Omit<Api, 'output_text'>;

const messageItem = (text: string): OpenAI.Responses.ResponseOutputMessage => ({
  id: 'msg_test',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
});

const callItem = ({ name, written }: Call): OpenAI.Responses.ResponseFunctionToolCall => ({
  id: 'fc_test',
  type: 'function_call',
  call_id: 'call_test',
  name,
  arguments: written,
  status: 'completed',
});

const usage = {
  input_tokens: 3,
  output_tokens: 5,
  total_tokens: 8,
  input_tokens_details: { cached_tokens: 1 },
  output_tokens_details: { reasoning_tokens: 0 },
};

/** The events of one streamed response. */
export function eventsOf(text: string, called?: Call): readonly object[] {
  const place = { item_id: 'msg_test', output_index: 0, content_index: 0 };
  const part = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  const call = { item_id: 'fc_test', output_index: 1 };
  const output = [messageItem(text), ...(called === undefined ? [] : [callItem(called)])];
  const events = [
    { type: 'response.created', response: empty },
    { type: 'response.in_progress', response: empty },
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...messageItem(''), status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part },
    ...pieces(text).map((delta) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [],
      obfuscation: 'x7Gq',
    })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { ...part, text } },
    { type: 'response.output_item.done', output_index: 0, item: messageItem(text) },
    ...(called === undefined
      ? []
      : [
          {
            type: 'response.output_item.added',
            output_index: 1,
            item: { ...callItem({ ...called, written: '' }), status: 'in_progress' },
          },
          ...pieces(called.written).map((delta) => ({
            type: 'response.function_call_arguments.delta',
            ...call,
            delta,
          })),
          { type: 'response.function_call_arguments.done', ...call, arguments: called.written },
          { type: 'response.output_item.done', output_index: 1, item: callItem(called) },
        ]),
    { type: 'response.completed', response: { ...empty, status: 'completed', output, usage } },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** OpenAI's Responses API. */
export const responses: Protocol = {
  kind: 'responses',
  path: () => '/responses',
  keyHeader: 'authorization',
  key: 'upstream-key',
  answer: async (seen, response) => {
    const { tools, stream } = bodyOf(seen);
    const { text, call } = saidTo(lastUserText(seen), lastResult(seen), tools);
    if (stream === true) return writeEvents(response, eventsOf(text, call) as Event[]);
    const output = [messageItem(text), ...(call === undefined ? [] : [callItem(call)])];
    return writeJson(response, { ...empty, status: 'completed', output, usage });
  },
  bySdk: async (baseURL, body) => {
    const sdk = new OpenAI({ apiKey: 'upstream-key', baseURL });
    const params = body as Body;
    const read: Api = await (params.stream === true
      ? sdk.responses.stream({ ...params, stream: true }).finalResponse()
      : sdk.responses.create({ ...params, stream: false }));
    const calls = read.output
      .filter((item) => item.type === 'function_call')
      .map(({ name, arguments: written }) => ({ name, written }));
    return { text: read.output_text, calls };
  },
};

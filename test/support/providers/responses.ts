import type { OpenAI } from 'openai';
import type { SeenRequest } from '../scripted-upstream.ts';
import {
  noteArguments,
  type Protocol,
  pieces,
  saidTo,
  writeEvents,
  writeJson,
} from './protocol.ts';

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
  ...{ id: 'resp_test', object: 'response', created_at: 1_700_000_000, model: 'scripted' },
  ...{ error: null, incomplete_details: null, instructions: null, metadata: {}, output: [] },
  ...{ parallel_tool_calls: true, temperature: 1, top_p: 1, tool_choice: 'auto', tools: [] },
  ...{ status: 'in_progress', access_programs: null },
} satisfies Omit<Api, 'output_text'>;

const messageItem = (text: string): OpenAI.Responses.ResponseOutputMessage => ({
  ...{ id: 'msg_test', type: 'message', role: 'assistant', status: 'completed' },
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
});

const callItem = (written: string): OpenAI.Responses.ResponseFunctionToolCall => ({
  ...{ id: 'fc_test', type: 'function_call', call_id: 'call_test', name: 'save_note' },
  ...{ arguments: written, status: 'completed' },
});

const usage = {
  ...{ input_tokens: 3, output_tokens: 5, total_tokens: 8 },
  input_tokens_details: { cached_tokens: 1 },
  output_tokens_details: { reasoning_tokens: 0 },
};

/** The events of one streamed response; `written` are the arguments of a call. */
export function eventsOf(text: string, written: string | undefined): readonly object[] {
  const place = { item_id: 'msg_test', output_index: 0, content_index: 0 };
  const part = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  const call = { item_id: 'fc_test', output_index: 1 };
  const output = [messageItem(text), ...(written === undefined ? [] : [callItem(written)])];
  const events = [
    { type: 'response.created', response: empty },
    { type: 'response.in_progress', response: empty },
    {
      ...{ type: 'response.output_item.added', output_index: 0 },
      item: { ...messageItem(''), status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...place, part },
    ...pieces(text).map((delta) => ({
      ...{ type: 'response.output_text.delta', ...place, delta, logprobs: [] },
      obfuscation: 'x7Gq',
    })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { ...part, text } },
    { type: 'response.output_item.done', output_index: 0, item: messageItem(text) },
    ...(written === undefined
      ? []
      : [
          {
            ...{ type: 'response.output_item.added', output_index: 1 },
            item: { ...callItem(''), status: 'in_progress' },
          },
          ...pieces(written).map((delta) => ({
            ...{ type: 'response.function_call_arguments.delta', ...call, delta },
          })),
          { type: 'response.function_call_arguments.done', ...call, arguments: written },
          { type: 'response.output_item.done', output_index: 1, item: callItem(written) },
        ]),
    { type: 'response.completed', response: { ...empty, status: 'completed', output, usage } },
  ];
  return events.map((event, sequence_number) => ({ ...event, sequence_number }));
}

/** OpenAI's Responses API. */
export const responses: Protocol = {
  ...{ kind: 'responses', path: '/responses', keyHeader: 'authorization' },
  answer: async (seen, response) => {
    const { tools, stream } = bodyOf(seen);
    const { text, note } = saidTo(lastUserText(seen), lastResult(seen), tools);
    const written = note === undefined ? undefined : noteArguments(note);
    if (stream === true) return writeEvents(response, eventsOf(text, written) as Event[]);
    const output = [messageItem(text), ...(written === undefined ? [] : [callItem(written)])];
    return writeJson(response, { ...empty, status: 'completed', output, usage });
  },
};

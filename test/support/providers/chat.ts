import OpenAI, { AzureOpenAI } from 'openai';
import { lastUserText, type SeenRequest } from '../scripted-upstream.ts';
import {
  type Protocol,
  pieces,
  type ReadReply,
  saidTo,
  writeEvents,
  writeJson,
} from './protocol.ts';

type Body = OpenAI.ChatCompletionCreateParams;

const base = { id: 'chatcmpl-test', created: 1_700_000_000, model: 'scripted' };
const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };

/** The result of a tool, if the last message is one. */
function lastResult({ body }: SeenRequest): string | undefined {
  const last = body.messages.at(-1);
  return last?.role === 'tool' ? String(last.content) : undefined;
}

const answer: Protocol['answer'] = async (seen: SeenRequest, response) => {
  const { tools, stream, stream_options } = seen.body as unknown as Body;
  const { text, call: called } = saidTo(lastUserText(seen), lastResult(seen), tools);
  const reason = called === undefined ? 'stop' : 'tool_calls';
  const call = (written: string) => ({
    id: 'call_test',
    type: 'function' as const,
    function: { name: called?.name ?? '', arguments: written },
  });
  const written = called?.written;
  if (stream !== true) {
    const tool_calls = written === undefined ? {} : { tool_calls: [call(written)] };
    const message = { role: 'assistant', content: text, refusal: null, ...tool_calls };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: reason }];
    return writeJson(response, { ...base, object: 'chat.completion', choices, usage });
  }
  const chunk = (delta: object, finish: string | null = null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const argumentsOf = (part: string) => ({
    tool_calls: [{ index: 0, function: { arguments: part } }],
  });
  const events: readonly object[] = [
    // Azure begins with what its filter says of the prompt, without a choice.
    { ...chunk({}), choices: [] },
    chunk({ role: 'assistant', content: '' }),
    ...pieces(text).map((content) => chunk({ content })),
    ...(written === undefined ? [] : [chunk({ tool_calls: [{ index: 0, ...call('') }] })]),
    ...(written === undefined ? [] : pieces(written).map((part) => chunk(argumentsOf(part)))),
    chunk({}, reason),
    ...(stream_options?.include_usage === true ? [{ ...chunk({}), choices: [], usage }] : []),
  ];
  return writeEvents(response, events);
};

type Completions = OpenAI['chat']['completions'];

async function readBy(completions: Completions, body: object): Promise<ReadReply> {
  const params = body as Body;
  const { choices } = await (params.stream === true
    ? completions.stream({ ...params, stream: true }).finalChatCompletion()
    : completions.create({ ...params, stream: false }));
  const { content, tool_calls: calls = [] } = choices[0]?.message ?? {};
  return {
    text: content ?? '',
    calls: calls
      .filter((call) => call.type === 'function')
      .map(({ function: { name, arguments: written } }) => ({ name, written })),
  };
}

/** Chat completions. */
export const chat: Protocol = {
  kind: 'openai',
  path: () => '/chat/completions',
  keyHeader: 'authorization',
  key: 'upstream-key',
  answer,
  bySdk: (baseURL, body) =>
    readBy(new OpenAI({ apiKey: 'upstream-key', baseURL }).chat.completions, body),
};

/** Chat completions as Azure OpenAI serves them: by deployment, with a key header of its own. */
export const azure: Protocol = {
  ...chat,
  kind: 'azure',
  keyHeader: 'api-key',
  key: 'upstream-key',
  path: () => '/openai/deployments/scripted/chat/completions?api-version=2024-10-21',
  bySdk: (endpoint, body) => {
    const options = { apiKey: 'upstream-key', apiVersion: '2024-10-21', deployment: 'scripted' };
    return readBy(new AzureOpenAI({ ...options, endpoint }).chat.completions, body);
  },
};

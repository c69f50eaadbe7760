import { noteTool, type SdkClient, type SdkTarget, system } from './sdk-client.ts';

type OpenAi = typeof import('openai').default | typeof import('openai-v6').default;

/** The openai SDK of one major version, as it is. */
export function openAiClient(name: string, Sdk: OpenAi): SdkClient {
  const client = ({ baseURL, fetch }: SdkTarget) =>
    new Sdk({ baseURL, apiKey: 'none', fetch }) as InstanceType<typeof import('openai').default>;
  const request = (words: string) => ({
    model: 'scripted',
    messages: [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: words },
    ],
  });
  const tools = [{ type: 'function' as const, function: noteTool }];

  return {
    name,
    async whole(at, words) {
      const { choices } = await client(at).chat.completions.create(request(words));
      return choices[0]?.message.content ?? '';
    },
    async streamed(at, words) {
      const options = { ...request(words), stream_options: { include_usage: true } };
      const completion = await client(at).chat.completions.stream(options).finalChatCompletion();
      const [choice] = completion.choices;
      return {
        text: choice?.message.content ?? '',
        finish: choice?.finish_reason,
        totalTokens: completion.usage?.total_tokens,
      };
    },
    async toolCalls(at, words) {
      const options = { ...request(words), tools };
      const completion = await client(at).chat.completions.stream(options).finalChatCompletion();
      return (completion.choices[0]?.message.tool_calls ?? []).map((call) =>
        call.type === 'function'
          ? { name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }
          : { name: call.type, input: undefined },
      );
    },
    async hangUp(at, words) {
      const stream = await client(at).chat.completions.create({ ...request(words), stream: true });
      for await (const chunk of stream) {
        if ((chunk.choices[0]?.delta.content ?? '') !== '') break;
      }
      stream.controller.abort();
    },
    async ask(at, words) {
      await client(at)
        .chat.completions.create(request(words))
        .catch(() => undefined);
    },
  };
}

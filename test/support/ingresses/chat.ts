import OpenAI from 'openai';
import { noteTool, system } from '../sdk-client.ts';
import { type Ingress, metadataOf, noteIn } from './ingress.ts';

type Messages = OpenAI.ChatCompletionMessageParam[];

/** Chat completions, by the openai SDK. */
export const chatIngress: Ingress = {
  name: 'chat completions',
  converse: async (at, words, { stream, tools, result }) => {
    const { completions } = new OpenAI({ ...at, apiKey: 'none' }).chat;
    const say = async (messages: Messages): Promise<OpenAI.ChatCompletionMessage> => {
      const offered = tools ? { tools: [{ type: 'function' as const, function: noteTool }] } : {};
      const request = { model: 'any', messages, ...offered, ...metadataOf(at) };
      const reply = stream
        ? await completions.stream(request).finalChatCompletion()
        : await completions.create(request);
      const [choice] = reply.choices;
      if (choice === undefined) throw new Error('a reply without a choice');
      return choice.message;
    };
    const messages: Messages = [
      { role: 'system', content: system },
      { role: 'assistant', content: 'Hello, who is calling?' },
      { role: 'user', content: words },
    ];
    const { content, tool_calls: calls } = await say(messages);
    const call = calls?.find(({ type }) => type === 'function');
    if (call?.type !== 'function') return { text: content ?? '' };
    const after = await say([
      ...messages,
      { role: 'assistant', content, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: result },
    ]);
    const note = noteIn(call.function.arguments);
    return { text: content ?? '', note, after: after.content ?? '' };
  },
};

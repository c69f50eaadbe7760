import OpenAI from 'openai';
import OpenAiV6 from 'openai-v6';
import { noteTool, system } from '../sdk-client.ts';
import { type Ingress, metadataOf, noteIn } from './ingress.ts';

type Sdk = typeof OpenAI | typeof OpenAiV6;
type Item = OpenAI.Responses.ResponseInputItem;

const isCall = (
  item: OpenAI.Responses.ResponseOutputItem,
): item is OpenAI.Responses.ResponseFunctionToolCall => item.type === 'function_call';

/** The Responses API, by one major version of the openai SDK. */
function responsesOf(name: string, Sdk: Sdk): Ingress {
  return {
    name,
    converse: async (at, words, { stream, tools, result }) => {
      const { responses } = new Sdk({ ...at, apiKey: 'none' }) as OpenAI;
      const tool = { type: 'function' as const, strict: false, ...noteTool };
      const say = async (input: Item[]): Promise<OpenAI.Responses.Response> => {
        const request = {
          model: 'any',
          instructions: system,
          input,
          ...(tools && { tools: [tool] }),
          ...metadataOf(at),
        };
        return stream
          ? responses.stream(request).finalResponse()
          : responses.create({ ...request, store: false });
      };
      const input: Item[] = [
        { role: 'assistant', content: 'Hello, who is calling?' },
        { role: 'user', content: [{ type: 'input_text', text: words }] },
      ];
      const { output, output_text: text } = await say(input);
      const call = output.find(isCall);
      if (call === undefined) return { text };
      const { name: called, call_id, arguments: written } = call;
      const after = await say([
        ...input,
        { role: 'assistant', content: text },
        { type: 'function_call', name: called, call_id, arguments: written },
        { type: 'function_call_output', call_id, output: result },
      ]);
      return { text, note: noteIn(written), after: after.output_text };
    },
  };
}

export const responsesIngresses: readonly Ingress[] = [
  responsesOf('responses, openai 7', OpenAI),
  responsesOf('responses, openai 6', OpenAiV6),
];

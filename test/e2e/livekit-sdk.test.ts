import { initializeLogger, llm } from '@livekit/agents';
import { LLM, type LLMOptions } from '@livekit/agents-plugin-openai';
import OpenAiV6 from 'openai-v6';
import { noteTool, type SdkClient, type SdkTarget, system } from '../support/sdk-client.ts';
import { retryContract, sdkContract } from '../support/sdk-contract.ts';

initializeLogger({ pretty: false, level: 'silent' });

/** The plugin as an agent has it, without a room: its client signs, and leaves retries to the plugin. */
function model({ baseURL, fetch }: SdkTarget): LLM {
  const client = new OpenAiV6({ baseURL, apiKey: 'none', fetch, maxRetries: 0 });
  // The plugin brings the same version in a folder of its own, whose types are not the same types.
  return new LLM({
    model: 'scripted',
    client: client as unknown as Required<LLMOptions>['client'],
  });
}

const connOptions = { maxRetry: 1, retryIntervalMs: 10, timeoutMs: 90_000 };

function chat(at: SdkTarget, words: string, toolCtx?: llm.ToolContextLike): llm.LLMStream {
  const chatCtx = llm.ChatContext.empty();
  chatCtx.addMessage({ role: 'system', content: system });
  chatCtx.addMessage({ role: 'user', content: words });
  const one = model(at);
  one.on('error', () => undefined);
  return one.chat({ chatCtx, connOptions, ...(toolCtx !== undefined && { toolCtx }) });
}

const liveKit: SdkClient = {
  name: '@livekit/agents-plugin-openai',
  async streamed(at, words) {
    let text = '';
    let totalTokens: number | undefined;
    for await (const { delta, usage } of chat(at, words)) {
      text += delta?.content ?? '';
      totalTokens ??= usage?.totalTokens;
    }
    return { text, totalTokens };
  },
  async toolCalls(at, words) {
    const saveNote = llm.tool({
      description: noteTool.description,
      parameters: structuredClone(noteTool.parameters),
      execute: async () => 'kept',
    });
    const calls: llm.FunctionCall[] = [];
    for await (const { delta } of chat(at, words, { [noteTool.name]: saveNote })) {
      calls.push(...(delta?.toolCalls ?? []));
    }
    return calls.map(({ name, args }) => ({ name, input: JSON.parse(args) as unknown }));
  },
  async hangUp(at, words) {
    const stream = chat(at, words);
    for await (const { delta } of stream) {
      if ((delta?.content ?? '') !== '') stream.close();
    }
  },
  async ask(at, words) {
    // It reports errors by events, and then just ends.
    for await (const _ of chat(at, words));
  },
};

sdkContract([liveKit]);
retryContract([{ client: liveKit, onAuditUnavailable: 2, heedsRetryAfter: false }]);

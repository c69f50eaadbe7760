import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type AIMessageChunk, HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { dynamicTool, generateText, jsonSchema, streamText } from 'ai';
import { noteTool, type SdkClient, type SdkTarget, system } from '../support/sdk-client.ts';
import { retryContract, sdkContract } from '../support/sdk-contract.ts';

const aiModel = ({ baseURL, fetch }: SdkTarget) =>
  createOpenAICompatible({ name: 'clinic', baseURL, fetch, includeUsage: true })('scripted');

const aiSdk: SdkClient = {
  name: 'ai with @ai-sdk/openai-compatible',
  async whole(at, prompt) {
    return (await generateText({ model: aiModel(at), system, prompt })).text;
  },
  async streamed(at, prompt) {
    const result = streamText({ model: aiModel(at), system, prompt });
    const { totalTokens } = await result.usage;
    return { text: await result.text, finish: await result.finishReason, totalTokens };
  },
  async toolCalls(at, prompt) {
    const saveNote = dynamicTool({
      description: noteTool.description,
      inputSchema: jsonSchema(structuredClone(noteTool.parameters)),
      execute: async () => 'kept',
    });
    const tools = { [noteTool.name]: saveNote };
    const calls = await streamText({ model: aiModel(at), system, prompt, tools }).toolCalls;
    return calls.map(({ toolName, input }) => ({ name: toolName, input }));
  },
  async hangUp(at, prompt) {
    const caller = new AbortController();
    const { signal: abortSignal } = caller;
    const { textStream } = streamText({ model: aiModel(at), system, prompt, abortSignal });
    for await (const words of textStream) if (words !== '') caller.abort();
  },
  async ask(at, prompt) {
    await generateText({ model: aiModel(at), system, prompt, maxRetries: 1 }).catch(
      () => undefined,
    );
  },
};

const chatModel = ({ baseURL, fetch }: SdkTarget) =>
  new ChatOpenAI({
    model: 'scripted',
    apiKey: 'none',
    streamUsage: true,
    maxRetries: 1,
    configuration: { baseURL, fetch },
  });
const messages = (words: string) => [new SystemMessage(system), new HumanMessage(words)];

const langChain: SdkClient = {
  name: '@langchain/openai',
  async whole(at, words) {
    return String((await chatModel(at).invoke(messages(words))).content);
  },
  async streamed(at, words) {
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await chatModel(at).stream(messages(words))) {
      whole = whole?.concat(chunk) ?? chunk;
    }
    return {
      text: String(whole?.content),
      finish: whole?.response_metadata['finish_reason'] as string | undefined,
      totalTokens: (whole?.usage_metadata as { total_tokens: number } | undefined)?.total_tokens,
    };
  },
  async toolCalls(at, words) {
    const model = chatModel(at).bindTools([{ type: 'function', function: noteTool }]);
    let whole: AIMessageChunk | undefined;
    for await (const chunk of await model.stream(messages(words))) {
      whole = whole?.concat(chunk) ?? chunk;
    }
    return (whole?.tool_calls ?? []).map(({ name, args }) => ({ name, input: args as unknown }));
  },
  async hangUp(at, words) {
    const caller = new AbortController();
    const options = { signal: caller.signal };
    const read = async () => {
      for await (const chunk of await chatModel(at).stream(messages(words), options)) {
        if (chunk.content !== '') caller.abort();
      }
    };
    await read().catch(() => undefined);
  },
  async ask(at, words) {
    await chatModel(at)
      .invoke(messages(words))
      .catch(() => undefined);
  },
};

sdkContract([aiSdk, langChain]);
retryContract([
  { client: aiSdk, onAuditUnavailable: 2, heedsRetryAfter: true },
  { client: langChain, onAuditUnavailable: 2, heedsRetryAfter: false },
]);

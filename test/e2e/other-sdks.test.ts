import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { dynamicTool, generateText, jsonSchema, streamText } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callTool,
  echo,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt, webhookSecret } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const system = 'You answer the phone of a clinic.';
const said = 'you can call me on two oh two five five five oh one four three after six';

let upstream: ScriptedUpstream;
let service: Service;
let proxyBase: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startService(upstreamAt(upstream.baseUrl));
  proxyBase = service.proxyBase(
    await service.createAgent({ name: 'clinic', upstream: 'provider:model-small' }),
  );
});

afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

/** Runs one read against the provider itself and through the proxy, and holds the two equal. */
async function sameBothWays<T>(read: (baseURL: string) => Promise<T>): Promise<T> {
  const plain = await read(upstream.baseUrl);
  expect(await read(proxyBase)).toEqual(plain);
  expect(upstream.seen.at(-1)?.raw).not.toContain('five five five');
  return plain;
}

describe('ai with @ai-sdk/openai-compatible gets the reply it would get without the proxy', () => {
  const model = (baseURL: string) =>
    createOpenAICompatible({
      name: 'clinic',
      baseURL,
      fetch: signedFetch(webhookSecret),
      includeUsage: true,
    })('scripted');
  const saveNote = dynamicTool({
    description: 'Keeps a note.',
    inputSchema: jsonSchema({ type: 'object', properties: { note: { type: 'string' } } }),
    execute: async () => 'kept',
  });

  it('in one piece', async () => {
    upstream.script = echo;
    const text = await sameBothWays(
      async (baseURL) => (await generateText({ model: model(baseURL), system, prompt: said })).text,
    );
    expect(text).toContain(said);
  });

  it('streamed, with usage and finish reason', async () => {
    upstream.script = echo;
    const reply = await sameBothWays(async (baseURL) => {
      const result = streamText({ model: model(baseURL), system, prompt: said });
      const { totalTokens } = await result.usage;
      return { text: await result.text, finish: await result.finishReason, totalTokens };
    });
    expect(reply).toMatchObject({ finish: 'stop', totalTokens: 8 });
    expect(reply.text).toContain(said);
  });

  it('with streamed tool calls', async () => {
    upstream.script = callTool;
    const calls = await sameBothWays(async (baseURL) => {
      const result = streamText({
        model: model(baseURL),
        system,
        prompt: said,
        tools: { save_note: saveNote },
      });
      return (await result.toolCalls).map(({ toolName, input }) => ({ toolName, input }));
    });
    expect(JSON.stringify(calls)).toContain(said);
  });
});

describe('@langchain/openai gets the reply it would get without the proxy', () => {
  const chat = (baseURL: string) =>
    new ChatOpenAI({
      model: 'scripted',
      apiKey: 'none',
      streamUsage: true,
      configuration: { baseURL, fetch: signedFetch(webhookSecret) },
    });
  const messages = [new SystemMessage(system), new HumanMessage(said)];

  it('in one piece', async () => {
    upstream.script = echo;
    const content = await sameBothWays(
      async (baseURL) => (await chat(baseURL).invoke(messages)).content,
    );
    expect(content).toContain(said);
  });

  it('streamed', async () => {
    upstream.script = echo;
    const content = await sameBothWays(async (baseURL) => {
      const chunks: string[] = [];
      for await (const chunk of await chat(baseURL).stream(messages))
        chunks.push(String(chunk.content));
      return chunks.join('');
    });
    expect(content).toContain(said);
  });

  it('with tool calls', async () => {
    upstream.script = callTool;
    const saveNote = {
      type: 'function',
      function: { name: 'save_note', parameters: { type: 'object', properties: {} } },
    } as const;
    const calls = await sameBothWays(async (baseURL) => {
      const reply = await chat(baseURL).bindTools([saveNote]).invoke(messages);
      return (reply.tool_calls ?? []).map(({ name, args }) => ({ name, args }));
    });
    expect(JSON.stringify(calls)).toContain(said);
  });
});

import type { Vapi } from '@vapi-ai/server-sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { CreateAgent } from '../../../server/contract/agents.ts';
import {
  type AssistantView,
  assistantToWire,
  noDocuments,
  noTransferDestination,
  refusedToolCalls,
} from '../../../server/contract/webhook.ts';

const view: AssistantView = {
  agentId: 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  sessionId: 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  model: 'stub',
  systemPrompt: 'Be brief.',
  firstMessage: null,
  tools: [],
  policy: { name: 'healthcare-default', version: 1, sha256: '0'.repeat(64) },
  tokenization: 'vault-deterministic',
  baseUrl: 'https://proxy.example.com',
};

describe("the webhook's answers fit the types of the platform's SDK", () => {
  it('the answer to each message that waits for one has the type of the SDK', () => {
    expectTypeOf(assistantToWire).returns.toExtend<Vapi.ServerMessageResponseAssistantRequest>();
    expectTypeOf(refusedToolCalls).returns.toExtend<Vapi.ServerMessageResponseToolCalls>();
    expectTypeOf(noDocuments).toExtend<Vapi.ServerMessageResponseKnowledgeBaseRequest>();
    expectTypeOf(
      noTransferDestination,
    ).toExtend<Vapi.ServerMessageResponseTransferDestinationRequest>();
    // A model of the right provider, not merely any that the type lets by.
    const { model } = assistantToWire(view).assistant;
    const custom: Vapi.CustomLlmModel = model;
    expect(custom).toBe(model);
  });

  it('the URL of the proxy has the host root and the agent', () => {
    expect(assistantToWire(view).assistant.model.url).toBe(
      'https://proxy.example.com/proxy/agt_01ARZ3NDEKTSV4RRFFQ69G5FAV/v1',
    );
  });

  it('the platform sends tool calls only when the agent has tools', () => {
    const [tool] = toolsOf([{ type: 'function', function: { name: 'hang_up' } }]) ?? [];
    const tools = tool === undefined ? [] : [tool];
    expect(assistantToWire({ ...view, tools }).assistant.serverMessages).toContain('tool-calls');
    expect(assistantToWire(view).assistant.serverMessages).not.toContain('tool-calls');
  });
});

const toolsOf = (tools: unknown) =>
  CreateAgent.parse({ name: 'Desk', upstream: 'stub', tools }).tools;
const called = (change: object) => [{ type: 'function', function: { name: 'f', ...change } }];

describe('functions of an agent have the form that a platform accepts (design D39)', () => {
  it('a function keeps the schema of its typed parameters and other keywords', () => {
    const parameters = {
      type: 'object',
      properties: { days: { type: 'array', items: { type: 'string' }, maxItems: 3 } },
      required: ['days'],
      additionalProperties: false,
    };
    const tools = called({ description: 'Finds a slot.', strict: true, parameters });
    expect(toolsOf(tools)).toEqual(tools);
  });

  it('a function without parameters says so to the platform', () => {
    expect(toolsOf(called({ parameters: { type: 'object' } }))).toEqual(
      called({ parameters: { type: 'object', properties: {} } }),
    );
  });

  it('a function names the server that runs it', () => {
    const [tool] = called({});
    const tools = [{ ...tool, server: { url: 'https://tools.example.com/run' } }];
    expect(toolsOf(tools)).toEqual(tools);
  });

  it.each<[string, unknown]>([
    ['an empty name', called({ name: '' })],
    ['a name with a space', called({ name: 'find slot' })],
    ['a name of 65', called({ name: 'n'.repeat(65) })],
    ['two of one name', [...called({}), ...called({})]],
    ['another type', [{ type: 'code', function: { name: 'f' } }]],
    ['no function', [{ type: 'function' }]],
    ['an unknown field', called({ code: 'x' })],
    ['parameters that are no object', called({ parameters: { type: 'string' } })],
    [
      'a parameter without a type',
      called({ parameters: { type: 'object', properties: { day: {} } } }),
    ],
    ['a server that is no URL', [{ ...called({})[0], server: { url: 'tools' } }]],
    ['a server of another scheme', [{ ...called({})[0], server: { url: 'file:///etc' } }]],
    ['a single function outside a list', called({})[0]],
  ])('not with %s', (_case, tools) => {
    expect(() => toolsOf(tools)).toThrow();
  });
});

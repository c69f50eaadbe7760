import { beforeAll, describe, expect, it } from 'vitest';
import { tokenGuidance } from '../../server/domain/token.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
beforeAll(async () => {
  proxy = await sharedProxy();
});

let calls = 0;
const freshCall = () => ({ call: { id: `call-${++calls}` } });
const assistantRequest = { type: 'assistant-request' };
const report = { type: 'end-of-call-report', endedReason: 'customer-ended-call' };

/** Sends the webhook a message and resolves with the body of its reply. */
const told = async (agentId: string, message: object) => {
  const response = await proxy.tell(agentId, message);
  expect(response.status).toBe(200);
  return response.json();
};
const kindsOf = async (agentId: string) => (await proxy.records(agentId)).map(({ kind }) => kind);

const tools = [
  {
    type: 'function',
    function: {
      name: 'find_slot',
      description: 'Finds a free appointment.',
      parameters: {
        type: 'object',
        properties: { day: { type: 'string', description: 'Day of the week.' } },
        required: ['day'],
      },
    },
  },
];

describe(`${rule('POST /voice/webhook 2')}: assistant-request`, () => {
  it('prompt with token instructions, first message, model, functions, endings and audit metadata', async () => {
    const agentId = await proxy.agent({
      system_prompt: 'You answer the telephone of a clinic.',
      first_message: 'Front desk, how can I help?',
      tools,
      tokenization: 'reversible-aead',
    });
    const call = freshCall();
    const { assistant } = await told(agentId, { ...assistantRequest, ...call });
    const [started] = await proxy.records(agentId, 'call_started');
    expect(assistant).toEqual({
      firstMessage: 'Front desk, how can I help?',
      model: {
        provider: 'custom-llm',
        url: `${proxy.service.url}/proxy/${agentId}/v1`,
        model: 'provider:model-small',
        messages: [
          {
            role: 'system',
            content: `You answer the telephone of a clinic.\n\n${tokenGuidance}`,
          },
        ],
        tools,
        metadataSendMode: 'variable',
        timeoutSeconds: 20,
      },
      serverMessages: ['status-update', 'end-of-call-report', 'hang', 'tool-calls'],
      metadata: {
        session_id: started?.session_id,
        agent_id: agentId,
        policy_name: 'healthcare-default',
        policy_version: 1,
        policy_sha256: started?.['policy_sha256'],
        tokenization: 'reversible-aead',
      },
    });
  });

  it('token instructions alone, and no first message or functions, when the agent has none', async () => {
    const agentId = await proxy.agent();
    const { assistant } = await told(agentId, { ...assistantRequest, ...freshCall() });
    expect(assistant.model.messages).toEqual([{ role: 'system', content: tokenGuidance }]);
    expect(assistant).not.toHaveProperty('firstMessage');
    expect(assistant.model).not.toHaveProperty('tools');
    expect(assistant.serverMessages).toEqual(['status-update', 'end-of-call-report', 'hang']);
  });

  it('follows a change of the agent, and what is set to null is gone', async () => {
    const agentId = await proxy.agent({ system_prompt: 'Old.', first_message: 'Hi.', tools });
    const change = { system_prompt: 'New.', first_message: null, tools: null };
    await proxy.service.api(`/api/v1/agents/${agentId}`, {
      method: 'PATCH',
      body: JSON.stringify(change),
    });
    const { assistant } = await told(agentId, { ...assistantRequest, ...freshCall() });
    expect(assistant.model.messages[0].content).toMatch(/^New\.\n/);
    expect(assistant).not.toHaveProperty('firstMessage');
    expect(assistant.model).not.toHaveProperty('tools');
  });
});

describe(`${rule('POST /voice/webhook 3')} (design D29, D39)`, () => {
  it('which is on record before the answer, and which the turns of the call belong to', async () => {
    const agentId = await proxy.agent();
    const call = freshCall();
    const { assistant } = await told(agentId, { ...assistantRequest, ...call });
    expect(await kindsOf(agentId)).toEqual(['call_started']);
    await proxy.ask(agentId, [user('hello')], call);
    await proxy.ask(agentId, [user('hello'), user('and again')], call);
    await expect
      .poll(() => proxy.sessions(agentId))
      .toMatchObject([{ id: assistant.metadata.session_id, turn_count: 2, ended: false }]);
    expect(await proxy.records(agentId, 'call_started')).toHaveLength(1);
  });

  it('which repeated deliveries find again', async () => {
    const agentId = await proxy.agent();
    const request = { ...assistantRequest, ...freshCall(), timestamp: 1_700_000_000_000 };
    const sessions = await Promise.all(
      [1, 2, 3].map(async () => (await told(agentId, request)).assistant.metadata.session_id),
    );
    expect(new Set(sessions).size).toBe(1);
    expect(await kindsOf(agentId)).toEqual(['call_started']);
  });

  it('the webhook opens no session for a call without an id', async () => {
    const agentId = await proxy.agent();
    const { assistant } = await told(agentId, assistantRequest);
    expect(assistant.metadata).not.toHaveProperty('session_id');
    expect(await kindsOf(agentId)).toEqual([]);
  });
});

describe('the prompt that the webhook gave comes back through the proxy (design D39)', () => {
  it.each([false, true])(
    'with the token instructions untouched and said once (token_guidance %s)',
    async (token_guidance) => {
      const agentId = await proxy.agent({ system_prompt: 'Be brief.', token_guidance });
      const call = freshCall();
      const { assistant } = await told(agentId, { ...assistantRequest, ...call });
      await proxy.ask(agentId, [...assistant.model.messages, user('hello')], call);
      const sent = proxy.upstream.seen.at(-1)?.body.messages;
      expect(sent).toEqual([...assistant.model.messages, user('hello')]);
    },
  );

  it('masked like any text of the call', async () => {
    const agentId = await proxy.agent({ system_prompt: 'Transfer to 202-555-0143 on request.' });
    const call = freshCall();
    const { assistant } = await told(agentId, { ...assistantRequest, ...call });
    await proxy.ask(agentId, [...assistant.model.messages, user('hello')], call);
    expect(proxy.sent()).not.toContain('555-0143');
    expect(proxy.sent()).toContain(tokenGuidance);
  });
});

describe('every other message is answered in the form that its sender waits for (design D39)', () => {
  it('tool-calls: a result for each id, which says that nothing was run', async () => {
    const agentId = await proxy.agent();
    const error = 'This service runs no functions; nothing was done.';
    const toolCallList = [
      { id: 'a', type: 'function', function: { name: 'find_slot', arguments: '{}' } },
      { id: 'b', name: 'book', arguments: {} },
      { function: {} },
    ];
    expect(await told(agentId, { type: 'tool-calls', ...freshCall(), toolCallList })).toEqual({
      results: [
        { name: 'find_slot', toolCallId: 'a', error },
        { name: 'book', toolCallId: 'b', error },
      ],
    });
  });

  it.each<[string, object]>([
    ['transfer-destination-request', { error: 'No transfer destination is configured.' }],
    ['knowledge-base-request', { documents: [] }],
    ['tool-calls', { results: [] }],
    ['transcript', {}],
    ['conversation-update', {}],
    ['speech-update', {}],
    ['user-interrupted', {}],
    ['hang', {}],
    ['model-output', {}],
    ['status-update', {}],
    ['a type of a later version', {}],
  ])('%s', async (type, reply) => {
    const agentId = await proxy.agent();
    expect(await told(agentId, { type, ...freshCall() })).toEqual(reply);
    expect(await kindsOf(agentId)).toEqual([]);
  });

  it('keeps nothing of the messages', async () => {
    const agentId = await proxy.agent();
    const call = freshCall();
    const spoken = 'canary words of a caller';
    const artifact = { transcript: spoken, messages: [{ role: 'user', message: spoken }] };
    await told(agentId, { ...assistantRequest, ...call, customer: { name: spoken } });
    await told(agentId, { type: 'transcript', transcript: spoken, ...call });
    await told(agentId, { ...report, ...call, artifact });
    expect(JSON.stringify(await proxy.service.records())).not.toContain('canary');
  });
});

describe(`${rule('POST /voice/webhook 1')}, before it looks at anything else`, () => {
  const unknown = 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const post = (agentId: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`${proxy.service.url}/voice/webhook/${agentId}`, { method: 'POST', body, headers });
  const refusal = async (response: Response) => [
    response.status,
    ((await response.json()) as { error: { code: string } }).error.code,
  ];

  it.each<[string, Record<string, string>]>([
    ['no signature', {}],
    ['a wrong one', { 'x-voice-signature': '0'.repeat(64) }],
  ])('401 with %s, whatever the agent and the body', async (_name, headers) => {
    const agentId = await proxy.agent();
    for (const id of [agentId, unknown, 'x']) {
      for (const body of ['{"message":{"type":"hang"}}', 'not json']) {
        expect(await refusal(await post(id, body, headers))).toEqual([401, 'unauthenticated']);
      }
    }
  });

  it('401 with a session cookie instead', async () => {
    const agentId = await proxy.agent();
    const { cookie } = proxy.service;
    const response = await post(agentId, '{"message":{"type":"hang"}}', { cookie });
    expect(await refusal(response)).toEqual([401, 'unauthenticated']);
  });

  it.each([unknown, 'x'])('404 for the agent %s', async (id) => {
    expect(await refusal(await proxy.tell(id, assistantRequest))).toEqual([404, 'agent_not_found']);
  });

  it('404 once the agent is deleted', async () => {
    const agentId = await proxy.agent();
    await proxy.service.api(`/api/v1/agents/${agentId}`, { method: 'DELETE' });
    expect((await proxy.tell(agentId, assistantRequest)).status).toBe(404);
  });

  it('422 for what is no message', async () => {
    const agentId = await proxy.agent();
    expect(await refusal(await proxy.tell(agentId, { status: 'ended' }))).toEqual([
      422,
      'validation_failed',
    ]);
  });
});

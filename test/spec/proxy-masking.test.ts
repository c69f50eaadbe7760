import { beforeAll, describe, expect, it } from 'vitest';
import { changedPolicy } from '../support/changed-policy.ts';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const number = '202-555-0143';
const token = /TOK1\.PHONE\.K_HEALTHCARE\.[0-9A-Z]{20}/;
const sentMessages = () => JSON.parse(proxy.sent()).messages;
const callOf = (id: string) => ({ call: { id } });

describe('requests are grouped into calls (design D29)', () => {
  it.each([
    ['call.id', { call: { id: 'c-1', callId: 'other' } }],
    ['call.callId', { call: { callId: 'c-1' } }],
    ['metadata.call_id', { metadata: { call_id: 'c-1' } }],
  ] as const)('by %s', async (_, extra) => {
    const fresh = await proxy.agent();
    for (const words of ['hello', 'are you there'])
      await proxy.post(fresh, { messages: [user(words)], ...extra });
    await expect
      .poll(async () => (await proxy.sessions(fresh)).map(({ turn_count }) => turn_count))
      .toEqual([2]);
  });

  it('the same id at another agent is another call', async () => {
    const [one, two] = [await proxy.agent(), await proxy.agent()];
    for (const id of [one, two]) await proxy.ask(id, [user('hello')], callOf('shared'));
    await expect
      .poll(async () => [...(await proxy.sessions(one)), ...(await proxy.sessions(two))].length)
      .toBe(2);
  });
});

describe('a call is one conversation', () => {
  it('a value keeps its placeholder and its token in a call, however it is said', async () => {
    const fresh = await proxy.agent();
    const said = [
      `my number is ${number}`,
      'that is two oh two five five five oh one four three',
      'and my wife has 202-555-0199',
    ];
    const history: object[] = [];
    const tokens: string[] = [];
    for (const words of said) {
      history.push(user(words));
      await proxy.ask(fresh, history, callOf('c'));
      tokens.push(token.exec(sentMessages().at(-1).content)?.[0] ?? '');
      history.push(assistant('I see.'));
    }
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[0]);
    const applied = await proxy.records(fresh, 'redaction_applied');
    expect(applied.map(({ placeholder }) => placeholder)).toEqual([
      '[PHONE_01]',
      '[PHONE_01]',
      '[PHONE_02]',
    ]);
  });

  it('a call journals its history once, although every request repeats it', async () => {
    const fresh = await proxy.agent();
    const history: object[] = [user(`my number is ${number}`)];
    for (let turn = 0; turn < 3; turn += 1) {
      await proxy.ask(fresh, history, callOf('c'));
      history.push(assistant('Anything else?'), user('no thank you'));
    }
    expect(await proxy.records(fresh, 'redaction_applied')).toHaveLength(1);
    expect((await proxy.records(fresh, 'request_masked')).map((record) => record['spans'])).toEqual(
      [1, 1, 1],
    );
    await expect
      .poll(async () => (await proxy.sessions(fresh))[0]?.redactions_by_kind)
      .toEqual({ PHONE: 1 });
  });

  it('a value found once is found everywhere in the call (design D5)', async () => {
    const fresh = await proxy.agent();
    const first = [{ ...user('I would like an appointment'), name: 'Quillan' }];
    await proxy.ask(fresh, first, callOf('c'));
    const later = [
      user('I would like an appointment'),
      assistant('Thank you, Quillan.'),
      user('quillan speaking'),
    ];
    expect(await proxy.ask(fresh, later, callOf('c'))).toBe('I heard: quillan speaking');
    expect(proxy.sent()).not.toMatch(/quillan/i);
    expect(proxy.sent().match(/TOK1\.NAME/g)).toHaveLength(2);
  });

  it('a number said over two turns is found whole or not sent', async () => {
    const history = [
      assistant('What is your phone number?'),
      user('it is two oh two five five five'),
      assistant('Go on.'),
      user('oh one four three'),
    ];
    await proxy.ask(agent, history, callOf('split'));
    const sent = proxy.sent();
    expect(sent).not.toContain('oh one four three');
    expect(sent).not.toContain('five five five');
  });
});

describe('everything that can hold a value is masked (design D3)', () => {
  it('masks a participant’s name, whatever it looks like', async () => {
    await proxy.ask(agent, [{ ...user('hello'), name: 'Zyx_42' }]);
    expect(sentMessages()[0].name).toMatch(/^TOK1\.NAME\./);
  });

  it('masks numbers and text in tool-call arguments, which stay JSON', async () => {
    const args = { phone: 2_025_550_143, note: `call ${number}`, urgent: true, retries: 3 };
    const call = (name: string) => ({ name, arguments: JSON.stringify(args) });
    await proxy.ask(agent, [
      user('please'),
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: call('dial') }],
      },
      { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ dialled: args }) },
      { role: 'assistant', content: null, function_call: call('dial_again') },
      user('thanks'),
    ]);
    const [, called, result, legacy] = sentMessages();
    for (const holder of [
      JSON.parse(called.tool_calls[0].function.arguments),
      JSON.parse(result.content).dialled,
      JSON.parse(legacy.function_call.arguments),
    ]) {
      expect(holder).toMatchObject({ urgent: true, retries: 3 });
      expect(holder.phone).toMatch(token);
      expect(holder.note).toMatch(token);
    }
    expect(called.tool_calls[0]).toMatchObject({ id: 'call00001', function: { name: 'dial' } });
  });

  it('masks names of fields that no program gave, and keeps each field', async () => {
    const book = { [number]: 'home', status: { 'Call (202) 555-0143': [1] }, phone: 'none' };
    const content = JSON.stringify(book);
    await proxy.ask(agent, [{ role: 'tool', tool_call_id: 'call_1', content }, user('ok')]);
    const sent = sentMessages()[0].content;
    const [first, ...rest] = Object.keys(JSON.parse(sent));
    expect(first).toMatch(token);
    expect(rest).toEqual(['status', 'phone']);
    expect(sent.replaceAll(/TOK1[.\w-]+/g, 'TOKEN')).toBe(
      '{"TOKEN":"home","status":{"Call TOKEN":[1]},"phone":"none"}',
    );
  });

  it('masks names of fields that contain somebody’s number', async () => {
    const content = JSON.stringify({ 'SSN-123-45-6789': { visits: 2 } });
    await proxy.ask(agent, [{ role: 'tool', tool_call_id: 'call_1', content }, user('ok')]);
    const sent = sentMessages()[0].content;
    expect(sent.replace(/TOK1\.SSN[.\w-]+/, 'TOKEN')).toBe('{"SSN-TOKEN":{"visits":2}}');
  });

  it('keeps both of two fields whose masked names are equal', async () => {
    const content = '{"202-555-0143":1,"(202) 555-0143":2}';
    await proxy.ask(agent, [{ role: 'tool', tool_call_id: 'call_1', content }, user('ok')]);
    const sent = sentMessages()[0].content;
    expect(sent.replaceAll(/TOK1[.\w-]+/g, 'TOKEN')).toBe('{"TOKEN":1,"TOKEN":2}');
  });

  it('masks text in place of a function’s name', async () => {
    const said = `call ${number}`;
    await proxy.ask(agent, [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: said, arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', name: said, content: 'done' },
      { role: 'assistant', content: null, function_call: { name: said, arguments: '{}' } },
      user('thanks'),
    ]);
    expect(proxy.sent()).not.toContain(number);
    expect(proxy.sent().match(/call TOK1\.PHONE\./g)).toHaveLength(3);
  });

  it('keeps the bytes of JSON in which nothing is found', async () => {
    const content = '{ "open":  true,\n "slots": [3, "11:30"] }';
    await proxy.ask(agent, [{ role: 'tool', tool_call_id: 'call_1', content }, user('ok')]);
    expect(sentMessages()[0].content).toBe(content);
  });
});

describe(rule('Processing 3'), () => {
  const words = `from 192.0.2.17 call ${number}`;

  it('redact: the value leaves and comes back as [REDACTED:KIND]', async () => {
    const reply = await proxy.ask(agent, [user(words)]);
    expect(reply).toBe(`I heard: from [REDACTED:IP_ADDRESS] call ${number}`);
  });

  it('passthrough: the value leaves unchanged, detected but not redacted', async () => {
    const policy_yaml = changedPolicy(
      [
        'PHONE: { regex: true, ner: true, confidence_threshold: 0.6, action: tokenize }',
        'PHONE: { action: passthrough }',
      ],
      ['name: healthcare-default', 'name: phones-pass'],
    );
    const open = await proxy.agent({ policy_yaml });
    await proxy.ask(open, [user(words)]);
    expect(sentMessages()[0].content).toBe(`from [REDACTED:IP_ADDRESS] call ${number}`);
    const kinds = async (kind: 'detection' | 'redaction_applied') =>
      (await proxy.records(open, kind)).map((record) => record['entity_kind']);
    expect(await kinds('detection')).toEqual(['IP_ADDRESS', 'PHONE']);
    expect(await kinds('redaction_applied')).toEqual(['IP_ADDRESS']);
    expect((await proxy.records(open, 'call_started'))[0]).toMatchObject({
      policy_name: 'phones-pass',
    });
  });

  it(rule('Policy 12'), async () => {
    const policy_yaml = changedPolicy(['log_events: true', 'log_events: false']);
    const terse = await proxy.agent({ policy_yaml });
    await proxy.askOnce(terse, [user(words)]);
    await expect
      .poll(async () => (await proxy.records(terse)).map(({ kind }) => kind))
      .toEqual([
        'call_started',
        'request_masked',
        'egress_scanned',
        'response_completed',
        'call_ended',
        'session_sealed',
      ]);
    await expect.poll(async () => (await proxy.sessions(terse))[0]?.redaction_count).toBe(2);
  });
});

describe('each tokenization scheme keeps its word (spec, Tokenization schemes)', () => {
  const words = `call ${number} or ann@example.com`;

  it(rule('Schemes 2'), async () => {
    const sealed = await proxy.agent({ tokenization: 'reversible-aead' });
    expect(await proxy.ask(sealed, [user(words)], callOf('c'))).toBe(`I heard: ${words}`);
    const first = sentMessages()[0].content;
    expect(first).toMatch(/^call TOK1\.PHONE\.K_HEALTHCARE\.[0-9A-Z]{52,} or TOK1\.EMAIL\./);
    await proxy.ask(sealed, [user(words)], callOf('c'));
    expect(sentMessages()[0].content).toBe(first);
  });

  it(rule('Schemes 3'), async () => {
    const policy_yaml = changedPolicy([
      'tokenization: vault-deterministic',
      'tokenization: synthetic',
    ]);
    const fake = await proxy.agent({ policy_yaml });
    const reply = await proxy.ask(fake, [user(words)], callOf('c'));
    const sent = sentMessages()[0].content;
    expect(sent).toMatch(/^call [+\d][\d(). +x-]+ or \S+@\S+$/);
    expect(sent).not.toMatch(/202-555-0143| ann@|TOK1/);
    expect(reply).toBe(`I heard: ${sent}`);
    await proxy.ask(fake, [user(words)], callOf('c'));
    expect(sentMessages()[0].content).toBe(sent);
  });
});

describe('token guidance (design D39)', () => {
  it('the guidance is not added by default: the proxy changes nothing but PHI', async () => {
    await proxy.ask(agent, [{ role: 'system', content: 'Be kind.' }, user('hello')]);
    expect(sentMessages()).toEqual([{ role: 'system', content: 'Be kind.' }, user('hello')]);
  });

  it('the guidance is the first system message where the agent asks for it and a text holds a token', async () => {
    const guided = await proxy.agent({ token_guidance: true });
    const messages = [{ role: 'system', content: 'Be kind.' }, user(`call ${number}`)];
    expect(await proxy.ask(guided, messages, callOf('c'))).toBe(`I heard: call ${number}`);
    const [guidance, ...rest] = sentMessages();
    expect(guidance.role).toBe('system');
    expect(guidance.content).toMatch(/TOK1[\s\S]*exactly/);
    expect(rest.map(({ role }: { role: string }) => role)).toEqual(['system', 'user']);
    const small = [{ role: 'system', content: 'Be kind.' }, user('hello')];
    await proxy.ask(guided, small, callOf('d'));
    expect(sentMessages()).toEqual(small);
    const [applied] = await proxy.records(guided, 'redaction_applied');
    expect(applied).toMatchObject({ part: 'messages[1].content' });
    const statuses = async () => (await proxy.sessions(guided)).map(({ status }) => status);
    await expect.poll(statuses).toEqual(['ok', 'ok']);
  });
});

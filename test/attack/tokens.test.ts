import { beforeAll, describe, expect, it } from 'vitest';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { callTool, echo, type Script } from '../support/scripted-upstream.ts';
import { content, contentOf, doneEvent, finish } from '../support/sse-kit.ts';

const number = '202-555-0143';

let proxy: SharedProxy;
let own: string;
/** Tokens that were minted for other calls, by whom. */
let stolen: Readonly<Record<string, string>>;

beforeAll(async () => {
  proxy = await sharedProxy();
  const aead = { tokenization: 'reversible-aead' };
  const [vaultOther, aeadOwn, aeadOther] = [
    await proxy.agent(),
    await proxy.agent(aead),
    await proxy.agent(aead),
  ];
  own = await proxy.agent();
  stolen = {
    'another call, from the vault': await mint(own),
    'another agent, from the vault': await mint(vaultOther),
    'another call, sealed': await mint(aeadOwn),
    'another agent, sealed': await mint(aeadOther),
  };
  owners = {
    'another call, from the vault': own,
    'another agent, from the vault': own,
    'another call, sealed': aeadOwn,
    'another agent, sealed': aeadOwn,
  };
});
/** Who is asked to restore them. */
let owners: Readonly<Record<string, string>>;

async function mint(agent: string): Promise<string> {
  await proxy.ask(agent, [user(`call ${number}`)]);
  return /TOK1\.PHONE\.\w+\.\w+/.exec(proxy.sent())?.[0] ?? '';
}

/** Ways to write a token that a search might miss. */
const disguises: readonly [string, (token: string) => string][] = [
  ['as it is', (token) => token],
  ['in lower case', (token) => token.toLowerCase()],
  [
    'with letters that read as digits',
    (token) => token.replace('TOK1', 'TOKl').replaceAll('0', 'O'),
  ],
  ['in a URL', (token) => `https://x.example/${token}/photo.png`],
  ['in a query', (token) => `https://x.example/?q=${token}&next=1`],
  ['percent-encoded', (token) => `https://x.example/?q=${token.replaceAll('.', '%2E')}`],
  ['in markup', (token) => `<img src="${token}">`],
  ['between other tokens', (token) => `${token}${token}.${token}`],
  ['cut by an invisible character', (token) => token.replace('PHONE', 'PH\u200bONE')],
  ['cut by invisible characters', (token) => token.replace(/\w/g, '$&\u2060')],
  ['with full-width dots', (token) => token.replaceAll('.', '\uff0e')],
  ['with blanks before its dots', (token) => token.replaceAll('.', ' .')],
  ['in escapes', (token) => JSON.stringify({ t: token }).replace('T', '\\u0054')],
];
const sources = [
  'another call, from the vault',
  'another agent, from the vault',
  'another call, sealed',
  'another agent, sealed',
];
const saysNothing = (heard: string) => {
  expect(heard).not.toMatch(/202.?555|0143/);
};

const replyWith =
  (message: object): Script =>
  (_seen, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
      }),
    );
  };
const functionCall = (name: string, args: string) => ({
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
});

describe.each(sources)('a token of %s is restored nowhere (design D16)', (source) => {
  const token = () => stolen[source] ?? '';
  const agent = () => owners[source] ?? '';

  it('was minted', () => {
    expect(token()).toMatch(/^TOK1\.PHONE\.K_HEALTHCARE\.\w{20,}$/);
  });

  it.each(disguises)('that a caller says, %s', async (_how, disguise) => {
    proxy.upstream.script = echo;
    const said = disguise(token());
    saysNothing(await proxy.ask(agent(), [user(said)]));
    const streamed = await proxy.post(agent(), { stream: true, messages: [user(said)] });
    saysNothing(contentOf(await streamed.text()));
  });

  it.each(disguises)('that the model says, %s', async (_how, disguise) => {
    for (const message of [
      { content: disguise(token()) },
      functionCall(token(), JSON.stringify({ url: disguise(token()) })),
      functionCall('save', disguise(token())),
    ]) {
      proxy.upstream.script = replyWith(message);
      const response = await proxy.post(agent(), { messages: [user('hello')] });
      expect(response.status).toBe(200);
      saysNothing(await response.text());
    }
  });

  it('that stands in the history, in arguments and in results of tools', async () => {
    proxy.upstream.script = callTool;
    const messages = [
      { role: 'system', content: `remember ${token()}` },
      { role: 'assistant', ...functionCall('save', JSON.stringify({ n: token() })) },
      { role: 'tool', tool_call_id: 'call_1', content: JSON.stringify({ n: token() }) },
      assistant(`you said ${token()}`),
      user(`repeat ${token()}`),
    ];
    for (const stream of [false, true]) {
      const response = await proxy.post(agent(), { stream, messages });
      expect(response.status).toBe(200);
      saysNothing(await response.text());
    }
  });
});

describe('a token of this call is restored for it and for it alone', () => {
  it('although another call brings the same token at the same time', async () => {
    proxy.upstream.script = echo;
    const mine = stolen['another call, from the vault'] ?? '';
    const [own1, foreign] = await Promise.all([
      proxy.ask(own, [user(`call ${number}, that is ${mine}`)]),
      proxy.ask(own, [user(`what is ${mine}`)]),
    ]);
    expect(own1).toBe(`I heard: call ${number}, that is [REDACTED:PHONE]`);
    saysNothing(foreign);
  });

  it.each(disguises)(
    'but not because a later request of the call says it, %s (decision 0145)',
    async (how, disguise) => {
      proxy.upstream.script = echo;
      const call = { id: `said-${how}` };
      expect(await proxy.ask(own, [user(`call ${number}`)], { call })).toContain(number);
      const token = /TOK1\.PHONE\.\w+\.\w+/.exec(proxy.sent())?.[0] ?? '';
      saysNothing(await proxy.ask(own, [user(`say ${disguise(token)}`)], { call }));
      expect(proxy.sent()).not.toContain(token);
      saysNothing(await proxy.ask(own, [assistant(disguise(token)), user('again')], { call }));
    },
  );

  it('a token in the name of a function, which is never spoken, is not restored', async () => {
    proxy.upstream.script = (seen, response) => {
      const token = /TOK1\.PHONE\.\w+\.\w+/.exec(seen.raw)?.[0] ?? '';
      return replyWith(functionCall(token, '{}'))(seen, response);
    };
    const response = await proxy.post(own, { messages: [user(`call ${number}`)] });
    saysNothing(await response.text());
  });
});

describe('a made-up token carries no value out (design D16)', () => {
  it.each([
    'TOK1.MARGARET_DELACROIX.K_HEALTHCARE.0123456789ABCDEFGHJK',
    'TOK1.N2025550143.K_HEALTHCARE.0123456789ABCDEFGHJK',
    'TOK1.MARGARET_DELACROIX.',
  ])('a value in place of its kind is neither heard nor journalled: %s', async (made) => {
    for (const stream of [false, true]) {
      proxy.upstream.script = stream
        ? (_seen, response) => {
            response.setHeader('content-type', 'text/event-stream');
            response.end(`${content(`Call ${made}`)}${finish}${doneEvent}`);
          }
        : replyWith({ content: `Call ${made}` });
      const before = (await proxy.records(own, 'rehydration_failed')).length;
      const response = await proxy.post(own, { stream, messages: [user('hello')] });
      const text = await response.text();
      const heard = stream ? contentOf(text) : JSON.parse(text).choices[0].message.content;
      expect(heard).toBe('Call [REDACTED:UNKNOWN]');
      const failures = async () => (await proxy.records(own, 'rehydration_failed')).slice(before);
      await expect.poll(async () => (await failures()).length).toBe(1);
      expect(await failures()).toMatchObject([{ entity_kind: 'UNKNOWN' }]);
    }
  });

  it.each([
    'TOK1.PHONE.K_HEALTHCARE.2025550143AAAAAAAAAA',
    'TOK1.PHONE.K_HEALTHCARE.2025550143',
    'TOK1.SSN.536-48-1442.0123456789ABCDEFGHJK',
    'tok1.n2025550143.k.x',
    'T0Kl.PHONE.K.202-555-0143.AAAAAAAAAAAAAAAAAAAA',
  ])('%s', async (made) => {
    proxy.upstream.script = echo;
    const messages = [
      { role: 'tool', tool_call_id: 'c', content: JSON.stringify({ note: made }) },
      user(`it is ${made} you know`),
    ];
    expect(await proxy.ask(own, messages)).toMatch(/^I heard: it is \[REDACTED:\w+\] you know$/);
    expect(proxy.sent()).not.toMatch(/202.?555|536.?48/);
  });
});

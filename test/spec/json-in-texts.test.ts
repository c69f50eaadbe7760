import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { lastUserText, replying } from '../support/scripted-upstream.ts';
import { content, contentOf, doneEvent, finish } from '../support/sse-kit.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const note = 'Seen today.\nann@example.com\n202-555-0143\nMRN\n4928272';
const noted = 'Seen today.\n<EMAIL>\n<PHONE>\nMRN\n<MRN>';
/** As a program writes it that keeps to ASCII. */
const record = JSON.stringify({ note, email: 'josé@example.com' }).replace('é', '\\u00e9');
const masked = { note: noted, email: '<EMAIL>' };

/** The content of the only message as it left, tokens by their kind. */
async function sent(role: string, content: unknown): Promise<string> {
  await proxy.ask(agent, [{ role, content, ...(role === 'tool' && { tool_call_id: 'call_1' }) }]);
  const [message] = JSON.parse(proxy.sent()).messages;
  const text = message.content[0].text ?? message.content;
  return text.replaceAll(/TOK1\.([A-Z]+)\.[\w-]+\.[0-9A-Z]+/g, '<$1>');
}

describe('JSON is read wherever a text holds it (design D3)', () => {
  it.each([
    ['a tool’s result', 'tool', record],
    ['a text part of it', 'tool', [{ type: 'text', text: record }]],
    ['the prompt', 'system', record],
  ])('as %s', async (_, role, content) => {
    expect(JSON.parse(await sent(role, content))).toEqual(masked);
  });

  it('as the body of a gateway’s answer, which stays one text of valid JSON', async () => {
    const answer = JSON.parse(await sent('tool', JSON.stringify({ status: 200, body: record })));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toEqual(masked);
  });

  it.each([
    ['behind other words', 'Context: ', ''],
    ['in a fence', 'The record is\n```json\n', '\n```\nand that is all.'],
  ])('%s', async (_, before, after) => {
    const text = await sent('system', before + record + after);
    expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
    expect(JSON.parse(text.slice(before.length, text.length - after.length))).toEqual(masked);
  });

  it('neighbouring fields, or the object around a value, give its kind', async () => {
    const answers = [
      { field: 'last4_ssn', value: '8002' },
      { type: { text: 'MRN' }, value: '44719' },
      { text: 'Date of birth', answer: [{ valueDate: '1983-10-05' }] },
      { name: 'step count', value: '30012' },
    ];
    expect(JSON.parse(await sent('tool', JSON.stringify(answers)))).toEqual([
      { field: 'last4_ssn', value: '<SSN>' },
      { type: { text: 'MRN' }, value: '<MRN>' },
      { text: 'Date of birth', answer: [{ valueDate: '<DOB>' }] },
      { name: 'step count', value: '30012' },
    ]);
  });

  it('the words around JSON are searched too', async () => {
    const text = await sent('user', `it is 202-555-0143 and ${record} or bob@example.com`);
    expect(text).toMatch(/^it is <PHONE> and \{.*\} or <EMAIL>$/);
  });

  it('the reply holds the values as they were said', async () => {
    const reply = await proxy.ask(agent, [
      user(`Context: ${JSON.stringify({ to: 'ann@example.com' })}`),
    ]);
    expect(reply).toBe('I heard: Context: {"to":"ann@example.com"}');
  });
});

describe('a field that says whose its digits are is searched however few there are (design D3)', () => {
  const fields = { age: 93, cvv: 987, pin: 4471, security_code: 123, zip: 2134 };
  const text = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, `${value}`]));
  const counts = { age: 41, room: 12, status: 200, count: 93 };

  it.each([
    ['numbers', fields],
    ['text', { ...text, zip: '02134' }],
  ])('as %s', async (_, card) => {
    const strict = await proxy.agent({ policy_name: 'healthcare-strict' });
    const content = JSON.stringify({ card, counts });
    await proxy.ask(strict, [{ role: 'tool', tool_call_id: 'call_1', content }]);
    const left = JSON.parse(JSON.parse(proxy.sent()).messages[0].content);
    const marked = expect.stringMatching(/^(?:TOK1\.|\[REDACTED:)/);
    expect(left.card).toEqual(Object.fromEntries(Object.keys(card).map((key) => [key, marked])));
    expect(left.counts).toEqual(counts);
  });
});

describe('a reply that must be JSON stays JSON, whatever a value holds (design D17)', () => {
  /** With quotation marks and a line break. */
  const patient = { name: 'Robert "Bob" Delacroix', address: '1412 Maple Street\nSpringfield' };

  it.each([
    { type: 'json_object' },
    { type: 'json_schema', json_schema: { name: 'patient', schema: { type: 'object' } } },
  ])('as $type, streamed and not', async (response_format) => {
    proxy.upstream.script = (seen, response) => {
      const text = lastUserText(seen);
      if (seen.body.stream !== true) return replying(text)(seen, response);
      response.setHeader('content-type', 'text/event-stream');
      const parts = (text.match(/[\s\S]{1,7}/g) ?? []).map((part) => content(part));
      response.end(`${parts.join('')}${finish}${doneEvent}`);
    };
    const messages = [user(JSON.stringify(patient))];
    const whole = await proxy.ask(agent, messages, { response_format });
    expect(proxy.sent()).not.toContain('Delacroix');
    const streamed = await proxy.post(agent, { messages, response_format, stream: true });
    for (const reply of [whole, contentOf(await streamed.text())])
      expect(JSON.parse(reply)).toEqual(patient);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { UnsearchedFields } from '../../server/contract/chat.ts';
import { unsearchedFields } from '../../server/ingress/outbound-fields.ts';
import { squeezed } from '../support/decoded-texts.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
  proxy.upstream.script = echo;
});

const hello = { messages: [user('hello')] };

/** What the provider got of a request, or the fields that its refusal names. */
async function outcome(fields: object): Promise<{ sent: string } | { refused: readonly string[] }> {
  const seen = proxy.upstream.seen.length;
  const response = await proxy.post(agent, { ...hello, ...fields });
  if (response.status === 200) {
    await response.text();
    return { sent: proxy.sent() };
  }
  expect([response.status, proxy.upstream.seen.length]).toEqual([422, seen]);
  const { error } = (await response.json()) as {
    error: { code: string; details: { path: string }[] };
  };
  expect(error.code).toBe('validation_failed');
  return { refused: error.details.map(({ path }) => path) };
}

async function forwarded(fields: object): Promise<Record<string, unknown>> {
  const result = await outcome(fields);
  return 'sent' in result ? JSON.parse(result.sent) : result;
}

/** Values that are numbers, as somebody could write them into a field that takes no text. */
const numbers = {
  phone: '202-555-0143',
  'local phone': '555-0143',
  ssn: '536-48-1442',
  mrn: '44829136',
  account: '118822334455',
  card: '4111111111111111',
  dob: '1958-02-20',
};
const texts = {
  ...numbers,
  email: 'zed.quill@example.com',
  name: 'Mary Throckmorton',
  address: '12 Main Street',
  ip: '203.0.113.7',
  password: 'hunter2swordfish',
};
const digitsOf = (value: string) => Number(value.replace(/\D/g, ''));
const underscored = (value: string) => value.replace(/[^\w.]/g, '_');
const idOf = (value: string) => value.replace(/[^\w-]/g, '_');

type Field = readonly [path: string, put: (value: string) => object];

const call = (id: string, name = 'save') => ({
  id,
  type: 'function',
  function: { name, arguments: '{}' },
});
const top = (field: string, write: (value: string) => unknown): Field => [
  field,
  (value) => ({ [field]: write(value) }),
];
const asText = (value: string): unknown => value;

/** Fields that take a number, a switch or a word of a fixed set. */
const settings: readonly Field[] = [
  ...unsearchedFields.flatMap((field) => [top(field, asText), top(field, digitsOf)]),
  ['temperature', (value) => ({ temperature: Number(`0.${digitsOf(value)}`) })],
  ['top_p', (value) => ({ top_p: Number(`0.${digitsOf(value)}`) })],
  ['presence_penalty', (value) => ({ presence_penalty: -Number(`1.${digitsOf(value)}`) })],
  ['stream_options.include_usage', (value) => ({ stream_options: { include_usage: value } })],
  ['stream_options', (value) => ({ stream_options: { include_usage: true, [value]: value } })],
  ['logit_bias', (value) => ({ logit_bias: { [value]: 1 } })],
  ['logit_bias', (value) => ({ logit_bias: { [digitsOf(value)]: 1 } })],
  ['logit_bias.5', (value) => ({ logit_bias: { 5: digitsOf(value) } })],
  ['logit_bias.5', (value) => ({ logit_bias: { 5: Number(`9.${digitsOf(value)}`) } })],
  top('tool_choice', asText),
  top('function_call', asText),
  top('service_tier', asText),
  ['modalities.0', (value) => ({ modalities: [value] })],
  top('store', asText),
  top('prediction', (content) => ({ type: 'content', content })),
  top('safety_identifier', asText),
  top('prompt_cache_key', asText),
];

/** Names of fields, with underscores for blanks and dashes. */
const keyed = (name: string) => ({ type: 'object', properties: { [name]: {} }, required: [name] });
const keys: readonly Field[] = [
  ['', (value) => ({ functions: [{ name: 'f', parameters: keyed(`x_${underscored(value)}`) }] })],
  ['', (value) => ({ functions: [{ name: 'f', parameters: keyed(underscored(value)) }] })],
  [
    '',
    (value) => {
      const args = JSON.stringify({ [`x_${underscored(value)}`]: 1 });
      return {
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ ...call('c'), function: { name: 'f', arguments: args } }],
          },
        ],
      };
    },
  ],
];
const keyNumbers = {
  phone: '202-555-0143',
  'phone in a row': '2025550143',
  ssn: '536-48-1442',
  mrn: 'mrn 44829136',
  account: '118822334455',
  card: '4111111111111111',
  ip: '203.0.113.7',
};

/** Ids, which only have to agree with one another. */
const ids: readonly Field[] = [
  ['', (value) => ({ messages: [{ role: 'tool', tool_call_id: value, content: 'ok' }] })],
  ['', (value) => ({ messages: [{ role: 'assistant', tool_calls: [call(value)] }] })],
  ['', (value) => ({ messages: [{ role: 'assistant', tool_calls: [call(`call_${value}`)] }] })],
];

/** Names that the model must repeat. */
const names: readonly Field[] = [
  ['tools.0.function.name', (name) => ({ tools: [{ type: 'function', function: { name } }] })],
  ['tools.0.custom.name', (name) => ({ tools: [{ type: 'custom', custom: { name } }] })],
  ['functions.0.name', (name) => ({ functions: [{ name }] })],
  ['function_call.name', (name) => ({ function_call: { name } })],
  [
    'tool_choice.function.name',
    (name) => ({ tool_choice: { type: 'function', function: { name } } }),
  ],
  [
    'tool_choice.allowed_tools.tools.0.function.name',
    (name) => ({
      tool_choice: { type: 'allowed_tools', allowed_tools: { tools: [{ function: { name } }] } },
    }),
  ],
  [
    'response_format.json_schema.name',
    (name) => ({ response_format: { type: 'json_schema', json_schema: { name, schema: {} } } }),
  ],
  ['messages.0.name', (name) => ({ messages: [{ role: 'tool', name, content: 'ok' }] })],
  [
    'messages.0.tool_calls.0.function.name',
    (name) => ({ messages: [{ role: 'assistant', tool_calls: [call('c', name)] }] }),
  ],
  [
    'messages.0.function_call.name',
    (name) => ({
      messages: [{ role: 'assistant', function_call: { name, arguments: '{}' } }],
    }),
  ],
];

const rows = (fields: readonly Field[], values: Readonly<Record<string, string>>) =>
  fields.flatMap(([path, put], at) =>
    Object.entries(values).map(([kind, value]) => [kind, path, at, put(value), value] as const),
  );

describe('a value in a field that is not searched does not leave (design D4)', () => {
  it('each field that is not searched has a range or a set of words', () => {
    expect(Object.keys(UnsearchedFields.shape).toSorted()).toEqual(unsearchedFields.toSorted());
  });

  it.each([...rows([...settings, ...ids], texts), ...rows(keys, keyNumbers)])(
    '%s in %s (%i)',
    async (_, path, __, body, value) => {
      const result = await outcome(body);
      if ('refused' in result) expect(result.refused).toEqual([path]);
      else expect(squeezed(result.sent)).not.toContain(squeezed(value));
    },
  );

  it.each(rows(names, numbers))('%s in the name %s (%i)', async (_, path, __, ___, value) => {
    const put = names.find(([at]) => at === path)?.[1] ?? (() => ({}));
    for (const name of [`save_${idOf(value)}`, idOf(value), idOf(value.replaceAll('-', ''))]) {
      expect(await outcome(put(name))).toEqual({ refused: [path] });
    }
  });

  it('no id of a tool call is a reason to refuse a request', async () => {
    for (const id of ['', 'call_2025550143', '0', 'x y', 'é'.repeat(5000)]) {
      expect(
        await outcome({ messages: [{ role: 'tool', tool_call_id: id, content: 'ok' }] }),
      ).toEqual({ sent: expect.stringContaining('"tool_call_id":"call00001"') });
    }
  });
});

/** Values in names of functions, in any writing. */
const named: Readonly<Record<string, readonly string[]>> = {
  'an e-mail address': [
    'zed_quill_at_example_com',
    'mail_zedquill16_at_proton_me',
    'zed_at_example_dot_org',
  ],
  'digits in words': ['call_five_five_five_oh_one_four_three', 'fiveFiveFiveOhOneFourThree'],
  'digits one by one': ['f_5_5_5_0_1_4_3', 'f-2-0-2-5-5-5-0-1-4-3'],
  'an address of a machine': ['host_203_0_113_7', 'ping-203-0-113-7'],
  'a card': ['pay_4111_1111_1111_1111', 'card-3782-822463-10005'],
  'a place': ['go_to_12_main_street', 'visit_1412_maple_hill_rd'],
};
const harmless = [
  'look_up_appointment',
  'get_slots_v_1_2_3_4',
  'step_1_of_2',
  'meet_at_clinic',
  'top_10_list',
  'convert_2_to_3',
  'phase_one_two',
  'send_24_hour_reminder_2',
  'route_66_drive_time',
  'at_home_care',
];

describe('a value in the name of a function is refused in any writing (design D33)', () => {
  it.each(
    Object.entries(named).flatMap(([what, all]) =>
      all.map((name, no) => [what, no, name] as const),
    ),
  )('%s %i', async (_, __, name) => {
    expect(await outcome({ tools: [{ type: 'function', function: { name } }] })).toEqual({
      refused: ['tools.0.function.name'],
    });
  });

  it('a digit in each of many names', async () => {
    const tools = [...'2025550143'].map((digit, no) => ({
      type: 'function',
      function: { name: `d${no}_${digit}` },
    }));
    expect(await outcome({ tools })).toEqual({
      refused: tools.map((_, no) => `tools.${no}.function.name`),
    });
  });

  it.each(harmless)('%s leaves', async (name) => {
    const result = await outcome({ tools: [{ type: 'function', function: { name } }] });
    expect(result).toEqual({ sent: expect.stringContaining(name) });
  });
});

describe('settings do not carry a number in parts (design D4)', () => {
  it('of two limits one leaves', async () => {
    const { max_tokens: older, max_completion_tokens: limit } = await forwarded({
      max_tokens: 53_648,
      max_completion_tokens: 1_442,
    });
    expect([older, limit]).toEqual([undefined, 1_442]);
  });

  it('a bias has one digit', async () => {
    const bias = { 1: 57.9, 2: -80.6, 3: 32.4, 4: -100, 5: 5 };
    expect(await forwarded({ logit_bias: bias })).toMatchObject({
      logit_bias: { 1: 60, 2: -80, 3: 30, 4: -100, 5: 5 },
    });
  });
});

describe('what leaves in place of it still serves its purpose (design D4)', () => {
  it('a decimal keeps the three digits that tell', async () => {
    const long = { temperature: 0.2025550143, top_p: 0.000_000_01, logit_bias: { 5: -12.345_678 } };
    expect(await forwarded(long)).toMatchObject({
      temperature: 0.203,
      top_p: 1e-8,
      logit_bias: { 5: -10 },
    });
  });

  it('equal seeds stay equal, and different ones different', async () => {
    const seedFor = async (seed: number) => (await forwarded({ seed }))['seed'];
    const first = await seedFor(2_025_550_143);
    expect(Number.isInteger(first) && Number(first) >= 0 && Number(first) < 2 ** 31).toBe(true);
    expect(await seedFor(2_025_550_143)).toBe(first);
    expect(await seedFor(2_025_550_144)).not.toBe(first);
  });

  it('ids of tool calls still say which result is whose', async () => {
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
    const messages = [
      { role: 'assistant', content: null, tool_calls: [call('call_2025550143'), call('x y')] },
      result('x y'),
      result('call_2025550143'),
    ];
    expect(await forwarded({ messages })).toMatchObject({
      messages: [
        { tool_calls: [{ id: 'call00001' }, { id: 'call00002' }] },
        { tool_call_id: 'call00002' },
        { tool_call_id: 'call00001' },
      ],
    });
  });
});

describe('a name or number that leaves as it is and holds a value of the call is refused (design D33)', () => {
  const said = { messages: [user('my medical record number is 448291')] };

  it.each<[string, object, string]>([
    [
      'a tool',
      { tools: [{ type: 'function', function: { name: 'chart_448291' } }] },
      'tools.0.function.name',
    ],
    ['a function', { functions: [{ name: 'wait' }, { name: 'c448291' }] }, 'functions.1.name'],
    [
      'a call of one',
      {
        messages: [
          ...said.messages,
          { role: 'assistant', function_call: { name: 'c-448291', arguments: '{}' } },
        ],
      },
      'messages.1.function_call.name',
    ],
    ['a count', { max_tokens: 448_291 }, 'max_tokens'],
  ])('with 422 that says which: %s', async (_, fields, path) => {
    expect(await outcome({ ...said, ...fields })).toEqual({ refused: [path] });
  });
});

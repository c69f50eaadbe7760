import { gzipSync } from 'node:zlib';

const filled = (unit: string, size: number) =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const list = <T>(length: number, entry: (no: number) => T): T[] =>
  Array.from({ length: Math.ceil(length) }, (_, no) => entry(no));

export const user = (content: unknown) => ({ role: 'user', content });
const toolSaid = (result: unknown) => ({
  messages: [
    user('go on'),
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: JSON.stringify(result) },
  ],
});

const packed = (text: string) => gzipSync(text).toString('base64');

/** Numbers of invented telephones, all different. */
const phone = (no: number) => `(${200 + (no % 700)}) 555-${1000 + no}`;
const observation = (no: number) => ({
  resourceType: 'Observation',
  id: `observation-${no}`,
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4', display: 'Heart rate' }] },
  subject: { reference: `Patient/p${no % 50}` },
  valueQuantity: { value: 60 + (no % 40), unit: 'beats/minute', code: '/min' },
});

/**
 * Large requests as a platform may send them, however unlikely: the first near 1 MiB, the others as large as takes a second or two.
 * Each is made in a share of this size, 1 for all of it.
 */
export const honestBodies: Readonly<Record<string, (share: number) => object>> = {
  'a long text': (share) => ({
    messages: [
      user(filled('we said that we would come back for another check. ', share * 900_000)),
    ],
  }),
  'a call of many hours': (share) => ({
    messages: list(share * 2_000, (no) => ({
      role: no % 2 === 0 ? 'user' : 'assistant',
      content: filled(`turn ${no} said that we would come back for another check. `, 200),
    })),
  }),
  'a batch of HL7 messages': (share) =>
    toolSaid(
      list(
        share * 600,
        (no) => `MSH|^~\\&|A|B\rPID|1||${4_000_000 + no}^^^C^MR||LEE^ANN||19580220|F`,
      ).join('\r'),
    ),
  'a table of a web page': (share) =>
    toolSaid(
      `<table><tr><th>Code</th><th>Price</th></tr>${'<tr><td>99213</td><td>120.00</td></tr>'.repeat(share * 6_000)}</table>`,
    ),
  'a long list in CSV': (share) =>
    toolSaid(`code,text,price\n${'E11.9,Diabetes,20.00\n'.repeat(share * 10_000)}`),
  'records in the result of a tool': (share) => toolSaid({ entry: list(share * 800, observation) }),
};

/** Requests that a hostile client makes as costly as it can; they are within the limits. */
export const costlyBodies: Readonly<Record<string, (share: number) => object>> = {
  '20,000 leaves of JSON': (share) => toolSaid(list(share * 20_000, (no) => `v${no.toString(36)}`)),
  '8,000 fields with names of their own': (share) =>
    toolSaid(
      Object.fromEntries(
        list(share * 8_000, (no) => [`k${no.toString(36)}`, `v${no.toString(36)}`]),
      ),
    ),
  '99,000 numbers': (share) => toolSaid(list(share * 99_000, () => 1)),
  '800 parts': (share) => ({
    messages: list(share * 32, () =>
      user(list(25, (no) => ({ type: 'text', text: `part ${no}` }))),
    ),
  }),
  '4,000 telephone numbers': (share) => ({
    messages: [user(list(share * 4_000, (no) => `call ${phone(no)}`).join('\n'))],
  }),
  'digits in groups': (share) => ({ messages: [user(filled('12 34-', share * 200_000))] }),
  'names without end': (share) => ({ messages: [user(filled('Ann Lee ', share * 30_000))] }),
  'JSON that never ends': (share) => ({ messages: [user(filled('["a":{', share * 250_000))] }),
};

/** Requests with invented tokens, which the `stub` repeats in its reply. */
export const tokenBodies: Readonly<Record<string, (share: number) => object>> = {
  'tokens without a payload': (share) => ({
    messages: [user(filled('TOK1.AA. ', share * 900_000))],
  }),
  'foreign tokens': (share) => ({ messages: [user(filled('TOK1.PHONE.12345 ', share * 300_000))] }),
};

/** Requests beyond a limit, and the field that the error names. */
export const refusedBodies: Readonly<Record<string, readonly [field: string, () => object]>> = {
  '80,000 stop sequences': [
    'stop',
    () => ({ messages: [user('hello')], stop: list(80_000, (no) => `s${no}`) }),
  ],
  '10,000 messages': ['messages', () => ({ messages: list(10_000, () => user('hello')) })],
  '10,000 parts of a message': [
    'messages.0.content',
    () => ({ messages: [user(list(10_000, () => ({ type: 'text', text: 'hello' })))] }),
  ],
  '40,000 parts of a message': [
    'messages.0.content',
    () => ({ messages: [user(list(40_000, () => ({ type: 'text', text: '' })))] }),
  ],
  '2,000 tools': [
    'tools',
    () => ({
      messages: [user('hello')],
      tools: list(2_000, (no) => ({ type: 'function', function: { name: `f${no}` } })),
    }),
  ],
  '80,000 leaves of JSON': [
    'messages.2.content.32766',
    () => toolSaid(list(80_000, (no) => `v${no.toString(36)}`)),
  ],
  '20,000 leaves with a telephone number each': [
    'messages.2.content.4096',
    () => toolSaid(list(20_000, phone)),
  ],
  '8,000 telephone numbers': [
    'messages.0.content.piece.40',
    () => ({ messages: [user(list(8_000, (no) => `call ${phone(no)}`).join('\n'))] }),
  ],
  '500 packed texts': [
    'messages.0.content',
    () => ({ messages: [user(list(500, (no) => packed(`${no} `.repeat(60_000))).join(' , '))] }),
  ],
  '200,000 numbers': ['messages.2.content', () => toolSaid(list(200_000, () => 1))],
  '200,000 values in a schema': [
    'tools',
    () => ({
      messages: [user('hello')],
      tools: [
        { type: 'function', function: { name: 'f', parameters: { enum: list(200_000, () => 1) } } },
      ],
    }),
  ],
};

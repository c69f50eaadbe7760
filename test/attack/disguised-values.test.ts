import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

let proxy: MemoryProxy;
let calls = 0;
beforeAll(async () => {
  proxy = await memoryProxy();
});

const known = [{ role: 'user', name: 'Quillóndez', content: 'my number is 202-555-0143' }];

/** What the provider gets of a tool's result, in a call that knows a name and a number. */
async function sentFor(content: string): Promise<string> {
  calls += 1;
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } };
  const messages = [
    ...known,
    { role: 'assistant', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content },
  ];
  const response = await proxy.say('', { messages, call: { id: `disguise ${calls}` } });
  expect(response.statusCode).toBe(200);
  return JSON.parse(proxy.forwarded.at(-1) ?? '').messages[2].content;
}

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const tagged = (text: string): string =>
  Array.from(text, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))).join('');
const longLine = 'The letter says what the patient has said to the nurse, which is this: ';

/** A text, and a piece of it that must not leave. */
const disguises: Readonly<Record<string, readonly [text: string, hidden: string]>> = {
  'a name whose beginning a search has marked': ['<em>Quill</em>óndez came', 'Quill'],
  'a name whose middle is marked': ['Qui<span class="hit">lló</span>ndez came', 'ndez'],
  'a name in which two pieces are marked': ['<b>Qui</b><i>lló</i>ndez came', 'ndez'],
  'a name that may be wrapped': ['Quill<wbr>óndez came', 'Quill'],
  'a name with emphasis inside': ['**Quill**óndez came', 'Quill'],
  'an address that may be wrapped': ['zed.<wbr>quill@example.com', 'zed'],
  'a name with entities of letters': ['Quill&oacute;ndez came', 'Quill'],
  'a name in capitals with entities': ['QUILL&Oacute;NDEZ came', 'QUILL'],
  'a name with invisible entities': ['Quill&shy;óndez came', 'Quill'],
  'a name in the writing of mails': ['Quill=C3=B3ndez came', 'Quill'],
  'a name that a mail wraps': [`${longLine}Quill=\r\nóndez came`, 'Quill'],
  'a number that a mail wraps': [`${longLine}202-555=\n-0143`, '0143'],
  'a number in tags that nobody sees': [tagged('202-555-0143'), tagged('0143')],
  'a number of ten digits in base64': [`{"n":"${base64('2025550143')}"}`, base64('2025550143')],
  'a number of seven digits in base64': [`{"n":"${base64('5550143')}"}`, base64('5550143')],
  'a number of nine digits in base64': [`{"n":"${base64('536481442')}"}`, base64('536481442')],
  'a number in base64, said': [`it is ${base64('536481442')} I think`, base64('536481442')],
  'a short date in base64': [`{"dob":"${base64('2/20/1958')}"}`, base64('2/20/1958')],
  'a number in base64 amid words': [`see ${base64('202-555-0143')} there`, base64('202-555-0143')],
  'a number that zlib packed': [base64(deflateSync('202-555-0143')), 'eJwz'],
};

describe('a value does not leave in another writing', () => {
  it.each(Object.entries(disguises))('%s', async (_, [text, hidden]) => {
    expect(text).toContain(hidden);
    expect(await sentFor(text)).not.toContain(hidden);
  });

  it.each([
    '2*3*4 and a*b and <b>bold</b> words, x=C3 and y=5',
    '{"word":"emphatically","other":"anticipacion","id":"SystemFields"}',
    'a flag \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} and a caf&eacute;',
    `{"greeting":"${base64('hello world')}"}`,
    base64(deflateSync('hello world, and the rest of it')),
  ])('what holds none leaves as it came: %s', async (text) => {
    expect(await sentFor(text)).toBe(text);
  });
});

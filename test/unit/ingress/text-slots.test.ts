import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../server/ingress/open-request.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';
import { rendered } from './rendered.ts';

/** A result of a tool as it leaves, with `masked` in place of what it found. */
async function sent(result: unknown, masked: (text: string) => string): Promise<unknown> {
  return JSON.parse(await sentText(JSON.stringify(result), masked));
}

async function sentText(content: string, masked: (text: string) => string): Promise<string> {
  const open = await openRequest({ messages: [{ role: 'tool', content }] }, false);
  return JSON.parse(rendered(open, masked)).messages[0].content;
}

describe('JSON of a tool in which much is masked', () => {
  it('JSON with thousands of masked values and names is written once', async () => {
    const book = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, no) => [`entry ${no}`, { note: `about entry ${no}` }]),
    );
    let result: unknown;
    const cpuMs = await cpuMsOf(async () => {
      result = await sent(book, (text) => text.replace('entry', 'TOKEN'));
    });
    expect(cpuMs).toBeLessThan(3_000);
    expect(Object.entries(result as object).at(-1)).toEqual([
      'TOKEN 2999',
      { note: 'about TOKEN 2999' },
    ]);
  });
});

describe('the name of a field is searched', () => {
  it.each(['MRN-448291', 'acct_55501', 'two words', '7', 'a'.repeat(65), 'é'])(
    '%j',
    async (name) => {
      expect(await sent({ [name]: true }, () => 'TOKEN')).toEqual({ TOKEN: true });
    },
  );

  it.each(['dateOfBirth', 'address_line_2', '$ref', 'iso8601', 'x-1.2.3'])(
    'but not %j',
    async (name) => {
      expect(await sent({ [name]: true }, () => 'TOKEN')).toEqual({ [name]: true });
    },
  );
});

describe('a number that no number holds', () => {
  it('a number of 20 digits is searched digit by digit', async () => {
    const found: string[] = [];
    const note = (text: string) => {
      found.push(text);
      return text;
    };
    await sentText('{"card":[41111111111111111111,1e25],"big":-98765432109876543210987}', note);
    expect(found).toEqual([
      '41111111111111111111',
      '10000000000000000905969664',
      '-98765432109876543210987',
    ]);
  });

  it('stays as it was written in a list', async () => {
    const mask = (text: string) => (text === 'x y' ? 'TOKEN' : text);
    expect(await sentText('got ["x y",1.50,[-0]]', mask)).toBe('got ["TOKEN",1.50,[-0]]');
  });

  it.each(['masked', 'two words'])('stays as it was written while %j is replaced', async (name) => {
    const content = `{"${name}":"x y","n":[12345678901234567890,1.50,-0,1E400,7]}`;
    const mask = (text: string) => (/[a-z]/.test(text) ? 'TOKEN' : text);
    const written = name === 'masked' ? name : 'TOKEN';
    expect(await sentText(content, mask)).toBe(
      `{"${written}":"TOKEN","n":[12345678901234567890,1.50,-0,1E400,7]}`,
    );
  });
});

describe('JSON inside a text is opened (design D3)', () => {
  const record = '{"note":"Seen:\\nJos\\u00e9 Mu\\u00f1oz","phone":2025550143}';
  const opened = ['Seen:\nJosé Muñoz', '2025550143'];
  const masked = '{"note":"TOKEN","phone":"TOKEN"}';
  const mask = (text: string) => (opened.includes(text) ? 'TOKEN' : text);

  it.each([
    [
      'that is a field of other JSON',
      JSON.stringify({ body: record }),
      JSON.stringify({ body: masked }),
    ],
    [
      'level by level',
      JSON.stringify([[JSON.stringify([record])]]),
      JSON.stringify([[JSON.stringify([masked])]]),
    ],
    [
      'amid words in a field',
      JSON.stringify({ log: `got ${record} back` }),
      JSON.stringify({ log: `got ${masked} back` }),
    ],
    ['that is a string of its own', JSON.stringify(record), JSON.stringify(masked)],
    ['behind other words', `Context: ${record}`, `Context: ${masked}`],
    ['in a fence', `\`\`\`json\n${record}\n\`\`\``, `\`\`\`json\n${masked}\n\`\`\``],
    ['behind a byte order mark', `\ufeff${record}`, `\ufeff${masked}`],
    ['line by line', `${record}\n${record}\n`, `${masked}\n${masked}\n`],
    ['in braces that are none', `{patient: ${record}}`, `{patient: ${masked}}`],
  ])('%s', async (_, content, written) => {
    expect(await sentText(content, mask)).toBe(written);
  });

  it.each([['user'], ['system'], ['assistant'], ['tool']] as const)(
    'JSON in a text of a %s is opened',
    async (role) => {
      const parts = [{ type: 'text', text: `Context: ${record}` }];
      for (const content of [`Context: ${record}`, parts]) {
        const open = await openRequest({ messages: [{ role, content }] }, false);
        expect(open.slots.map(({ text }) => text)).toEqual(['Context: ', ...opened]);
        const [sent] = JSON.parse(rendered(open, mask)).messages;
        expect(sent.content[0].text ?? sent.content).toBe(`Context: ${masked}`);
      }
    },
  );

  it('a request that is rendered again holds the last texts alone', async () => {
    const content = 'got {"first name":"x","note":"ann","file":["ann"]} from ann';
    const open = await openRequest({ messages: [{ role: 'tool', content }] }, false);
    const unchanged = rendered(open, (text) => text);
    const once = rendered(open, (text) => text.replace(/ann|first/, 'TOKEN'));
    expect(once).not.toBe(unchanged);
    expect(rendered(open, (text) => text)).toBe(unchanged);
    expect(rendered(open, (text) => text.replace(/ann|first/, 'TOKEN'))).toBe(once);
  });

  it('only the searched value of a repeated key leaves', async () => {
    const content = 'got {"body":"{\\"a\\":\\"first\\",\\"a\\":\\"last\\"}"} back';
    expect(await sentText(content, (text) => text)).toBe(
      'got {"body":"{\\"a\\":\\"last\\"}"} back',
    );
  });

  it('JSON keeps its bytes where nothing is masked', async () => {
    const content = 'before { "a" : "x\\u00e9", "b": "[ \\"y\\" ]" } after';
    expect(await sentText(content, (text) => text)).toBe(content);
    expect(await sentText(content, (text) => text.replace('before', 'TOKEN'))).toBe(
      content.replace('before', 'TOKEN'),
    );
  });

  it('each leaf has its own path, which contains no value', async () => {
    const content = `a ${JSON.stringify({ 'Ann Lee': record })} b`;
    const { slots } = await openRequest({ messages: [{ role: 'user', content }] }, false);
    expect(slots.map(({ path }) => path)).toEqual([
      'messages[0].content.piece[0]',
      'messages[0].content.piece[1][0].key',
      'messages[0].content.piece[1][0][0]',
      'messages[0].content.piece[1][0][1]',
      'messages[0].content.piece[2]',
    ]);
  });

  it('JSON in JSON may not nest beyond the limit (design D43)', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"x"${']'.repeat(depth)}`;
    const open = (content: string) => openRequest({ messages: [{ role: 'tool', content }] }, false);
    await open(JSON.stringify([nested(63)]));
    await expect(open(JSON.stringify([nested(64)]))).rejects.toThrow('nests too deeply');
  });
});

describe('truncated JSON is opened as far as it goes (design D3)', () => {
  it.each([
    ['in a string', '{"a":"x","b":"Ann\\nLee', 'Ann\nLee', '{"a":"x","b":"TOKEN'],
    ['in an escape', '{"a":"x","b":"Ann\\nLee\\u00', 'Ann\nLee', '{"a":"x","b":"TOKEN\\u00'],
    ['behind a string', '[["Ann\\nLee"', 'Ann\nLee', '[["TOKEN"'],
    ['behind a key', '{"a":["Ann Lee"],"b"', 'Ann Lee', '{"a":["TOKEN"],"b"'],
    ['behind a colon', '{"a":"Ann Lee","b":', 'Ann Lee', '{"a":"TOKEN","b":'],
    ['behind a comma', '{"a":"Ann Lee",', 'Ann Lee', '{"a":"TOKEN",'],
    ['in a word', '{"a":"Ann Lee","b":tru', 'Ann Lee', '{"a":"TOKEN","b":tru'],
    ['in a number', '{"a":"x","ssn":53681', '53681', '{"a":"x","ssn":"TOKEN"'],
    ['with a remark', '["Ann Lee","x\n[cut]', 'Ann Lee', '["TOKEN","x\n[cut]'],
    ['behind words', 'got {"a":"Ann Lee","b', 'Ann Lee', 'got {"a":"TOKEN","b'],
    [
      'in other JSON',
      '{"body":"{\\"a\\":\\"Ann\\\\nLee\\",\\"b',
      'Ann\nLee',
      '{"body":"{\\"a\\":\\"TOKEN\\",\\"b',
    ],
  ])('%s', async (_, content, value, sent) => {
    expect(await sentText(content, (text) => (text === value ? 'TOKEN' : text))).toBe(sent);
    expect(await sentText(content, (text) => text)).toBe(content);
  });
});

describe('a text that holds no JSON is one text', () => {
  it.each([
    'call [202] 555-0143',
    'see [1], [2, 3] and {}',
    'Hello {{name}}, [pause] how are you?',
    "{'name': 'Ann Lee'}",
    'she said "so {" and left',
    '["Ann", "Lee" and others',
    '{"note": "first line\nAnn Lee"}',
  ])('%j', async (content) => {
    const { slots } = await openRequest({ messages: [{ role: 'user', content }] }, false);
    expect(slots.map(({ text, path }) => [text, path])).toEqual([[content, 'messages[0].content']]);
  });

  it.each([
    ['brackets that nothing closes', '['.repeat(500_000)],
    ['nests side by side', '[[[["a",'.repeat(60_000)],
    ['strings that hold brackets', '["[",'.repeat(100_000)],
    ['a string that nothing ends', `["${'['.repeat(500_000)}`],
    ['objects that break off', '{"a":{"b":'.repeat(50_000)],
    ['a broken array deep in others', `${'['.repeat(200_000)}"a" "b"${']'.repeat(200_000)}`],
    [
      'broken arrays side by side in deep ones',
      `${'[["a":1],'.repeat(50_000)}${']'.repeat(50_000)}`,
    ],
    ['many in one that is none', `["a" "b"${',["a" 1]'.repeat(60_000)}]`],
    ['broken arrays in one that stays open', `["a",${'[:] '.repeat(120_000)}`],
    ['lines that break off', '["a":"b\n'.repeat(100_000)],
    ['lines without strings that break off', '[x\n'.repeat(200_000)],
  ])('the search for JSON takes linear time: %s', async (_, content) => {
    const cpuMs = await cpuMsOf(() =>
      openRequest({ messages: [{ role: 'user', content }] }, false),
    );
    expect(cpuMs).toBeLessThan(3_000);
  });
});

describe('base64 of a text is opened', () => {
  const mask = (text: string) => text.replace('Nadia Quennell', 'TOKEN');
  const note = 'A note about Nadia Quennell, née Osei? > 40';
  const of = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);

  it.each(['base64', 'base64url'] as const)(
    'base64 is written again in the same alphabet: %s',
    async (encoding) => {
      const left = await sent({ body: { data: of(note, encoding) } }, mask);
      expect(left).toEqual({ body: { data: of(mask(note), encoding) } });
    },
  );

  it('base64 is opened where it is a whole text, contains JSON or contains base64', async () => {
    const json = JSON.stringify({ note });
    expect(await sentText(of(json, 'base64'), mask)).toBe(of(mask(json), 'base64'));
    const twice = (text: string) => of(of(text, 'base64'), 'base64');
    expect(await sentText(twice(json), mask)).toBe(twice(mask(json)));
  });

  it.each(['\n', '\r\n'])(
    'in lines as in mails, and written in such lines again: %j',
    async (end) => {
      const lines = (text: string) => of(text, 'base64').replace(/.{1,76}/g, `$&${end}`);
      const long = `${note}. `.repeat(4);
      expect(await sentText(lines(long), mask)).toBe(lines(mask(long)));
      expect(await sentText(lines(long).trimEnd(), mask)).toBe(lines(mask(long)).trimEnd());
      const line = of(note, 'base64');
      expect(await sentText(`${line}${end}`, mask)).toBe(`${of(mask(note), 'base64')}${end}`);
    },
  );

  it('base64 keeps its bytes where nothing is found', async () => {
    const data = of('nothing but a note', 'base64');
    expect(await sent({ data }, mask)).toEqual({ data });
  });

  it.each([
    [
      'bytes that are no text',
      Buffer.from([1, 2, 3, 0xff, 200, 7, 8, 9, 10, 11, 12, 13]).toString('base64'),
    ],
    ['a word', 'nadiaquennellsix'],
    ['a number', '4135860917413586'],
    ['what is short', of('Nadia', 'base64')],
    ['what no encoder writes', 'TmFkaWEgUXVlbm5lbGx='],
    ['what begins with a line break', `\n${of(note, 'base64')}`],
  ])('does not open %s', async (_, data) => {
    expect(await sent({ data }, (text) => (text === data ? 'TOKEN' : text))).toEqual({
      data: 'TOKEN',
    });
  });
});

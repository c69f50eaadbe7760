import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { cpuMsOf } from '../support/cpu-time.ts';
import { squeezed } from '../support/decoded-texts.ts';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { forwardedWithResult } from '../support/tool-result.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

const sentences: readonly (readonly [said: string, value: string])[] = [
  ['call me at 202-555-0143 today', '2025550143'],
  ['my ssn is 536-48-1442', '536481442'],
  ['write to zed.quill@example.com now', 'zedquillexamplecom'],
  ['{"mrn":"8965663","status":"active"}', '8965663'],
  ['date of birth: 02/20/1958 for the patient', '02201958'],
];
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const lines = (text: string): string => text.replace(/.{76}/g, '$&\r\n');
const longer = (text: string): string =>
  `It was a long letter about nothing at all. ${text}. Then it ended well.`;

const encodings: Readonly<Record<string, (said: string) => string>> = {
  'base64 amid a sentence': (said) => `The note says ${base64(said)} and nothing else.`,
  'base64url amid a sentence': (said) => `The note says ${base64url(said)}, I think.`,
  'a data: URL': (said) => `See data:text/plain;base64,${base64(said)} please.`,
  'the payload of a web token': (said) =>
    `It is eyJ0eXAiOiJKV1QifQ.${base64url(JSON.stringify({ sub: 'x', note: said }))}.dBjftJeZ4CVPmB92K27uhbUJU1p1r now.`,
  'a Basic credential': (said) => `Authorization: Basic ${base64(`user:${said}`)}`,
  'gzip in base64': (said) => base64(gzipSync(said)),
  'gzip in base64 amid a sentence': (said) => `The blob ${base64(gzipSync(said))} came back.`,
  'the query of a link': (said) => `https://a.example/x?d=${base64url(said)}&p=1`,
  'lines as in a mail': (said) => `Body:\r\n${lines(base64(longer(said)))}\r\nEnd`,
  'base64 of base64': (said) => `x ${base64(base64(said))} y`,
  'a field of form data in JSON': (said) => JSON.stringify({ raw: `payload=${base64(said)};ok` }),
  'a document in base64 amid words': (said) =>
    `Attached: ${base64(`<note><text>${said}</text></note>`)}.`,
};

/** A text, and all that base64 and gzip in it say. */
function readings(text: string, levels = 3): string {
  const stretches = text.replace(/\\r|\\n|\r?\n/g, '').match(/[A-Za-z0-9+/_-]{12,}/g) ?? [];
  const inner = stretches.flatMap((stretch) => {
    const bytes = Buffer.from(stretch, 'base64');
    return [bytes.toString(), unpacked(bytes)].map((one) =>
      levels === 1 ? one : readings(one, levels - 1),
    );
  });
  return [text, ...inner].join('\n');
}

function unpacked(bytes: Buffer): string {
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return '';
  }
}

const sentFor = (content: string) => forwardedWithResult(proxy, content);

describe('no value leaves in an encoding that says something (decision 0072)', () => {
  const rows = Object.entries(encodings).flatMap(([name, encode]) =>
    sentences.map(([said, value]) => [name, said, value, encode(said)] as const),
  );
  it.each(rows)('%s: %s', async (_name, _said, value, content) => {
    expect(squeezed(readings(content))).toContain(value);
    expect(squeezed(readings(await sentFor(content)))).not.toContain(value);
  });

  it.each(Object.entries(encodings))('%s without a value leaves as it came', async (_, encode) => {
    const content = encode('the office is open from nine to five');
    const { messages } = JSON.parse(await sentFor(content));
    expect(messages[1].content).toBe(content);
  });
});

describe('what is packed into little is refused or left, and takes no time', () => {
  it('a gzip that unpacks to much is not unpacked', async () => {
    const bomb = base64(gzipSync('a'.repeat(50_000_000)));
    let sent = '';
    const cpuMs = await cpuMsOf(async () => {
      sent = await sentFor(`see ${bomb} there`);
    });
    expect(sent).toContain(bomb);
    expect(cpuMs).toBeLessThan(2_000);
  });

  const rows = (count: number): string =>
    Array.from({ length: count }, (_, row) => base64(`call 202-555-${1000 + row} today`)).join(';');

  it('each of many stretches in one text is opened', async () => {
    const content = rows(400);
    expect(readings(content)).toContain('202-555-1399');
    expect(readings(await sentFor(content))).not.toMatch(/202-555-\d{4}/);
  });

  it('a text with more of them than are opened is refused', async () => {
    const sent = proxy.forwarded.length;
    const response = await proxy.say(rows(600));
    expect([response.statusCode, proxy.forwarded.length]).toEqual([422, sent]);
    expect(response.json().error.details).toEqual([
      { path: 'messages.0.content', message: 'must hold at most 512 pieces of base64' },
    ]);
  });

  it('many that unpack to more than a request may say are refused', async () => {
    const packed = base64(gzipSync('nothing to see here, move on. '.repeat(8_000)));
    const messages = Array.from({ length: 40 }, () => ({ role: 'user', content: packed }));
    const response = await proxy.say('', { messages });
    expect(response.statusCode).toBe(422);
    expect(response.json().error.code).toBe('validation_failed');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../../main/diagnostics/redactor.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

const redact = createRedactor({ secrets: ['open sesame'], home: '/home/ada' });

describe('What may be of a person or a key is left out of a text', () => {
  it.each([
    ['a phone number', 'call 415-555-0142 now', 'call [number] now'],
    ['one in brackets', 'call (415) 555-0142', 'call [number]'],
    ['one with dots', '415.555.0142', '[number]'],
    ['an international one', '+44 20 7946 0123', '[number]'],
    ['a social security number', '078-05-1120', '[number]'],
    ['a date of birth', 'born 01/02/1980', 'born [number]'],
    ['a card', '4111 1111 1111 1111', '[number]'],
    ['a mail address', 'to ada@example.com.', 'to [address]'],
    [
      'what a link carries',
      'at http://127.0.0.1:8787/idp/sign-in?ticket=a',
      'at http://127.0.0.1:8787/idp/sign-in?[left out]',
    ],
    ['who a link signs in as', 'https://ada:pw@host/x', 'https://host/x'],
    ['a path with a question', '/idp/sign-in?ticket=abc', '/idp/sign-in?[left out]'],
    ['a token', 'is TOK1.NAME.K_HEALTHCARE.ab-12', 'is [token]'],
    ['a known secret, though it is made of words', 'say open sesame', 'say [secret]'],
    ['whose folder it is', '/home/ada/notes', '~/notes'],
  ])('%s', (_what, text, expected) => {
    expect(redact.text(text)).toBe(expected);
  });

  it.each([
    'listening on http://127.0.0.1:8787',
    '2026-01-05T08:00:00.000Z',
    'sess_01JABCDEFGHJKMNPQRSTVWXYZ0 ended',
    'at Object.writeFileSync (/opt/voice-phi-proxy/resources/server/http/build-http.ts:12:34)',
    'node:internal/modules/cjs/loader',
    'better-sqlite3-multiple-ciphers/build/Release',
    'version 45.4.1',
    'exit 1',
  ])('what helps to find a fault is kept: %s', (text) => {
    expect(redact.text(text)).toBe(text);
  });
});

describe('Of a log, the known fields alone are kept', () => {
  it('known fields are kept with their values redacted', () => {
    const line = JSON.stringify({
      level: 50,
      time: '2026-01-05T08:00:00.000Z',
      reqId: 'req_01JABCDEFGHJKMNPQRSTVWXYZ0',
      ms: 12,
      err: { class: 'TypeError', frames: ['at a (file:///opt/x.js:1:2)'] },
      said: 'my name is Ada',
      body: { name: 'Ada' },
      msg: 'refused 415-555-0142',
    });
    expect(JSON.parse(redact.line(line))).toEqual({
      level: 50,
      time: '2026-01-05T08:00:00.000Z',
      reqId: 'req_01JABCDEFGHJKMNPQRSTVWXYZ0',
      ms: 12,
      err: { class: 'TypeError', frames: ['at a (file:///opt/x.js:1:2)'] },
      msg: 'refused [number]',
    });
  });

  it('a large number in a known field is redacted', () => {
    expect(redact.line('{"level":30,"ms":4155550142}')).toBe('{"level":30,"ms":"[number]"}');
  });

  it('a line that is no entry is redacted as text', () => {
    expect(redact.line('{"level": 415-555-0142')).toBe('{"level": [number]');
  });
});

describe('A key is found wherever it stands', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 48 });
  const key = fc
    .tuple(bytes, fc.constantFrom('hex', 'base64', 'base64url'))
    .map(([raw, form]) => Buffer.from(raw).toString(form as BufferEncoding))
    // A run of zeros is no key.
    .filter((text) => new Set(text).size > 8);
  const before = fc.constantFrom(
    '',
    'key=',
    '"',
    ' (',
    'SVC_MASTER_KEY: ',
    'https://h/?k=',
    'in /etc/',
  );
  const after = fc.constantFrom('', '"', ')', '\n', ' and on', '#1', ',');

  it('a key is found in text, in a field of a log and in a setting', () => {
    fc.assert(
      fc.property(key, before, after, (secret, lead, trail) => {
        const text = `${lead}${secret}${trail}`;
        const entry = JSON.stringify({ level: 30, msg: text, err: { code: secret } });
        const shown = [redact.text(text), redact.line(entry), JSON.stringify(redact.value([text]))];
        expect(shown.join('\n')).not.toContain(secret.slice(0, 16));
        expect(shown.join('\n')).not.toContain(secret.slice(-16));
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('a long number is found wherever it stands', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 16 });
    const sign = fc.constantFrom('', ' ', '-', '.', '/');
    fc.assert(
      fc.property(digits, sign, before, after, (number, between, lead, trail) => {
        const written = number.join(between);
        expect(redact.text(`${lead}${written}${trail}`)).not.toContain(written);
      }),
      { numRuns: propertyRuns(2_000) },
    );
  });
});

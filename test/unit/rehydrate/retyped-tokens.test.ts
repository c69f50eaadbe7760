import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTally, restoreText, TokenScope } from '../../../server/rehydrate/index.ts';
import { replyTextRestorer } from '../../../server/rehydrate/reply-text-restorer.ts';
import { textRestorer } from '../../../server/rehydrate/text-restorer.ts';
import { textWriter } from '../../../server/rehydrate/value-writers.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const token = 'TOK1.PHONE.K_HEALTHCARE.JMD2Z3BW8F37TYVD25J8';
const other = 'TOK1.PHONE.K_HEALTHCARE.JMD2Z3BW9F37TYVD25J8';
const scope = new TokenScope();
scope.add({ token, kind: 'PHONE', surface: '555-0123' });

async function restored(text: string) {
  const tally = emptyTally();
  return { text: await restoreText(text, { scope }, tally), ...tally };
}

/** Pushes a text step by step; at `⏲` the held text has waited too long. */
async function streamed(steps: Iterable<string>) {
  const tally = emptyTally();
  const restorer = replyTextRestorer({ scope }, tally, textWriter());
  let text = '';
  for (const step of steps) {
    text += await (step === '⏲' ? restorer.expire() : restorer.push(step, 0));
  }
  return { text: text + (await restorer.end()), ...tally };
}

/** How models were found to write a token down again. */
const retypings: readonly (readonly [string, (text: string) => string])[] = [
  ['with the underscores of markdown', (text) => text.replaceAll('_', '\\_')],
  ['with dots and underscores escaped', (text) => text.replace(/[._]/g, '\\$&')],
  ['escaped in JSON', (text) => text.replaceAll('_', '\\\\_')],
  ['with a blank after each dot', (text) => text.replaceAll('.', '. ')],
  [
    'with a blank after each dot, in small letters',
    (text) => text.toLowerCase().replace(/\./g, '. '),
  ],
  ['with a line break after each dot', (text) => text.replaceAll('.', '.\r\n')],
  ['with a line break in its payload', (text) => `${text.slice(0, 30)}\n${text.slice(30)}`],
  ['with a blank before each dot', (text) => text.replaceAll('.', ' .')],
  ['with a blank on both sides of each dot', (text) => text.replaceAll('.', ' . ')],
  ['with the dots of a link', (text) => text.replaceAll('.', '%2E')],
  ['with the dots of a link in small letters', (text) => text.replaceAll('.', '%2e')],
  ['with full-width dots', (text) => text.replaceAll('.', '\uff0e')],
  ['with ideographic full stops', (text) => text.replaceAll('.', '\u3002')],
  ['with a sign that nobody sees in its kind', (text) => text.replace('PH', 'PH\u200b')],
  [
    'with a sign that nobody sees between its letters',
    (text) => text.replace(/\w(?=\S)/g, '$&\u2060'),
  ],
  ['with a byte order mark around each dot', (text) => text.replaceAll('.', '\ufeff.\ufeff')],
];

describe('design D10: a token that the model retyped', () => {
  it.each(retypings)('is restored %s', async (_, retype) => {
    const expected = { text: 'Call 555-0123, ok? 555-0123 now', restored: 2, failed: [] };
    const text = `Call ${retype(token)}, ok? ${retype(token)} now`;
    expect(await restored(text)).toEqual(expected);
    expect(await streamed(text)).toEqual(expected);
  });

  it('is restored with a line break in its key id', async () => {
    expect((await restored(`${token.slice(0, 20)}\n${token.slice(20)}.`)).text).toBe('555-0123.');
  });

  it.each(retypings)('is redacted %s when it is out of scope', async (_, retype) => {
    const expected = {
      text: 'Call [REDACTED:PHONE], ok?',
      restored: 0,
      failed: [{ kind: 'PHONE', reason: 'out_of_scope' }],
    };
    const text = `Call ${retype(other)}, ok?`;
    expect(await restored(text)).toEqual(expected);
    expect(await streamed(text)).toEqual(expected);
  });

  it.each([
    ['TOK1.PHONE.K_HEALTHCARE. Good bye', '[REDACTED:PHONE] Good bye'],
    ['TOK1.PHONE.K_HEALTHCARE, good bye', '[REDACTED:PHONE], good bye'],
    ['TOK1.PHONE.K\\_HEALTHCARE. Good bye', '[REDACTED:PHONE] Good bye'],
    ['TOK1. PHONE. K_HEALTHCARE. Good bye', '[REDACTED:PHONE] Good bye'],
    ['TOK1.PHONE. Good bye', '[REDACTED:PHONE] Good bye'],
  ])('is redacted and reported where it breaks off: %s', async (text, expected) => {
    const failed = [{ kind: 'PHONE', reason: 'malformed' }];
    expect(await restored(text)).toEqual({ text: expected, restored: 0, failed });
    expect(await streamed(text)).toEqual({ text: expected, restored: 0, failed });
  });

  it.each([
    'TOK1 . Then',
    'Tok1 . phone . then',
    'call TOK1 . ',
    '100%2Etok',
    `TOK1\u200b\u200b\u200b\u200b\u200b.PHONE.K1`,
    'TOK1\u3002',
  ])('leaves prose alone: %j', async (text) => {
    expect(await restored(text)).toEqual({ text, restored: 0, failed: [] });
    expect(await streamed(text)).toEqual({ text, restored: 0, failed: [] });
  });

  it('does not include the next line of the reply', async () => {
    expect((await restored(`${other}\nAnd then`)).text).toBe('[REDACTED:PHONE]\nAnd then');
    expect((await restored(`${token}\nAnd then`)).text).toBe('555-0123\nAnd then');
  });
});

describe('design D18: a retyped token, when the provider is silent', () => {
  it('is unchanged prose as long as it reads as prose', async () => {
    const prose = 'Tok1. Phone. Thanks. TOK1';
    const slowly = [...prose].flatMap((symbol) => [symbol, '⏲']);
    expect(await streamed(slowly)).toEqual({ text: prose, restored: 0, failed: [] });
    const restorer = textRestorer({ scope });
    expect(restorer.push('Tok1. Phone. ', 0)).toEqual([]);
    expect(restorer.expire()).toEqual(['Tok1. Phone. ']);
  });

  it.each(retypings)(
    'is restored from the fourth character of its payload on, %s',
    async (_, retype) => {
      const cut = retype(token.slice(0, 28)).length;
      const steps = ['Call ', retype(token).slice(0, cut), '⏲', retype(token).slice(cut), ', ok?'];
      const expected = { text: 'Call 555-0123, ok?', restored: 1, failed: [] };
      expect(await streamed(steps)).toEqual(expected);
    },
  );

  it('never includes the text after a token that breaks off', async () => {
    const steps = ['TOK1.MRN.K1. o', '⏲', 'k, ', token];
    expect(await streamed(steps)).toEqual({
      text: '[REDACTED:MRN] ok, 555-0123',
      restored: 1,
      failed: [{ kind: 'MRN', reason: 'malformed' }],
    });
  });

  it('costs no more than its length, whatever follows', async () => {
    const unit = fc.constantFrom('TOK1.', 'TOK1. AB', 'TOK1.AB.C.', 'TOK1\\.', 'T', '0\n', '\\\\.');
    const many = fc.array(unit, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(many, async (text) => {
        const long = text.repeat(Math.ceil(50_000 / text.length));
        expect(await cpuMsOf(() => textRestorer({ scope }).push(long, 0))).toBeLessThan(2_000);
      }),
      { numRuns: 20 },
    );
  });
});

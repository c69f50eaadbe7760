import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Piece } from '../../../server/rehydrate/piece.ts';
import { emptyTally, renderPieces, type Tally } from '../../../server/rehydrate/render-pieces.ts';
import { textRestorer } from '../../../server/rehydrate/text-restorer.ts';
import { type Restoration, TokenScope } from '../../../server/rehydrate/token-scope.ts';
import { textWriter } from '../../../server/rehydrate/writers.ts';

const phone = 'TOK1.PHONE.K1.0123456789ABCDEFGHJK';
const phone2 = 'TOK1.PHONE.K1.0123456789ZZZZZZZZZZ';
const name = 'TOK1.NAME.K1.ZYXWVTSRQPNMKJHGFEDC';
const foreign = 'TOK1.MRN.K1.00000000000000000000';

function scopeOf(...tokens: readonly string[]): Restoration {
  const scope = new TokenScope();
  for (const token of tokens) {
    scope.add({
      token,
      kind: token.split('.')[1] ?? '',
      surface: `<${token.slice(5, 9)}${tokens.indexOf(token)}>`,
    });
  }
  return { scope };
}

const render = (pieces: readonly Piece[], restoration: Restoration, tally: Tally = emptyTally()) =>
  renderPieces(pieces, restoration, tally, textWriter());

/** Pushes chunks one by one; `'⏲'` lets the held text's time run out. What each step forwards. */
async function run(restoration: Restoration, ...steps: readonly string[]) {
  const restorer = textRestorer(restoration);
  const tally = emptyTally();
  const out: string[] = [];
  for (const step of steps) {
    const pieces = step === '⏲' ? restorer.expire() : restorer.push(step, 0);
    out.push(await render(pieces, restoration, tally));
  }
  out.push(await render(restorer.end(), restoration, tally));
  return { out, ...tally };
}

const replyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        phone,
        phone2,
        name,
        foreign,
        phone.toLowerCase(),
        `${phone.slice(0, -1)}U`,
        name.slice(0, -3),
        phone.replaceAll('.', '\\.'),
        phone.replaceAll('.', '. '),
        name.toLowerCase().replaceAll('.', '.\n'),
        `${phone.slice(0, -5)}\r\n${phone.slice(-5)}`,
        foreign.replaceAll('.', '. '),
        `${foreign.slice(0, -5)}\n${foreign.slice(-5)}`,
        'TOK1.PHONE.K1.',
        'TOK1. PHONE.',
      ),
      fc.constantFrom(
        'T',
        'TO',
        'TOK1',
        'TOK1.',
        'TOK1.A.',
        ' ',
        'and',
        '.',
        ', ',
        'TOK1.A.b.TOK1.',
        '🙂',
        '\\',
        '\r',
        '\n',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));

const cuts = fc.array(fc.nat(1000), { maxLength: 30 });

function cutAt(text: string, places: readonly number[]): readonly string[] {
  const sorted = [
    0,
    ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b),
    text.length,
  ];
  return sorted.slice(1).map((end, index) => text.slice(sorted[index], end));
}

describe('design D18: chunk boundaries never change the result', () => {
  it('restores any text the same, whole or in any chunks', async () => {
    const restoration = scopeOf(phone, phone2, name);
    await fc.assert(
      fc.asyncProperty(replyText, cuts, async (text, places) => {
        const whole = await run(restoration, text);
        const chunked = await run(restoration, ...cutAt(text, places));
        expect({ ...chunked, out: chunked.out.join('') }).toEqual({
          ...whole,
          out: whole.out.join(''),
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('restores a token whose key id holds the beginning of another', async () => {
    const odd = 'TOK1.PHONE.MY_TOK1.0123456789ABCDEFGHJK';
    expect((await run(scopeOf(odd), ...`${odd}${odd}`)).out.join('')).toBe('<PHON0><PHON0>');
  });

  it('also character by character', async () => {
    const restoration = scopeOf(phone, phone2, name);
    const text = `Hi ${phone}and ${name}. ${foreign} T TOK ${phone2}`;
    expect((await run(restoration, ...text)).out.join('')).toBe(
      'Hi <PHON0>and <NAME2>. [REDACTED:MRN] T TOK <PHON1>',
    );
  });
});

describe('design D18: the only text ever held is an unfinished token candidate', () => {
  it('forwards everything else at once', async () => {
    const restoration = scopeOf(phone);
    const word = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('TOK1.', 't', 'TO', 'k', '1.a.b', ' ', '\\', '\n', '.'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 20 }), async (chunks) => {
        const restorer = textRestorer(restoration);
        let forwarded = '';
        for (const [index, chunk] of chunks.entries()) {
          const pieces = restorer.push(chunk, index);
          fc.pre(pieces.every((piece) => typeof piece === 'string'));
          forwarded += pieces.join('');
          const held = chunks
            .slice(0, index + 1)
            .join('')
            .slice(forwarded.length);
          expect(held).toMatch(
            /^(t([o0](k([1il](\\{0,4}|\\{0,4}\.\s?([\w.\\-]|\.\s|\w\r?\n)*\r?)?)?)?)?)?$/i,
          );
          expect(restorer.heldSince() === undefined).toBe(held === '');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('says since when it holds', () => {
    const restorer = textRestorer(scopeOf(phone));
    expect(restorer.heldSince()).toBeUndefined();
    restorer.push('T', 100);
    restorer.push('OK1.', 130);
    expect(restorer.heldSince()).toBe(100);
    restorer.push('PHONE!T', 150);
    expect(restorer.heldSince()).toBe(150);
    restorer.expire();
    expect(restorer.heldSince()).toBeUndefined();
  });
});

describe('design D18: SVC_STREAM_BUFFER_MS passes with the candidate unfinished', () => {
  it('sends the value when exactly one token in scope is named, and swallows the rest', async () => {
    const { out, restored, failed } = await run(
      scopeOf(phone, name),
      `Call ${phone.slice(0, 16)}`,
      '⏲',
      phone.slice(16, 20),
      `${phone.slice(20)}, thanks`,
    );
    expect(out).toEqual(['Call ', '<PHON0>', '', ', thanks', '']);
    expect({ restored, failed }).toEqual({ restored: 1, failed: [] });
  });

  it('reports it when the rest differs', async () => {
    const other = `${phone.slice(0, 20)}ZZZZ`;
    const { out, restored, failed } = await run(
      scopeOf(phone),
      phone.slice(0, 16),
      '⏲',
      `${other.slice(16)}, bye`,
    );
    expect(out).toEqual(['', '<PHON0>', ', bye', '']);
    expect({ restored, failed }).toEqual({
      restored: 1,
      failed: [{ kind: 'PHONE', reason: 'malformed' }],
    });
  });

  it('reports it when the reply ends within the token', async () => {
    const { out, failed } = await run(scopeOf(phone), phone.slice(0, 16), '⏲', 'B');
    expect(out).toEqual(['', '<PHON0>', '', '']);
    expect(failed).toEqual([{ kind: 'PHONE', reason: 'malformed' }]);
  });

  it('keeps it while several tokens in scope match, and sends the value once one is named', async () => {
    const { out, failed } = await run(
      scopeOf(phone, phone2),
      phone.slice(0, 20),
      '⏲',
      phone.slice(20, 26),
      phone.slice(26),
    );
    expect(out).toEqual(['', '', '<PHON0>', '', '']);
    expect(failed).toEqual([]);
  });

  it('sends no value for a beginning without a kind', async () => {
    const { out } = await run(scopeOf(phone), 'T', '⏲', 'he end');
    expect(out).toEqual(['', '', 'The end', '']);
  });

  it('flushes what matches no token in scope', async () => {
    expect((await run(scopeOf(), 'T', '⏲', 'he end')).out).toEqual(['', 'T', 'he end', '']);
    expect((await run(scopeOf(phone), 'TOK1.M', '⏲', 'e')).out).toEqual(['', 'TOK1.M', 'e', '']);
  });

  it('redacts a foreign token once, however slowly it comes', async () => {
    const slowly = [...foreign].flatMap((symbol) => [symbol, '⏲']);
    const { out, failed } = await run(scopeOf(phone), ...slowly, ' ok');
    expect(out.join('')).toBe('TOK1.MRN[REDACTED:MRN] ok');
    expect(failed).toEqual([{ kind: 'MRN', reason: 'out_of_scope' }]);
  });

  it('restores a token in scope, however slowly it comes', async () => {
    for (const scope of [scopeOf(phone), scopeOf(phone, phone2, name)]) {
      const slowly = [...`T ${phone}, ${phone2.slice(0, 3)} ${phone}and`].flatMap((symbol) => [
        symbol,
        '⏲',
      ]);
      const { out, restored, failed } = await run(scope, ...slowly);
      expect(out.join('')).toBe('T <PHON0>, TOK <PHON0>and');
      expect({ restored, failed }).toEqual({ restored: 2, failed: [] });
    }
  });

  it('changes nothing in a reply of whole tokens in scope, whenever it passes', async () => {
    const restoration = scopeOf(phone, phone2, name);
    const words = fc.constantFrom(
      phone,
      phone2,
      name,
      name.toLowerCase(),
      'T',
      'TOK1',
      'TOK1.',
      ' ',
      'and',
      '.A.',
      '🙂',
    );
    const reply = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        reply,
        cuts,
        fc.array(fc.boolean(), { minLength: 1 }),
        async (text, places, pauses) => {
          const whole = await run(restoration, text);
          fc.pre(whole.failed.length === 0);
          const steps = cutAt(text, places).flatMap((chunk, index) =>
            pauses[index % pauses.length] ? [chunk, '⏲'] : [chunk],
          );
          const paused = await run(restoration, ...steps);
          expect({ ...paused, out: paused.out.join('') }).toEqual({
            ...whole,
            out: whole.out.join(''),
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('waits for a whole token where all tokens of the agent are in scope', async () => {
    const resolve = async () => ({ ok: true, surface: '<MRN>' }) as const;
    const other = `${phone.slice(0, -4)}0000`;
    const slowly = [...`${other} ${phone}`].flatMap((symbol) => [symbol, '⏲']);
    const { out, failed } = await run({ ...scopeOf(phone), resolve }, ...slowly);
    expect(out.join('')).toBe('<MRN> <PHON0>');
    expect(failed).toEqual([]);
  });
});

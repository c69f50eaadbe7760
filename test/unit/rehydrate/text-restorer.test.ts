import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyTally, replyTextRestorer } from '../../../server/rehydrate/reply-text-restorer.ts';
import { textRestorer } from '../../../server/rehydrate/text-restorer.ts';
import { type RestoreContext, TokenScope } from '../../../server/rehydrate/token-scope.ts';
import { textWriter } from '../../../server/rehydrate/value-writers.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const phone = 'TOK1.PHONE.K1.0123456789ABCDEFGHJK';
const phone2 = 'TOK1.PHONE.K1.0123456789ZZZZZZZZZZ';
const name = 'TOK1.NAME.K1.ZYXWVTSRQPNMKJHGFEDC';
const foreign = 'TOK1.MRN.K1.00000000000000000000';
function scopeOf(...tokens: readonly string[]): RestoreContext {
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

/** Pushes chunks one by one; at `'⏲'` the held text has waited too long. What each step forwards. */
async function run(context: RestoreContext, ...steps: readonly string[]) {
  const tally = emptyTally();
  const restorer = replyTextRestorer(context, tally, textWriter());
  const out: string[] = [];
  for (const step of steps) {
    out.push(step === '⏲' ? await restorer.expire() : await restorer.push(step, 0));
  }
  out.push(await restorer.end());
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
        phone.replaceAll('.', ' . '),
        phone.replaceAll('.', '%2E'),
        name.replaceAll('.', '\uff0e'),
        name.replace(/\w/g, '$&\u200b'),
        foreign.replaceAll('.', ' .\u2060'),
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
        '%',
        '%2',
        '\u200b',
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
      { numRuns: propertyRuns(1000) },
    );
  });

  it('restores a token whose key id holds the beginning of another', async () => {
    const odd = 'TOK1.PHONE.MY_TOK1.0123456789ABCDEFGHJK';
    expect((await run(scopeOf(odd), ...`${odd}${odd}`)).out.join('')).toBe('<PHON0><PHON0>');
  });

  it('restores a text character by character', async () => {
    const restoration = scopeOf(phone, phone2, name);
    const text = `Hi ${phone}and ${name}. ${foreign} T TOK ${phone2}`;
    expect((await run(restoration, ...text)).out.join('')).toBe(
      'Hi <PHON0>and <NAME2>. [REDACTED:MRN] T TOK <PHON1>',
    );
  });
});

describe('design D18: the only text ever held is an unfinished token candidate', () => {
  it('forwards everything else immediately', async () => {
    const restoration = scopeOf(phone);
    const word = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('TOK1.', 't', 'TO', 'k', '1.a.b', ' ', '\\', '\n', '.', '%'),
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
          const candidate =
            /^(t([o0](k([1il]((\s?\\{0,4}\.\s?([\w.\\-]|\s?\.\s?|\w\r?\n)*)?(\s?\\{0,4}(%2?)?|\s?\r))?)?)?)?)?$/i;
          // Behind a letter, its own letters have left as the end of that word.
          const whole = ['', 't', 'to', 'tok'].map((left) => left + held);
          expect(whole.some((text) => candidate.test(text))).toBe(true);
          expect(restorer.heldSince() === undefined).toBe(held === '');
        }
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('returns when the last held character came', () => {
    const restorer = textRestorer(scopeOf(phone));
    expect(restorer.heldSince()).toBeUndefined();
    restorer.push('T', 100);
    restorer.push('OK1.', 130);
    restorer.push('', 140);
    expect(restorer.heldSince()).toBe(130);
    restorer.push('PHONE!T', 150);
    expect(restorer.heldSince()).toBe(150);
    restorer.expire();
    expect(restorer.heldSince()).toBeUndefined();
    restorer.push('O', 160);
    expect(restorer.heldSince()).toBe(160);
  });

  it('never holds the end of a word, such as "about", "into" or "Vladivostok"', async () => {
    for (const word of ['about', 'into', 'Vladivostok', 'ménagét']) {
      const restorer = textRestorer(scopeOf(phone));
      expect([...word].flatMap((part) => restorer.push(part, 0)).join('')).toBe(word);
      expect(restorer.heldSince()).toBeUndefined();
    }
  });

  it('restores and redacts after a letter, in small letters and in capitals', async () => {
    const both = scopeOf(phone);
    for (const text of [`call${phone}`, `x${foreign}`]) {
      const value = text.startsWith('call') ? '<PHON0>' : '[REDACTED:MRN]';
      for (const steps of [[text], [...text]]) {
        expect((await run(both, ...steps)).out.join('')).toBe(`${text.split('TOK1')[0]}${value}`);
      }
      const small = text.toLowerCase();
      for (const steps of [[small], [...small]]) {
        expect((await run(both, ...steps)).out.join('')).toBe(`${small.split('1.')[0]}${value}`);
      }
    }
  });
});

describe('design D18: letters that may end a word are told from a token that has begun', () => {
  const holds = (restoration: RestoreContext, text: string) => {
    const restorer = textRestorer(restoration);
    restorer.push(text, 0);
    expect(restorer.heldSince()).toBe(0);
    return restorer.holdsToken();
  };

  it.each([
    ['Would you like to', false],
    ['wait t', false],
    ['wait tok', false],
    ['wait T', true],
    ['wait TO', true],
    ['wait TOK', true],
    ['wait tok1.', true],
    ['wait TOK1.PHO', true],
  ])('in a call that has tokens: "%s" %s', (text, token) => {
    expect(holds(scopeOf(phone), text)).toBe(token);
  });

  it.each([
    ['wait T', false],
    ['wait TO', false],
    ['wait TOK', true],
    ['wait TOK1.PHO', true],
  ])('in a call without any: "%s" %s', (text, token) => {
    expect(holds(scopeOf(), text)).toBe(token);
  });

  it('lets the letters go, and restores the token that follows all the same', async () => {
    const small = phone.toLowerCase();
    const { out } = await run(scopeOf(phone), 'call to', '⏲', small.slice(2));
    expect(out.join('')).toBe('call to<PHON0>');
  });
});

describe('spec, rule 11: the rest of a reply goes on after a token that breaks off', () => {
  it.each([
    ['Say TOK1.PHONE. Yes. No.', 'Say [REDACTED:PHONE] Yes. No.'],
    ['It begins with TOK1.PHONE. Goodbye.', 'It begins with [REDACTED:PHONE] Goodbye.'],
    ['The prefix is TOK1.NAME. OK.', 'The prefix is [REDACTED:NAME] OK.'],
    ['Say TOK1.PHONE.\nSí. No.', 'Say [REDACTED:PHONE]\nSí. No.'],
  ])('keeps each word of "%s"', async (text, expected) => {
    const mark = /^.*TOK1\.\w+\./.exec(text)?.[0] ?? '';
    const rest = text.slice(mark.length);
    const pauses = [...rest].flatMap((step) => [step, '⏲']);
    for (const steps of [[text], [...text], [mark, '⏲', rest], [mark, '⏲', ...pauses]]) {
      expect((await run(scopeOf(phone), ...steps)).out.join('')).toBe(expected);
    }
  });

  it('takes a key id behind a blank as part of the token', async () => {
    const { out } = await run(scopeOf(phone), 'Say TOK1.PHONE. K_HEALTHCARE. Bye.');
    expect(out.join('')).toBe('Say [REDACTED:PHONE] Bye.');
  });
});

describe('design D18: the provider is silent for SVC_TOKEN_HOLD_MS within a token', () => {
  const shown = async (restoration: RestoreContext, ...steps: readonly string[]) => {
    const { out, restored, failed } = await run(restoration, ...steps);
    return { out: out.join('|'), restored, failed: failed.map(({ reason }) => reason) };
  };

  it('emits the value after four characters of the payload, and drops the rest of the token', async () => {
    const steps = [
      `Call ${phone.slice(0, 18)}`,
      '⏲',
      phone.slice(18, 20),
      `${phone.slice(20)}, ok`,
    ];
    expect(await shown(scopeOf(phone, name), ...steps)).toEqual({
      out: 'Call |<PHON0>||, ok|',
      restored: 1,
      failed: [],
    });
  });

  it('redacts the token after three characters or fewer, and drops its rest', async () => {
    for (const cut of [11, 14, 17]) {
      expect(
        await shown(scopeOf(phone), phone.slice(0, cut), '⏲', `${phone.slice(cut)}, ok`),
      ).toEqual({ out: '|[REDACTED:PHONE]|, ok|', restored: 0, failed: ['malformed'] });
    }
  });

  it('redacts a beginning that two tokens share', async () => {
    expect(
      await shown(scopeOf(phone, phone2), phone.slice(0, 20), '⏲', `${phone.slice(20)}, ok`),
    ).toEqual({ out: '|[REDACTED:PHONE]|, ok|', restored: 0, failed: ['malformed'] });
  });

  it('redacts an unfinished token when any token of the agent is in scope', async () => {
    const wide = {
      ...scopeOf(phone),
      resolve: async () => ({ ok: true, surface: '<X>' }) as const,
    };
    expect(await shown(wide, phone.slice(0, 30), '⏲', `${phone.slice(30)}, ok`)).toEqual({
      out: '|[REDACTED:PHONE]|, ok|',
      restored: 0,
      failed: ['malformed'],
    });
  });

  it('redacts the token that came when its rest differs from the emitted value', async () => {
    const other = `${phone.slice(0, 20)}ZZZZZZZZZZZZZZ`;
    expect(await shown(scopeOf(phone), phone.slice(0, 18), '⏲', `${other.slice(18)}, ok`)).toEqual({
      out: '|<PHON0>|[REDACTED:PHONE], ok|',
      restored: 1,
      failed: ['out_of_scope'],
    });
  });

  it('redacts a token that breaks off after its value was emitted', async () => {
    const ended = await shown(scopeOf(phone), phone.slice(0, 18), '⏲', 'B');
    const out = '|<PHON0>||[REDACTED:PHONE]';
    expect(ended).toEqual({ out, restored: 1, failed: ['malformed'] });
  });

  it('reports the reason of the whole token after an early redaction', async () => {
    expect(await shown(scopeOf(phone), foreign.slice(0, 15), '⏲', `${foreign.slice(15)}.`)).toEqual(
      {
        out: '|[REDACTED:MRN]|.|',
        restored: 0,
        failed: ['out_of_scope'],
      },
    );
  });

  it('emits a beginning without a kind as text, but not the token that follows', async () => {
    expect((await run(scopeOf(phone), 'T', '⏲', 'he end')).out).toEqual(['', 'T', 'he end', '']);
    expect((await shown(scopeOf(phone), 'TOK1.PH', '⏲', `${phone.slice(7)}.`)).out).toBe(
      '|TOK1.PH|<PHON0>.|',
    );
    expect((await shown(scopeOf(phone), 'TOK1.MR', '⏲', foreign.slice(7))).out).toBe(
      '|TOK1.MR||[REDACTED:MRN]',
    );
  });

  it('counts the silence from the last character, not from the token’s beginning', async () => {
    const restorer = textRestorer(scopeOf(phone));
    [...phone.slice(0, -1)].forEach((character, index) => {
      expect(restorer.push(character, index * 1_000)).toEqual([]);
      expect(restorer.heldSince()).toBe(index * 1_000);
    });
  });

  it('never emits a wrong value, nor the beginning of a token whose kind has come', async () => {
    const restoration = scopeOf(phone, phone2, name);
    const silences = fc.array(fc.boolean(), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(replyText, cuts, silences, async (text, places, silent) => {
        const steps = cutAt(text, places).flatMap((chunk, index) =>
          silent[index % silent.length] ? [chunk, '⏲'] : [chunk],
        );
        const { out, restored } = await run(restoration, ...steps);
        const whole = await run(restoration, text);
        expect(out.join('')).not.toMatch(/TOK1\.[A-Z]{2,}\.[A-Z]/);
        expect(restored).toBeLessThanOrEqual(whole.restored + whole.failed.length);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});

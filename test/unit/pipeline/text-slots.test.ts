import { describe, expect, it } from 'vitest';
import { openRequest } from '../../../server/pipeline/ingress.ts';

/** A result of a tool as it leaves, with `masked` in place of what it found. */
function sent(result: unknown, masked: (text: string) => string): unknown {
  return JSON.parse(sentText(JSON.stringify(result), masked));
}

function sentText(content: string, masked: (text: string) => string): string {
  const { slots, render } = openRequest({ messages: [{ role: 'tool', content }] }, false);
  for (const slot of slots) slot.put(masked(slot.text));
  return JSON.parse(render('m')).messages[0].content;
}

describe('JSON of a tool in which much is masked', () => {
  it('is written once: thousands of values and names hold up no other call', () => {
    const book = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, no) => [`entry ${no}`, { note: `about entry ${no}` }]),
    );
    const start = performance.now();
    const result = sent(book, (text) => text.replace('entry', 'TOKEN'));
    expect(performance.now() - start).toBeLessThan(3_000);
    expect(Object.entries(result as object).at(-1)).toEqual([
      'TOKEN 2999',
      { note: 'about TOKEN 2999' },
    ]);
  });
});

describe('the name of a field is searched', () => {
  it.each(['MRN-448291', 'acct_55501', 'two words', '7', 'a'.repeat(65), 'é'])('%j', (name) => {
    expect(sent({ [name]: true }, () => 'TOKEN')).toEqual({ TOKEN: true });
  });

  it.each(['dateOfBirth', 'address_line_2', '$ref', 'iso8601', 'x-1.2.3'])('but not %j', (name) => {
    expect(sent({ [name]: true }, () => 'TOKEN')).toEqual({ [name]: true });
  });
});

describe('a number that no number holds', () => {
  it('is searched digit by digit', () => {
    const found: string[] = [];
    const note = (text: string) => {
      found.push(text);
      return text;
    };
    sentText('{"card":[41111111111111111111,1e25],"big":-98765432109876543210987}', note);
    expect(found).toEqual([
      '41111111111111111111',
      '10000000000000000905969664',
      '-98765432109876543210987',
    ]);
  });

  it.each(['masked', 'two words'])('stays as it was written while %j is written anew', (name) => {
    const content = `{"${name}":"x y","n":[12345678901234567890,1.50,-0,1E400,7]}`;
    const mask = (text: string) => (/[a-z]/.test(text) ? 'TOKEN' : text);
    const written = name === 'masked' ? name : 'TOKEN';
    expect(sentText(content, mask)).toBe(
      `{"${written}":"TOKEN","n":[12345678901234567890,1.50,-0,1E400,7]}`,
    );
  });
});

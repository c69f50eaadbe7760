import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formText } from '../../../server/ingress/encoded-text.ts';
import { slotsOf } from '../../../server/ingress/slots.ts';

/** The slots of a text, and the text with each of them changed. */
function opened(text: string, masked: (text: string) => string = (same) => same) {
  const root: Record<string, unknown> = { text };
  const said = {
    holder: root,
    key: 'text',
    path: 'part',
    speaker: 'assistant',
    as: 'words',
  } as const;
  const slots = [...slotsOf([said])].filter((slot) => slot !== undefined);
  for (const slot of slots) slot.put(masked(slot.text));
  return { slots, text: String(root['text']) };
}

describe('a text that is form data is masked field by field (design D3)', () => {
  it.each([
    ['id=71&last_name=Lee&phone=%28202%29+555-0143', ['71', 'Lee', '(202) 555-0143']],
    ['patient%5Blast_name%5D=Lee', ['Lee']],
    ['patient[last_name]=Lee&x=', ['Lee']],
    ['note=my+name+is+Lee', ['my name is Lee']],
    ['mail=zed+x@example.com', ['zed+x@example.com']],
    ['data=%7B%22a%22%3A%22Lee%22%7D', ['Lee']],
    ['4482913x=1&b=22', undefined],
    ['f44829136=11&b=22', ['f44829136', '11', '22']],
  ])('%s', (text, texts) => {
    expect(opened(text).slots.map((slot) => slot.text)).toEqual(texts ?? [text]);
  });

  it('a field of form data is searched with the words of its name', () => {
    const [slot] = opened('patient[lastName]=Lee').slots;
    expect(slot).toMatchObject({ place: 'field', cue: 'patient last name', path: 'part[0]' });
  });

  it.each([
    ['a=Lee&b=ok', 'a=TOK&b=ok'],
    ['a=%4Cee&b=o+k', 'a=TOK&b=o+k'],
    ['a=I+am+Lee&b=1%202', 'a=I+am+TOK&b=1%202'],
    ['a=Mr.+Lee%26Co', 'a=Mr.+TOK%26Co'],
    ['a=I am Lee&b=1', 'a=I am TOK&b=1'],
    ['a={"b":"Lee"}', 'a={"b":"TOK"}'],
  ])('form data is written again where it changed: %s', (text, expected) => {
    expect(opened(text, (one) => one.replace('Lee', 'TOK')).text).toBe(expected);
  });

  it('text that is not form data is not split', () => {
    for (const text of [
      'a = b',
      'if a=b then c',
      'a=b&c',
      'a=%zz&b=1',
      'SGVsbG8=',
      '=x',
      'a&b=1',
    ]) {
      expect(formText(text)).toBeUndefined();
    }
  });

  it('text in which nothing is masked keeps its bytes', () => {
    const field = fc.tuple(fc.stringMatching(/^[a-z_][\w[\]-]{0,9}$/), fc.string());
    const encoded = fc
      .array(field, { minLength: 1, maxLength: 6 })
      .map((fields) => new URLSearchParams(fields).toString());
    fc.assert(
      fc.property(encoded, (text) => {
        const form = formText(text);
        expect(form?.write(form.fields) ?? text).toBe(text);
        expect(opened(text).text).toBe(text);
      }),
    );
  });
});

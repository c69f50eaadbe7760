import { describe, expect, it } from 'vitest';
import { discussedLetters } from '../../../../../server/detect/ner/letters/discussed-letters.ts';
import { shadowOf } from '../../../../../server/normalize/index.ts';

/** The letters found in what is said behind `>>`. */
function lettersIn(said: string): readonly string[] {
  const [question = '', text = ''] = said.split(' >> ');
  const before = [{ speaker: 'assistant', text: question, shadow: shadowOf(question) }] as const;
  const found = discussedLetters(text, before).map(({ start, end }) => text.slice(start, end));
  return [...new Set(found)];
}

describe('letters of a name under discussion are hidden like the name', () => {
  it.each<[string, readonly string[]]>([
    ['spell it for me >> i have one i no y', ['i', 'y']],
    ['k e r r >> just the one r', ['r']],
    ['what was the name >> is that one p', ['p']],
    ['what was the name >> no with no b like boy', ['b']],
    ['name >> yeah a t not a d', ['t', 'd']],
  ])('%s', (said, letters) => {
    expect(lettersIn(said).toSorted()).toEqual(letters.toSorted());
  });
});

describe('other letters stay readable', () => {
  it.each([
    'your last name >> i have a fever',
    'your last name >> i have vitamin d with a b twelve',
    'how can i help >> is it with a d or a t',
    'what is your email and name >> with a w like tow',
    "last name >> no i don't have one",
    'm r k, spell it >> is that a b or an eight',
    "last name >> with two e's",
    "your last name >> Two S's. Everybody drops one.",
    'your first name >> teresa with no h',
    'your first name >> ludmila with one l in the middle',
  ])('%s', (said) => {
    expect(lettersIn(said)).toEqual([]);
  });
});

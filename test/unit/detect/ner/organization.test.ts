import { describe, expect, it } from 'vitest';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';
import { organizationOf } from '../../../../server/detect/ner/spans-of.ts';
import { wordsOf } from '../../../../server/detect/ner/word-features.ts';

const { word, common, spanishCommon } = lexiconBits;
const lexicon = new Map([
  ['clinic', word | common],
  ['lakes', word],
  ['rivers', word | common],
  ['salud', spanishCommon],
]);

/** What is left of the span that stands in brackets. */
function organizationIn(said: string): string | undefined {
  const span = [said.indexOf('['), said.indexOf(']') - 1] as const;
  const text = said.replace(/[[\]]/g, '');
  const own = organizationOf(text, wordsOf(text), span, lexicon);
  return own && text.slice(...own);
}

describe('what the model takes for an organization', () => {
  it.each([
    ['i work at [lakes and rivers freight]', 'lakes and rivers freight'],
    ['the nurse [at Tamsel Elementary of] Duluth', 'Tamsel Elementary'],
    ['[tamsel] sent me here', 'tamsel'],
  ])('is one in %s', (said, expected) => {
    expect(organizationIn(said)).toBe(expected);
  });

  it.each([
    ['a word that everybody knows', 'she went to the [clinic] again'],
    ['a word that everybody knows in Spanish', 'quiero [salud]'],
    ['an insurer', 'it is with [Blue Cross]'],
    ['a public payer', 'do you take [medicare]'],
    ['the place that was called', 'thanks for calling [tamsel lakes] are you a new patient'],
    ['nothing but articles', 'it is [of the] best'],
  ])('is none where it is %s', (_, said) => {
    expect(organizationIn(said)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';
import { isOrdinaryWord } from '../../../../server/detect/ner/ordinary-word.ts';

const { word, common, spanishWord, spanishCommon, firstName, surname, usualFirstName } =
  lexiconBits;
const lexicon = new Map([
  ['billing', word | common],
  ['sunshine', word | common],
  ['carrito', spanishWord | spanishCommon],
  ['counter', word | common | surname],
  ['frank', word | common | firstName | usualFirstName],
  ['mark', word | common | firstName | usualFirstName],
  ['orlando', firstName | usualFirstName],
]);

/** Whether the word in brackets is an ordinary one, although the model took it for a name. */
function isWord(said: string, score = 0.8): boolean {
  const start = said.indexOf('[');
  const end = said.indexOf(']') - 1;
  return isOrdinaryWord(said.replace(/[[\]]/g, ''), [start, end], score, lexicon);
}

describe('a word that the model takes for a name is none', () => {
  it.each([
    'nurse [billing] please hold',
    'ya dejé el [carrito] afuera',
    'no pudimos [cambiarlo] ayer',
    'nosotros [esperamos] aquí',
    'i will be [frank] with you',
    'did they [mark] it on the form',
    'read me the [vin] please',
  ])('%s', (said) => {
    expect(isWord(said)).toBe(true);
  });

  it('a rare name only where the model doubts', () => {
    expect(isWord('leave it at the [counter] then', 0.55)).toBe(true);
    expect(isWord('leave it at the [counter] then', 0.8)).toBe(false);
  });
});

describe('a name stays one', () => {
  it.each([
    'this is [sunshine] calling',
    'i see miss [sunshine] on mondays',
    'thanks [frank] for your help',
    'could you tell [mark] that i called',
    'habla [orlando] de la farmacia',
    'thanks [vin] for waiting',
    'it is [tamsel]',
    'it is [Billing]',
  ])('%s', (said) => {
    expect(isWord(said)).toBe(false);
  });

  it('where the model is sure', () => {
    expect(isWord('nurse [billing] please hold', 0.98)).toBe(false);
  });
});

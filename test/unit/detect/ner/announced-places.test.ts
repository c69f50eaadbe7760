import { describe, expect, it } from 'vitest';
import { isAnnouncedPlace } from '../../../../server/detect/ner/announced-places.ts';
import { lexiconBits } from '../../../../server/detect/ner/lexicon.ts';

const { word, common, firstName, usualFirstName, surname } = lexiconBits;
const lexicon = new Map([
  ['meadow', word | common],
  ['bend', word | common],
  ['magnolia', word | firstName | usualFirstName],
  ['orlando', firstName | usualFirstName],
  ['abara', surname],
]);

/** Whether what stands in brackets is the place that was called. */
function isPlace(said: string): boolean {
  const start = said.indexOf('[');
  const end = said.indexOf(']') - 1;
  return isAnnouncedPlace(said.replace(/[[\]]/g, ''), [start, end], lexicon);
}

describe('the place that was called is nobody', () => {
  it.each([
    'thanks for calling [tamsel] are you a new patient',
    'Thanks for calling [Tamsel]. This is the nurse line.',
    'thanks for calling [magnolia] bend how can i help',
    'thank you for calling [magnolia bend], what is this about?',
    'welcome to [Tamsel] billing',
    'pharmacy line for [tamsel] how can i help',
    "you've reached [Magnolia Bend]. How may I help?",
    'good morning [meadow] how can i help you',
    "this is [Meadow]'s automated line",
    '[magnolia] bend front desk who is calling',
    'gracias por llamar a [abara] cómo le puedo ayudar',
    'Gracias por llamar a [Abara], línea de enfermería.',
  ])('%s', (said) => {
    expect(isPlace(said)).toBe(true);
  });
});

describe('a person who is greeted or speaks stays one', () => {
  it.each([
    'thanks for calling [orlando] here',
    'thanks for calling [tamsel] bye',
    'gracias por llamar a [orlando] ayer',
    'thanks for calling [orlando] how are you',
    'good morning [tamsel] how can i help you',
    'good morning [orlando] how can i help you',
    'hello this is [meadow] i need a refill',
    'hello this is [magnolia abara] how can i help',
    'my mother is [meadow] how can we get her in',
  ])('%s', (said) => {
    expect(isPlace(said)).toBe(false);
  });
});

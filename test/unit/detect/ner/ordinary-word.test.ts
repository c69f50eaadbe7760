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
  ['guy', word | common | firstName | usualFirstName],
  ['line', word | common | firstName],
  ['angel', word | common | firstName | usualFirstName],
  ['honey', word | common | firstName | usualFirstName],
  ['jesus', firstName | usualFirstName],
  ['mira', spanishWord | spanishCommon | firstName | surname],
  ['sternum', word],
  ['sol', spanishWord | firstName],
  ['linda', word | spanishWord | common | firstName | usualFirstName],
  ['aquiles', firstName | spanishWord | spanishCommon],
  ['grace', word | common | firstName | usualFirstName],
  ['ginger', word | common | firstName | usualFirstName],
  ['mercedes', firstName | usualFirstName],
  ['nena', firstName | usualFirstName],
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
    'ay qué [sol] hace hoy',
    'estamos como [juan] por su casa',
    "i don't know him from [adam] really",
    'it is robbing [peter] to pay paul',
    'comimos pescado con [limón]',
    "it's m like [mark]",
    "a Dr. [Scholl]'s insert",
    'we need a [karen] interpreter today',
    'ay qué [bárbara] oiga',
    'he said [gleason] seven',
    "is it [ludwig]'s angina",
    'i will let [george] do it',
    'eso y la carabina de [ambrosio]',
    'the doctor [said] six weeks',
    'so [inshallah] it will be the tenth',
    '[Dziękuję] for all of it',
    'well jeez [louise] not again',
    'he works for [ford] these days',
    "they drained a [Bartholin]'s cyst",
    'le puse [Vick] vaporub',
  ])('%s', (said) => {
    expect(isWord(said)).toBe(true);
  });

  it('a word of a dictionary only where the model doubts', () => {
    expect(isWord('it is on the [sternum] here', 0.6)).toBe(true);
    expect(isWord('it is on the [sternum] here', 0.8)).toBe(false);
    expect(isWord('It says [Billing] here', 0.6)).toBe(false);
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
    'my aunt [louise] works for them',
    'habla [orlando] de la farmacia',
    'thanks [vin] for waiting',
    'it is [tamsel]',
    'it is [Billing]',
    'is this [guy] speaking',
    'my son [angel] is six',
    'me llamo [linda]',
    'this is [tamsel grove] family medicine',
    'quiere llamar a [tamsel] hoy',
    'good morning [tamsel]',
    'se siente mal [orlando] hoy',
    'get the vitamin m for [mark]',
    'mi [mercedes] tiene fiebre',
    'soy [mercedes] del taller',
    'the m is for [mark]',
    'la [margarita] que me tomó la presión',
    'el apellido de mi esposo es [rubio]',
    'el señor [castaño] ya llegó',
    'Dr. [Scholl] told me',
    'soy [sol] la esposa',
    'this is [frank] with the lab',
    '[karen] called about the interview',
    'this is [karen] interpreter for you',
    'my doctor [said] is on leave',
    'soy [camilla] de recepción',
    '[ludwig] called about the angina',
  ])('%s', (said) => {
    expect(isWord(said)).toBe(false);
  });

  it('where the model is sure', () => {
    expect(isWord('nurse [billing] please hold', 0.98)).toBe(false);
  });
});

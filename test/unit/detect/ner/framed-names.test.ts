import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framedNames } from '../../../../server/detect/ner/framed-names.ts';
import { foundBy } from '../../../support/found-by.ts';

/** The names that the sentences around them show. */
const namesIn = (text: string): readonly string[] =>
  framedNames(text).map(({ start, end }) => text.slice(start, end));

/** Sentences in which only a person can stand at `@`. */
const spanish = [
  'mi cuñado @ me lleva',
  'de parte de @',
  'me comunica con @ por favor',
  'a la bebé le pusimos @',
  'la enfermera @ me llamó',
  'la enfermera practicante @ me llamó',
  'línea de ayuda le acompaña @ buenas noches',
  'toda la vida me han dicho @',
  'al otro le dicen la flaca @',
  'eso mismo me dijo @ la vecina',
  'bueno @ le decimos todos',
];
const spanishNames = ['beto', 'lucha', 'dolores', 'modesto', 'chayo', 'luz', 'nieves'];

describe('a name that is an ordinary word is found where a sentence can only mean a person', () => {
  it('every name in every sentence', () => {
    for (const frame of spanish)
      for (const name of spanishNames)
        expect(namesIn(frame.replace('@', name)), frame).toEqual([name]);
  });

  it('whatever stands before the sentence', () => {
    const frame = fc.constantFrom(...spanish.slice(0, 2));
    fc.assert(
      fc.property(frame, fc.lorem({ maxCount: 12 }), (sentence, before) => {
        expect(namesIn(`${before} ${sentence.replace('@', 'chayo')}`)).toContain('chayo');
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly string[]]>([
    ['el apellido es guerra', ['guerra']],
    ['quiero cita con el doctor bravo', ['bravo']],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

describe('the same words stay where they name nobody', () => {
  it.each([
    'hi may i have the address',
    'thank you hope you have a great day',
    'my son will call you back',
    'my wife may need a refill',
    'the doctor still has not called',
    'my doctor is short on time',
    'it is for june or july',
    'and will it hurt',
    'my last name is long and hard to spell',
    'tell me if the art room is open',
    'los dolores me dan en la noche',
    'la cita es para abril',
    'sábado y domingo no puede',
    'mi mamá dolores de cabeza no tiene',
    'gracias mi cielo',
    'el mar está bravo',
    'tengo un favor que pedirle',
  ])('%s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  it.each<[text: string, doubt: string, isFound: boolean]>([
    ['her name is tobin', 'tobin', true],
    ['the last name is tobin i think', 'tobin', true],
    ['mi cuñado tobin me lleva', 'tobin', true],
    ['con la enfermera tobin abara', 'tobin', true],
    ['we drove out past tobin again', 'tobin', false],
  ])('what the model doubts needs a sentence that names somebody: %s', (text, name, isFound) => {
    const start = text.indexOf(name);
    const found = [
      { kind: 'NAME', start, end: start + name.length, score: 0.6, ...foundBy('ner') },
    ];
    expect(framedNames(text, found)).toHaveLength(Number(isFound));
  });
});

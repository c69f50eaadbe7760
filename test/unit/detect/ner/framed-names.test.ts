import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framedNames } from '../../../../server/detect/ner/framed-names.ts';

/** The names that the sentences around them show. */
const namesIn = (text: string): readonly string[] =>
  framedNames(text).map(({ start, end }) => text.slice(start, end));

/** Sentences in which only a person can stand at `@`. */
const english = [
  'my son @ has a fever',
  'could you tell @ i left the papers at the desk',
  'so @ my brother he had the same surgery',
  'put me through to @ please',
  'her name is @',
  '@ from billing told me something else',
  "i'm @ the husband",
  'nurse @ called me this morning',
  'good morning is this @',
  'friday with the hygienist @',
  'thanks for calling the nurse line this is @',
  'triage this is @ how can i help',
  'Records office, @ speaking.',
  'some lady named @ told me so',
  'my brother in law @ usually picks me up',
  'yeah tell her that @ is coming',
];
const spanish = [
  'mi cuñado @ me lleva',
  'le puede decir a @ que ya llegué',
  'de parte de @',
  '@ la de cobros me dijo otra cosa',
  'me comunica con @ por favor',
  'a la bebé le pusimos @',
  'la enfermera @ me llamó',
  'mi hija @ trae calentura',
  'línea de ayuda le acompaña @ buenas noches',
  'poquito vino @ el hijo de mi vecina',
  'le habla soy la técnica @',
  'toda la vida me han dicho @',
  'al otro le dicen la flaca @',
  'eso mismo me dijo @ la vecina',
];
const englishNames = ['penny', 'wren', 'rusty', 'ivy', 'hunter', 'skye', 'art', 'mark', 'Grace'];
const spanishNames = ['beto', 'lucha', 'dolores', 'ángel', 'modesto', 'chayo', 'luz', 'nieves'];

describe('a name that is an ordinary word is found where a sentence can only mean a person', () => {
  it.each([
    { language: 'English', frames: english, names: englishNames },
    { language: 'Spanish', frames: spanish, names: spanishNames },
  ])('$language: every name in every frame', ({ frames, names }) => {
    for (const frame of frames)
      for (const name of names) expect(namesIn(frame.replace('@', name)), frame).toEqual([name]);
  });

  it('whatever stands before the sentence', () => {
    const frame = fc.constantFrom(...english.slice(0, 2), ...spanish.slice(0, 2));
    fc.assert(
      fc.property(frame, fc.lorem({ maxCount: 12 }), (sentence, before) => {
        expect(namesIn(`${before} ${sentence.replace('@', 'chayo')}`)).toContain('chayo');
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly string[]]>([
    ['the last name is young', ['young']],
    ['doctor long told me to wait', ['long']],
    ['el apellido es guerra', ['guerra']],
    ['quiero cita con el doctor bravo', ['bravo']],
    ['dolores mi hermana tiene cita', ['dolores']],
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
    ["tobin's fine but his sister coughs", 'tobin', true],
    ['llevamos a tobin a urgencias', 'tobin', true],
    ['i spoke with tobin', 'tobin', true],
    ['we drove out past tobin again', 'tobin', false],
    ['eso se reporta con abbott', 'abbott', false],
    ["i've got a tobin here", 'tobin', true],
    ['hay que cambiar el doctor primario', 'primario', false],
    ['quiere el vin de la camioneta', 'vin', false],
    ['the patient is a tobin', 'tobin', true],
    ['it looks like it went to a tobin abara', 'tobin', true],
    ['tobin turn down the television', 'tobin', true],
    ['está la tobin otra vez', 'tobin', true],
    ['they got me as tobin sometimes', 'tobin', true],
    ['they have it as pending', 'pending', false],
    ['me tienen como tobin abara a veces', 'tobin', true],
    ['la tengo como pendiente de pago', 'pendiente', false],
  ])('a doubt of the model: %s', (text, name, isFound) => {
    const start = text.indexOf(name);
    const end = start + name.length;
    const found = [{ kind: 'NAME', start, end, score: 0.4, detector: 'ner.doubt' }];
    expect(framedNames(text, found)).toHaveLength(Number(isFound));
  });

  it.each<[text: string, guess: string, isFound: boolean]>([
    ['some guy halverstad at the desk told me', 'halverstad', true],
    ["we're here for the halverstad baby", 'halverstad', true],
    ['can you pull the halverstad chart', 'halverstad', true],
    ['on the halverstad form', 'halverstad', false],
    ['her son halverstad finishes work at two', 'halverstad', true],
    ['alright miss halverstad i see it', 'halverstad', true],
    ['you will miss halverstad i think', 'halverstad', false],
    ['halverstad turn here turn here', 'halverstad', true],
    ['oye halverstad pásame los lentes', 'halverstad', true],
    ['aló halverstad', 'halverstad', true],
    ['my halverstad he is off on tuesday', 'halverstad', true],
    ['my halverstad is broken', 'halverstad', false],
    ['it is all updated for you and halverstad', 'halverstad', true],
    ['for you and halverstad forms', 'halverstad', false],
    ['línea de nutrición habla halverstad', 'halverstad', true],
    ['¿Habla halverstad?', 'halverstad', false],
    ['ahí me tienen por halverstad', 'halverstad', true],
    ['ahí me puso halverstad pero es otro', 'halverstad', true],
    ['Perdón, se cortó. ¿halverstad?', 'halverstad', true],
    ['we drove out past halverstad', 'halverstad', false],
    ['está la halverstad otra vez', 'halverstad', false],
  ])('what only may be a name needs a sentence that names somebody: %s', (text, name, isFound) => {
    const start = text.indexOf(name);
    const end = start + name.length;
    const found = [{ kind: 'NAME', start, end, score: 0.3, detector: 'ner.guess' }];
    expect(framedNames(text, found)).toHaveLength(Number(isFound));
  });
});

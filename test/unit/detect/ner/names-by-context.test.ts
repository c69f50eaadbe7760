import { describe, expect, it } from 'vitest';
import { namesByContext } from '../../../../server/detect/ner/names-by-context.ts';
import { isNoName } from '../../../../server/detect/ner/plausible.ts';
import { isBrand } from '../../../../server/detect/vocabulary/brands.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';
import { foundBy } from '../../../support/found-by.ts';

/** The names that a text shows. */
const namesIn = (text: string): readonly string[] => [
  ...new Set(namesByContext(text, []).map((one) => text.slice(one.start, one.end))),
];

describe('what people call somebody is a name', () => {
  it.each([
    ['he goes by Smokes now', 'Smokes'],
    ['her nickname is kit', 'kit'],
    ['but people call me temo', 'temo'],
    ['todo el mundo me dice cuca', 'cuca'],
  ])('%s', (text, name) => {
    expect(namesIn(text)).toEqual([name]);
  });

  it.each([
    'they call me back tomorrow',
    'it went by quickly, we go by car',
    'it went by certified mail, those go by fax',
    'she goes by her middle name',
    'thanks may i ask who is there',
    'hi hope you can help me',
    'sure mark it down',
    'vine con dolores de espalda',
    'me toca con el doctor este lunes',
  ])('but no word besides: %s', (text) => {
    expect(namesIn(text)).toEqual([]);
  });
});

describe('a brand is no name of a person', () => {
  it.each(['Medtronic', 'Sloan Kettering', 'Toyota', "St. Jude's", 'Tylenol'])('%s', (text) => {
    expect(isBrand(text)).toBe(true);
  });

  it.each(['Ford', 'Mercy', 'Lincoln', 'Anthem Quell'])('%s may be one', (text) => {
    expect(isBrand(text)).toBe(false);
  });
});

describe('a spelling of which the model found a part is found whole', () => {
  const spelledIn = (text: string, part: string): readonly string[] => {
    const start = text.indexOf(part);
    const model = { kind: 'NAME', start, end: start + part.length, score: 0.9, ...foundBy('ner') };
    return namesByContext(text, [model]).map((one) => text.slice(one.start, one.end));
  };

  it.each([
    ['rao s i d d like dog h a r', 's i d d', 's i d d like dog h a r'],
    ['It is A-L, dash, then R-A-S.', 'R-A-S', 'A-L, dash, then R-A-S'],
    ['O, apostrophe, S-H-E-A', 'S-H-E-A', 'O, apostrophe, S-H-E-A'],
    ['that is v a n space d e r', 'd e r', 'v a n space d e r'],
  ])('%s', (text, part, whole) => {
    expect(spelledIn(text, part)).toEqual([whole]);
  });

  it('but not where a number follows, which makes it a code', () => {
    expect(spelledIn('n g p four four', 'n g p')).toEqual([]);
  });
});

describe('abbreviations that are spelled are no names', () => {
  it.each(['a u t i', 'c o p d and c h f', 'my e n t'])('%s', (text) => {
    expect(isNoName(text)).toBe(true);
  });

  it.each(['Lola', 'a n a', 'e d', 'my ana'])('%s may be one', (text) => {
    expect(isNoName(text)).toBe(false);
  });
});

/** The names that a text shows, where detection found the `parts` as names. */
function namesBeside(text: string, parts: readonly string[]): readonly string[] {
  const found = parts.map((part) => {
    const start = text.indexOf(part);
    return { kind: 'NAME', start, end: start + part.length, score: 0.9, ...foundBy('ner') };
  });
  return [...new Set(namesByContext(text, found).map((one) => text.slice(one.start, one.end)))];
}

describe('a name goes as far as its neighbours say', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['Ma. Luisa Prado', ['Luisa Prado'], ['Ma. Luisa Prado']],
    ['yo soy ma luisa', ['luisa'], ['ma luisa']],
    ['Elsa Prado viuda de Cano', ['Elsa Prado', 'Cano'], ['Elsa Prado viuda de Cano']],
    ['elsa prado viuda de cano', ['elsa prado', 'cano'], ['elsa prado viuda de cano']],
    ['B-E-A hyphen R-U-T-H', ['B-E-A'], ['B-E-A hyphen R-U-T-H']],
    ['no grabiec dear g r a b i e c', ['g r a b i e c'], ['g r a b i e c', 'grabiec']],
    ['la enfermera paz olmedilla', ['olmedilla'], ['paz', 'paz olmedilla']],
  ])('%s', (text, parts, names) => {
    expect(namesBeside(text, parts)).toEqual(names);
  });
});

describe('a name that was asked for and is read back is one, right or wrong', () => {
  const readBack = (question: string, text: string): readonly string[] => {
    const said = (speaker: 'user' | 'assistant', words: string) => ({
      speaker,
      text: words,
      shadow: shadowOf(words),
    });
    const before = [said('user', 'it is hard to say'), said('assistant', question)];
    return namesByContext(text, [], before).map(({ start, end }) => text.slice(start, end));
  };

  it.each<[string, readonly string[]]>([
    ['sorry did you say quin tan ia', ['quin tan ia']],
    ['i heard wexel tough could you spell it', ['wexel tough']],
    ['aquí me sale nada más d brezna', ['d brezna']],
    ['did you say the nineteenth', []],
    ['i have diarrhea', []],
    ['tengo alergias', []],
    ['i have monday at nine', []],
    ['did you say yes', []],
  ])('%s', (text, names) => {
    expect(readBack("what's the patient's last name", text)).toEqual(names);
    expect(readBack('which pharmacy do you use', text)).toEqual([]);
  });
});

it('what is heard later than the answer is no name', () => {
  const turns = ["what's your name", 'it is hard to say', 'and what hurts'];
  const before = turns
    .toReversed()
    .map((text) => ({ speaker: 'user' as const, text, shadow: shadowOf(text) }));
  expect(namesByContext('did you say wexel', [], before)).toEqual([]);
});

describe('a name that was spelled is one when it is read back', () => {
  it.each([
    [['hache u i elle', 'ce a pe después u eme a'], 'huillcapuma ahora sí', ['huillcapuma']],
    [['b r z e z', 'i n k a'], 'so brzezinka is that right', ['brzezinka']],
    [['b r z e z'], 'is that your phone', []],
    [['it is a test i think'], 'is that your phone', []],
  ])('%j, %s', (spelled, text, names) => {
    const before = spelled
      .toReversed()
      .map((said) => ({ speaker: 'user' as const, text: said, shadow: shadowOf(said) }));
    const found = namesByContext(text, [], before);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(names);
  });
});

describe('a name that its speaker says again is found again', () => {
  const model = (text: string, name: string, score = 0.95) => {
    const start = text.indexOf(name);
    return { kind: 'NAME', start, end: start + name.length, score, ...foundBy('ner') };
  };

  it.each<[text: string, found: string, more: readonly string[]]>([
    ['it is Lindgren-Abara, they often write Abara alone', 'Lindgren-Abara', ['Abara']],
    ['dusan dusan kovar for thursday', 'dusan kovar', ['dusan']],
    ['ask for kowal and kowal only', 'kowal', []],
    ['the park by ginny park', 'ginny park', []],
    ['johnson and johnson', 'johnson', []],
    ['lily lily came with a lily', 'lily', ['lily']],
    ['esperanza me llamo esperanza quiroz', 'esperanza quiroz', ['esperanza', 'esperanza']],
    ['le doy mi nombre soy lindgren', 'lindgren', []],
  ])('%s', (text, name, more) => {
    const found = namesByContext(text, [model(text, name)]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(more);
  });

  it('not where the model doubts the name', () => {
    expect(
      namesByContext('calder then calder', [model('calder then calder', 'calder', 0.6)]),
    ).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { withNamesOfLanguages } from '../../../../server/detect/index.ts';
import type { Detection, Utterance } from '../../../../server/domain/detection.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';
import { foundBy } from '../../../support/found-by.ts';

const covered = ['en', 'es', 'fr'];
const utterance = (text: string, speaker: Utterance['speaker']): Utterance => ({
  speaker,
  text,
  shadow: shadowOf(text, covered),
});

/** The text with names in brackets; what the model took for a name stands in braces. */
function namesIn(said: string, codes: readonly string[] = covered): string {
  const [answer = '', question] = said.split(' >> ').toReversed();
  const start = answer.indexOf('{');
  const end = answer.indexOf('}') - 1;
  const text = answer.replace(/[{}]/g, '');
  const found: Detection[] =
    start < 0 ? [] : [{ kind: 'NAME', start, end, score: 0.8, ...foundBy('ner') }];
  const before = question === undefined ? [] : [utterance(question, 'assistant')];
  const names = withNamesOfLanguages(text, found, before, codes);
  const spans = new Map(names.map((one) => [one.start, one]));
  return [...spans.values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (left, { start: from, end: to }) =>
        `${left.slice(0, from)}[${left.slice(from, to)}]${left.slice(to)}`,
      text,
    );
}

describe('in a covered language that the model does not know, words around a name show it', () => {
  it.each([
    ["bonjour je m'appelle ysoline tarnier et j'ai mal au dos", 'ysoline tarnier'],
    ["mon nom c'est alors le goarant", 'le goarant'],
    ['je cherche le docteur petit', 'petit'],
    ['le docteur est parti', ''],
    ['je cherche le docteur hautefeuille', 'hautefeuille'],
    ['le rendez-vous est au nom de de la brosse', 'de la brosse'],
    ["c'est enguerrand tarnier à l'appareil", 'enguerrand tarnier'],
    ["bonjour tarnier à l'appareil", 'tarnier'],
    ["c'est pour Ysoline, ma fille", 'Ysoline'],
    ['Madame Tarnier m’a dit de rappeler.', 'Tarnier'],
    ["C'est à quel nom ? >> tarnier", 'tarnier'],
    ['votre prénom >> alors euh ysoline', 'ysoline'],
  ])('%s', (said, name) => {
    const text = said.split(' >> ').at(-1) ?? '';
    expect(namesIn(said)).toBe(name === '' ? text : text.replace(name, `[${name}]`));
  });
});

describe('everyday words of the language are no part of a name of the model', () => {
  it.each([
    ["je voudrais {rappeler aujourd'hui}", "je voudrais rappeler aujourd'hui"],
    ['je suis {trompée}', 'je suis trompée'],
    ["j'ai {l'ordonnance}", "j'ai l'ordonnance"],
    [
      'ma sœur {ysoline passera prendre} le dossier',
      'ma sœur [ysoline] passera prendre le dossier',
    ],
    ["c'est {enguerrand de la brosse}", "c'est [enguerrand de la brosse]"],
  ])('%s', (said, names) => {
    expect(namesIn(said)).toBe(names);
  });
});

describe('nothing changes', () => {
  it.each([
    [
      'where the policy does not cover the language',
      "je m'appelle tarnier {rappeler}",
      ['en', 'es'],
    ],
    ['in a text of another language', 'my name is {ysoline pour}', covered],
  ])('%s', (_, said, codes) => {
    const model = said.replace('{', '[').replace('}', ']');
    expect(namesIn(said, codes)).toBe(model);
  });
});

import { describe, expect, it } from 'vitest';
import { languages, shadowOf, usualLanguages } from '../../../server/normalize/index.ts';

type Case = readonly [spoken: string, written: string];

const covered = ['en', 'es', 'fr'];
const writtenOf = (spoken: string): string => shadowOf(spoken, covered).text;

const numbers: readonly Case[] = [
  ['zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre', '0639981234'],
  ['zéro un quatre-vingt-dix-neuf zéro zéro soixante-treize quatre-vingt-un', '0199007381'],
  ['zéro quatre soixante-cinq soixante et onze dix-huit trente-six', '0465711836'],
  ['soixante-dix', '70'],
  ['soixante dix sept', '77'],
  ['quatre-vingts', '80'],
  ['quatre-vingt-douze', '92'],
  ['quatre vingt-douze', '92'],
  ['zéro quatre vingt-deux', '0422'],
  ['nonante-deux', '92'],
  ['vingt et un', '21'],
  ['deux cent quarante-trois', '243'],
  ['cent trois', '103'],
  ['mille neuf cent cinquante-huit', '1958'],
  ['deux mille dix-neuf', '2019'],
  ['dix-sept septembre', '17 september'],
];

describe('French numbers are written in digits where a policy covers French', () => {
  it.each(numbers)('%s', (spoken, written) => {
    expect(writtenOf(spoken)).toBe(written);
  });

  it('speech recognition may leave accents out', () => {
    expect(writtenOf('zero six fevrier decembre')).toBe(writtenOf('zéro six février décembre'));
  });

  it('a policy that does not list French leaves them as they are', () => {
    for (const [spoken] of numbers) expect(shadowOf(spoken).text).not.toMatch(/\d{3}/);
    expect(usualLanguages).toEqual(['en', 'es']);
    expect(languages.map(({ code }) => code)).toEqual(covered);
  });

  it('a turn in another covered language is read as under every policy', () => {
    const turns = [
      'the six of us, fifty cents and mars bars on sept 4',
      'mi hijo cumple seis el dos del mes',
      'de la cruz',
    ];
    for (const turn of turns) expect(shadowOf(turn, covered)).toEqual(shadowOf(turn));
  });
});

const phrases: readonly Case[] = [
  ["mon numéro de téléphone c'est le", 'my phone number is the'],
  ['je suis né le trois avril', 'je was born on the 3 april'],
  ['née le premier mai deux mille onze', 'born on the 1st may 2011'],
  ["j'habite au douze rue des lilas", 'i live at 12 rue des lilas'],
  ['l’adresse c’est', 'the address is'],
  ['numéro de sécurité sociale', 'social security number'],
  ["numéro d'adhérent", 'member number'],
  ["mon mari a un rendez-vous à l'hôpital", "my husband a a appointment à l'hôpital"],
  ['il y a deux semaines', 'ago 2 weeks'],
];

describe('French phrases are put into English where a policy covers French', () => {
  it.each(phrases)('%s', (spoken, written) => {
    expect(writtenOf(spoken)).toBe(written);
  });
});

const addresses: readonly Case[] = [
  ['camille point lefevre arobase example point com', 'camille.lefevre@example.com'],
  ['nadege tiret du bas b arobase example point org', 'nadege_b@example.org'],
  ['a tiret pontoise quarante-deux arobase example point net', 'a-pontoise42@example.net'],
];

describe('French e-mail addresses are joined', () => {
  it.each(addresses)('%s', (spoken, written) => {
    expect(writtenOf(`mon mail c'est ${spoken}`)).toBe(`my email is ${written}`);
  });
});

import { join } from 'node:path';
import { allLocales } from '@faker-js/faker';
import { type Lexicon, lexiconBits } from '../../server/detect/ner/lexicon.ts';
import { hashOf, type Random } from './random.ts';
import { type LanguageCode, loadWordLists } from './word-lists.ts';

type Listed = readonly string[] | { readonly [key: string]: unknown } | null | undefined;

/** All strings of one of faker's lists, whatever it is grouped by. */
function strings(list: Listed | unknown): string[] {
  if (typeof list === 'string') return [list];
  if (Array.isArray(list)) return list.flatMap(strings);
  return list !== null && typeof list === 'object' ? Object.values(list).flatMap(strings) : [];
}

const latin = /^[\p{Script=Latin}\p{M}\s'’.-]+$/u;
const clean = (list: readonly string[]): string[] =>
  [...new Set(list)].filter((name) => latin.test(name) && name.length > 1 && name.length < 24 && !name.includes('.'));

function gather(pick: (locale: Record<string, Record<string, unknown>>) => unknown, only?: RegExp): string[] {
  return clean(
    Object.entries(allLocales)
      .filter(([name]) => only === undefined || only.test(name))
      .flatMap(([, locale]) => strings(pick(locale as never))),
  );
}

const english = /^en/;
const home = /^en(?:_(?:US|GB|CA|AU|IE))?$/;
export const firstNames = gather((locale) => locale['person']?.['first_name']);
export const englishFirstNames = gather((locale) => locale['person']?.['first_name'], home);
export const surnames = gather((locale) => locale['person']?.['last_name']);
export const englishSurnames = gather((locale) => locale['person']?.['last_name'], home);
const cities = gather((locale) => locale['location']?.['city_name'], /^en|^de|^fr|^es|^it|^nl|^pt/);
const countries = gather((locale) => locale['location']?.['country'], english);
const states = gather((locale) => locale['location']?.['state'], english);
export const places = [...cities, ...countries, ...states];

const listsOf = (language: string): ReadonlyMap<string, readonly string[]> => loadWordLists(join(import.meta.dirname, 'lexicon', language));
const englishLists = listsOf('en');
const spanish = listsOf('es');
/** The names that most people have, about in the order of how many do. */
const most = { first: englishLists.get('most-given-names') ?? [], last: englishLists.get('most-surnames') ?? [] };
/** The same of people who speak Spanish; many more, since few of them are in faker. */
const spanishNames = { first: spanish.get('given-names') ?? [], last: spanish.get('surnames') ?? [] };
const mostSpanish = { first: spanishNames.first.slice(0, 250), last: spanishNames.last.slice(0, 250) };
const plainForm = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const isOfMost = new Set([...most.first, ...most.last, ...mostSpanish.first, ...mostSpanish.last].map(plainForm));
const towns = { en: gather((locale) => locale['location']?.['city_name'], home), es: spanish.get('towns') ?? [] };

/** Share of names that only the held-out split uses: well-known names say nothing about unseen ones. */
const heldOutShare = 10;
export const isHeldOutName = (name: string): boolean =>
  hashOf(plainForm(name)) % heldOutShare === 0 && !isOfMost.has(plainForm(name));

export interface NameSource {
  first(): string;
  last(): string;
  /** A city, state or country. */
  place(): string;
  city(): string;
  state(): string;
  /** A word that is none, for products and firms. */
  coined(): string;
  /** A given name that is an ordinary word as well (will, grace). */
  wordy(): string;
  /** What an animal is called: mostly a word for a thing, food or quality. */
  pet(): string;
}

interface NameOptions {
  readonly lexicon: Lexicon;
  readonly dictionary: readonly string[];
  /** Whether names come from the held-out split or from the other. */
  readonly heldOut: boolean;
  readonly language?: LanguageCode;
  /** Less than 1: fewer names that no list has. */
  readonly oddShare?: number;
}

/**
 * Names by their origin: one in six is one of the few hundred that most people have, the more often the more have
 * it; a quarter of the others usual, and of these two in five ordinary words as well (will, grace); most of the rest English, the rest from all of faker's locales in Latin script, names built from
 * pieces of others, and dictionary words used as names, so that context and shape are learned rather than lists.
 * Held-out names come from a split that training never sees.
 */
export function nameSource(
  random: Random,
  { lexicon, dictionary, heldOut, oddShare = 1, language = 'en' }: NameOptions,
): NameSource {
  const split = (names: readonly string[]): string[] =>
    names.filter((name) => isHeldOutName(name) === heldOut);
  const listed = (bits: number): string[] =>
    [...lexicon].filter(([, mask]) => (mask & bits) === bits).map(([form]) => capital(form));
  const { word, firstName, surname, proper, usualFirstName, usualSurname } = lexiconBits;
  const usualWords = { first: split(listed(usualFirstName | word)), last: split(listed(usualSurname | word)) };
  const lists = {
    first: [
      split(listed(usualFirstName)),
      split([...englishFirstNames, ...listed(firstName | proper)]),
      split([...firstNames, ...listed(firstName)]),
    ] as const,
    last: [
      split(listed(usualSurname)),
      split([...englishSurnames, ...listed(surname | proper)]),
      split([...surnames, ...listed(surname)]),
    ] as const,
  };
  const isWord = new Set(dictionary);
  const built = (names: readonly string[]): string => {
    const name = pseudoName(random, names);
    return isWord.has(name.toLowerCase()) ? random.pick(names) : name;
  };
  const words = split(dictionary.filter((word) => word.length > 2 && word.length < 10));
  const ofMost = (names: readonly string[]): string =>
    capital(names[Math.floor(10 * ((names.length + 10) / 10) ** random.next() - 10)] ?? '');
  const spanishLists = { first: split(spanishNames.first), last: split(spanishNames.last) };
  const isUsual = new Set(Object.values(usualWords).flat().map(plainForm));
  const spanishWordy = { first: spanishLists.first.filter((form) => isUsual.has(plainForm(form))), last: spanishLists.last.filter((form) => isUsual.has(plainForm(form))) };
  const spanishName = (kind: 'first' | 'last'): string => {
    const roll = random.next();
    if (!heldOut && roll < 0.25) return ofMost(mostSpanish[kind]);
    if (roll < 0.35) return random.pick(spanishWordy[kind].length > 0 ? spanishWordy[kind] : spanishLists[kind]);
    return roll < 0.35 + 0.1 * oddShare ? built(spanishLists[kind]) : random.pick(spanishLists[kind]);
  };
  const spanishShare = language === 'es' ? 0.82 : 0.1;
  const name = (kind: 'first' | 'last'): string => {
    if (random.chance(spanishShare)) return spanishName(kind);
    const [usual, near, world] = lists[kind];
    if (!heldOut && random.chance(0.16)) return ofMost(most[kind]);
    const roll = random.next();
    if (roll < 0.2 * oddShare) {
      return random.chance(0.7) ? built(random.chance(0.5) ? near : world) : capital(random.pick(words));
    }
    if (roll < 0.48) return random.pick(random.chance(0.4) ? usualWords[kind] : usual);
    return random.pick(roll < 0.74 ? near : world);
  };
  const wordy = (): string => capital(random.pick(language === 'es' && spanishWordy.first.length > 0 && random.chance(0.75) ? spanishWordy.first : usualWords.first));
  // Places, too, are known by what stands around them.
  const near = language === 'es' ? towns.es : towns.en;
  const town = (): string => (random.chance(0.12 * oddShare) ? pseudoName(random, cities) : random.pick(random.chance(0.5) ? near : cities));
  return {
    first: () => name('first'),
    last: () => {
      const roll = random.next();
      if (roll < 0.03) return `${name('last')}-${name('last')}`;
      return roll < 0.05 ? `${random.pick(language === 'es' ? ['de', 'de la', 'del', 'de los', 'de León', 'San'] : ['van', 'de', 'Al', 'El', "O'", 'Mc', 'St.', 'de la', 'von'])} ${name('last')}`.replace("' ", "'").replace('Mc ', 'Mc') : name('last');
    },
    place: () => (random.chance(0.6) ? town() : random.pick(random.chance(0.6) ? (language === 'es' && random.chance(0.6) ? near : states) : countries)),
    city: town,
    coined: () => pseudoName(random, random.chance(0.5) ? words : random.chance(0.5) ? cities : surnames).toLowerCase(),
    state: () => random.pick(states),
    wordy,
    pet: () => (random.chance(0.55) ? capital(random.pick(words)) : random.chance(0.4) ? wordy() : name('first')),
  };
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The head of one name and the tail of another. */
function pseudoName(random: Random, names: readonly string[]): string {
  const head = random.pick(names).split(/[\s-]/)[0] ?? '';
  const tail = random.pick(names).split(/[\s-]/)[0] ?? '';
  const cut = Math.max(2, Math.ceil(head.length / 2));
  const joined = head.slice(0, cut) + tail.slice(Math.max(1, Math.floor(tail.length / 2))).toLowerCase();
  return capital(joined);
}

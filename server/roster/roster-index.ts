import { itemAt } from '../domain/item-at.ts';
import type { Person } from '../domain/roster.ts';
import { hashOf, hashTable } from './hash-table.ts';
import { errorsAllowed, errorsBetween, nameFormsOf, soundOf } from './name-forms.ts';
import { type ValueKind, valueKey, valueKeysOf } from './value-keys.ts';
import type { WordClasses } from './word-classes.ts';

/** A word of names, by its place in the index. */
export type NameWord = number;
/** Somebody of the roster, by their place in the index. */
export type PersonNumber = number;

/** A word of names that a heard word may be, and how many errors of recognition that takes. */
export interface NearWord {
  readonly word: NameWord;
  readonly errors: number;
}

/** The people of a roster, found by what is said of them (decision 0082). */
export interface RosterIndex {
  readonly words: WordClasses;
  readonly people: () => number;
  /** The word with this form (`nameForm`). */
  readonly wordOf: (form: string) => NameWord | undefined;
  /** The words that a form may be with a few errors, the nearest first. */
  readonly wordsNear: (form: string) => readonly NearWord[];
  /** People with one of these names, at most `most`. */
  readonly peopleNamed: (words: readonly NameWord[], most: number) => readonly PersonNumber[];
  /** People with one of these and one of those names, at most `most`. */
  readonly peopleNamedBoth: (
    these: readonly NameWord[],
    those: readonly NameWord[],
    most: number,
  ) => readonly PersonNumber[];
  readonly isNamed: (person: PersonNumber, words: readonly NameWord[]) => boolean;
  /** People with a value, at most `most`. */
  readonly peopleWith: (
    kind: ValueKind,
    canonical: string,
    most: number,
  ) => readonly PersonNumber[];
  /** True of staff whose names may reach the model. */
  readonly mayBeSaid: (person: PersonNumber) => boolean;
  readonly bytes: () => number;
}

export interface RosterBuilder {
  /** A fraction of a millisecond. */
  add(person: Person): void;
  readonly index: RosterIndex;
}

/** Ends a list of postings. */
const end = 0xffffffff;
const leastNear = 4;
/** Words that share a sound are compared with a heard one, at most these. */
const mostNear = 400;

/** An index that grows by one person at a time, all of it in typed arrays. */
export function rosterBuilder(words: WordClasses): RosterBuilder {
  const names = nameTable();
  const values = hashTable();
  const mayBeSaid = growingList();
  /** Where the words of each person begin in `namesOf`; the next entry ends them. */
  const starts = growingList();
  const namesOf = growingList();
  starts.push(0);

  const isNamed = (person: PersonNumber, some: readonly NameWord[]): boolean => {
    for (let at = starts.at(person); at < starts.at(person + 1); at += 1) {
      if (some.includes(namesOf.at(at))) return true;
    }
    return false;
  };
  const index: RosterIndex = {
    words,
    people: mayBeSaid.length,
    wordOf: names.wordOf,
    wordsNear: names.wordsNear,
    peopleNamed: (some, most) => [...limited(names.postings(some), most)],
    peopleNamedBoth: (these, those, most) => {
      const [few, many] = names.count(these) < names.count(those) ? [these, those] : [those, these];
      return [...limited(names.postings(few), most, (person) => isNamed(person, many))];
    },
    isNamed,
    peopleWith: (kind, canonical, most) => values.get(hashOf(valueKey(kind, canonical)), most),
    mayBeSaid: (person) => mayBeSaid.at(person) === 1,
    bytes: () =>
      [names, values, mayBeSaid, starts, namesOf, words].reduce(
        (sum, { bytes }) => sum + (typeof bytes === 'number' ? bytes : bytes()),
        0,
      ),
  };
  return {
    index,
    add: (person) => {
      const number = mayBeSaid.length();
      mayBeSaid.push(Number(person.mayBeSaid));
      for (const form of nameFormsOf(person)) namesOf.push(names.post(form, number));
      starts.push(namesOf.length());
      for (const key of valueKeysOf(person)) values.add(hashOf(key), number);
    },
  };
}

/** The first `most` people that pass a test, each once. */
function limited(
  people: Iterable<PersonNumber>,
  most: number,
  test: (person: PersonNumber) => boolean = () => true,
): ReadonlySet<PersonNumber> {
  const found = new Set<PersonNumber>();
  for (const person of people) {
    if (!test(person)) continue;
    found.add(person);
    if (found.size >= most) break;
  }
  return found;
}

/** The words of all names: their letters, who has them, and what is near them. */
function nameTable() {
  const byForm = hashTable();
  /** By what is left of a word without one of its letters, and by its sound. */
  const byRest = hashTable();
  const bySound = hashTable();
  const letters = growingList();
  const lettersFrom = growingList();
  /** Linked lists of the people with a word, the latest first. */
  const heads: number[] = [];
  const counts: number[] = [];
  const next = growingList();
  const people = growingList();
  lettersFrom.push(0);

  const formOf = (word: NameWord): string => {
    let form = '';
    for (let at = lettersFrom.at(word); at < lettersFrom.at(word + 1); at += 1) {
      form += String.fromCharCode(letters.at(at));
    }
    return form;
  };
  const wordOf = (form: string): NameWord | undefined => byForm.get(hashOf(form), 1)[0];
  const addWord = (form: string): NameWord => {
    const word = heads.length;
    byForm.add(hashOf(form), word);
    heads.push(end);
    counts.push(0);
    for (let at = 0; at < form.length; at += 1) letters.push(form.charCodeAt(at));
    lettersFrom.push(letters.length());
    if (form.length >= leastNear) {
      for (const rest of restsOf(form)) byRest.add(hashOf(rest), word);
      bySound.add(hashOf(soundOf(form)), word);
    }
    return word;
  };
  return {
    wordOf,
    wordsNear: (form: string): readonly NearWord[] => {
      const most = errorsAllowed(form.length);
      if (most === 0) return [];
      const near = new Set(bySound.get(hashOf(soundOf(form)), mostNear));
      for (const rest of [form, ...restsOf(form)]) {
        for (const word of byRest.get(hashOf(rest), mostNear)) near.add(word);
        const whole = wordOf(rest);
        if (whole !== undefined && rest.length >= leastNear) near.add(whole);
      }
      return [...near]
        .map((word) => ({ word, errors: errorsBetween(form, formOf(word), most) }))
        .filter(({ errors }) => errors <= most)
        .sort((a, b) => a.errors - b.errors);
    },
    /** Notes that a person has a name; returns the word. */
    post: (form: string, person: PersonNumber): NameWord => {
      const word = wordOf(form) ?? addWord(form);
      next.push(heads[word] ?? end);
      heads[word] = people.length();
      people.push(person);
      counts[word] = (counts[word] ?? 0) + 1;
      return word;
    },
    count: (words: readonly NameWord[]): number =>
      words.reduce((sum, word) => sum + (counts[word] ?? 0), 0),
    postings: function* (words: readonly NameWord[]): Generator<PersonNumber> {
      for (const word of words) {
        for (let at = heads[word] ?? end; at !== end; at = next.at(at)) yield people.at(at);
      }
    },
    bytes: (): number =>
      [byForm, byRest, bySound, letters, lettersFrom, next, people].reduce(
        (sum, { bytes }) => sum + bytes(),
        16 * heads.length,
      ),
  };
}

/** A form without each of its letters in turn. */
function restsOf(form: string): readonly string[] {
  return Array.from(form, (_, at) => form.slice(0, at) + form.slice(at + 1));
}

/** Numbers in a typed array that doubles when it is full. */
interface GrowingList {
  push(value: number): void;
  at(index: number): number;
  length(): number;
  bytes(): number;
}

function growingList(): GrowingList {
  let values = new Uint32Array(1024);
  let length = 0;
  return {
    push: (value) => {
      if (length === values.length) {
        const longer = new Uint32Array(2 * length);
        longer.set(values);
        values = longer;
      }
      values[length] = value;
      length += 1;
    },
    at: (index) => itemAt(values, index),
    length: () => length,
    bytes: () => values.byteLength,
  };
}

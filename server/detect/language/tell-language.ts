import type { SpokenLanguage } from '../../domain/policy.ts';
import { type LanguageModel, languagesOfWord, latinWords } from './language-model.ts';

/** What turns of a speaker tell: a covered language, the tag of another one, or nothing sure. */
export type ToldLanguage = 'covered' | 'unsure' | { readonly other: string };

/** Fewer different words say nothing. */
const fewestWords = 3;
/** More different words tell nothing new, and a long text must not hold up others. */
const mostWords = 60;
/** A word counts for at most so much: a foreign name among English words stays a name. */
const mostPerWord = 3;
/**
 * By how much the words must speak for another language than the covered ones, in natural logarithms: in
 * one turn, whatever the speaker said before, where four words of a name do not suffice; in all turns
 * together; and for a covered one.
 */
const sureAlone = 13;
const sureTogether = 5;
const sureOfCovered = -3;

/**
 * Tells the language of a turn. `texts` begins with the turn and continues with earlier turns of the same
 * speaker, the nearest first: they decide where the turn says little, as a name or a number does.
 */
export function tellLanguage(
  texts: Iterable<string>,
  covered: readonly string[],
  model: LanguageModel,
): ToldLanguage {
  const evidence = new Evidence(covered, model);
  for (const text of texts) {
    const spoken = withoutCodes(text);
    const script = otherScript(spoken);
    if (script !== undefined)
      return evidence.lead() <= sureOfCovered ? 'covered' : { other: script };
    evidence.add(latinWords(spoken));
    const sure = evidence.sureLanguage();
    if (sure !== undefined) return sure;
    if (evidence.isFull()) break;
  }
  return evidence.lead() >= sureTogether ? { other: evidence.strongest() } : 'unsure';
}

/** Whether a speaker's turns, the last one first, are Spanish; English where that is not sure. */
export function spokenLanguage(texts: Iterable<string>, model: LanguageModel): SpokenLanguage {
  const told = tellLanguage(texts, ['en'], model);
  return typeof told === 'object' && told.other === 'es' ? 'es' : 'en';
}

/** What different words say for each language, and for the covered ones together. */
class Evidence {
  readonly #model: LanguageModel;
  readonly #covered: readonly number[];
  readonly #seen = new Set<string>();
  readonly #total: Float64Array;
  #totalCovered = 0;

  constructor(covered: readonly string[], model: LanguageModel) {
    this.#model = model;
    this.#covered = covered.map((tag) => model.languages.indexOf(tag));
    this.#total = new Float64Array(model.languages.length);
    for (const at of this.#covered) this.#total[at] = -Infinity;
  }

  add(words: readonly string[]): void {
    for (const word of words) {
      if (this.isFull()) return;
      if (word.length < 2 || this.#seen.has(word)) continue;
      this.#seen.add(word);
      this.#addScores(languagesOfWord(word, this.#model));
    }
  }

  #addScores(scores: Readonly<Float64Array>): void {
    // Word by word, because callers mix covered languages.
    let most = this.#covered.length === 0 ? -Infinity : -mostPerWord;
    for (const at of this.#covered) most = Math.max(most, scores[at] ?? -mostPerWord);
    this.#totalCovered += most;
    const total = this.#total;
    for (let at = 0; at < scores.length; at += 1)
      total[at] = (total[at] as number) + Math.max(scores[at] as number, -mostPerWord);
  }

  /** By how much the strongest other language leads; 0 as long as the words are too few. */
  lead(): number {
    if (this.#seen.size < fewestWords) return 0;
    return Math.max(...this.#total) - this.#totalCovered;
  }

  /** The language, if no earlier turn can change it. */
  sureLanguage(): ToldLanguage | undefined {
    const lead = this.lead();
    if (lead >= sureAlone) return { other: this.strongest() };
    return lead <= sureOfCovered ? 'covered' : undefined;
  }

  isFull(): boolean {
    return this.#seen.size >= mostWords;
  }

  strongest(): string {
    return this.#model.languages[this.#total.indexOf(Math.max(...this.#total))] ?? 'und';
  }
}

/** Without addresses, tokens and numbers, whose letters are no words of a language. */
const withoutCodes = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !/[@\d_]|\p{L}\.\p{L}/u.test(word))
    .join(' ');

const notLatin = /[^\P{L}\p{Script=Latin}]/u;

/** The language of a text whose letters are mostly of another script than Latin. */
function otherScript(text: string): string | undefined {
  if (!notLatin.test(text)) return undefined;
  const letters = text.match(/\p{L}/gu) ?? [];
  const others = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter));
  if (others.length < 2 || others.length * 2 < letters.length) return undefined;
  return scripts.find(([, pattern]) => pattern.test(text))?.[0] ?? 'und';
}

/** Letters by language; the first that a text has decides. */
const scripts: readonly (readonly [tag: string, letters: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['ur', /[ٹڈڑں]/u],
  ['fa', /[پچژگ]/u],
  ['ar', /\p{Script=Arabic}/u],
  ['uk', /[іїєґ]/iu],
  ['ru', /\p{Script=Cyrillic}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['bn', /\p{Script=Bengali}/u],
  ['pa', /\p{Script=Gurmukhi}/u],
  ['gu', /\p{Script=Gujarati}/u],
  ['ta', /\p{Script=Tamil}/u],
  ['te', /\p{Script=Telugu}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['hy', /\p{Script=Armenian}/u],
  ['th', /\p{Script=Thai}/u],
  ['km', /\p{Script=Khmer}/u],
  ['lo', /\p{Script=Lao}/u],
  ['my', /\p{Script=Myanmar}/u],
  ['am', /\p{Script=Ethiopic}/u],
];

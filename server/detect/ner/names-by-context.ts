import { allMatches } from '../../domain/all-matches.ts';
import type { Detection, Utterance } from '../../domain/detection.ts';
import { acknowledgingWords } from '../../domain/speech/dictation-words.ts';
import { readTurn } from '../dictation/read-turn.ts';
import { isSpelledAbbreviation } from '../vocabulary/abbreviations.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';
import { hyphen, monthWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, furtherFunctionWords } from '../vocabulary/words.ts';
import { framedNames } from './framed-names.ts';
import { pairedNames } from './paired-names.ts';
import { repeatedNames } from './repeated-names.ts';
import { nameInContext, wordAsName } from './told-name.ts';

const value = "(?<value>\\p{L}[\\p{L}'’-]{1,24})";
const everybody = inLanguages(
  '(?:people|everyone|everybody|friends|folks|family|they|kids)(?: just| all| always| usually)? calls? me',
  ({ nameSentences }) => nameSentences?.called,
);
const afterCalled = inLanguages(
  'but|and|for short|so|or',
  ({ nameSentences }) => nameSentences?.afterCalled,
);
/** "he goes by Kit", "people call me temo", "todo el mundo me dice cuca". */
const called: readonly RegExp[] = [
  new RegExp(
    `\\b(?:(?:goes|go|went|going) by(?: the name)?|(?:prefers to be|is|likes to be) called|nicknamed|(?:nickname|preferred name)(?: is|'s)) ${value}(?![\\p{L}\\d'’-])`,
    'dgiu',
  ),
  new RegExp(`\\b(?:${everybody}) ${value}(?=[,.?!]|\\s*$| (?:${afterCalled})(?!\\p{L}))`, 'dgiu'),
];
const notCalled =
  /^(?:npi|dea|mrn|dob|ssn|ein|tin|id|zip|date|phone|chart|claim|first|last|middle|nickname|maiden|car|bus|foot|name|email|phone|quick\w*|slow\w*|fast|too|really|number|fax|mail|text|certified|post|courier|ups|fedex|initials|either|both|different|train|plane|weight|age)$/i;
/**
 * Names that only the words around them show, in a text where `found` holds what detection found besides: what somebody
 * goes by, what is read back, spelled or said again, and names that several words make. `before` are the texts before it,
 * the nearest first.
 */
export function namesByContext(
  text: string,
  found: readonly Detection[],
  before: readonly Utterance[] = [],
): readonly Detection[] {
  if (!/\p{L}/u.test(text)) return [];
  const sure = found.filter(({ kind, score: sure }) => kind === 'NAME' && sure >= leastSure);
  const shown = [...framedNames(text, found), ...heardNames(text, before[1]?.text ?? '')];
  const named = [...sure, ...shown];
  const joined = joinedNames(text, named);
  return [
    ...shown,
    ...joined,
    ...calledIn(text),
    ...repeatedNames(text, [...named, ...joined]),
    ...pairedNames(text, named),
    ...spelledNames(text, sure),
    ...spelledBefore(text, before),
  ];
}

const letter = "\\p{L}(?![\\p{L}\\p{M}'’])(?: (?:as in|like|as|for) (?:an? )?\\p{L}{2,12})?";
const apart = `(?:[\\s,.-]{1,3}(?:(?:space|then|um|uh)[\\s,.-]{1,3})?| (?:${hyphen}) )(?:double )?`;
const joined =
  '[\\s,.-]{1,3}(?:dash|hyphen|apostrophe|capital)[\\s,.-]{1,3}(?:(?:then|and then|capital)[\\s,.-]{1,3})?';
/** "s i d like dog h", "A-L, dash, then M-A": letters of a name, with what a speller says between them. */
const spelled = new RegExp(
  `(?<![\\p{L}\\p{N}'’])(?:${letter}(?:${apart}${letter})?${joined})?(?:double )?${letter}(?:${apart}${letter}){1,40}`,
  'giu',
);

const leastSure = 0.5;

/** A spelling of which the model found a part, as a whole; behind one with digits is a code. */
function spelledNames(text: string, names: readonly Detection[]): Detection[] {
  if (names.length === 0) return [];
  return allMatches(text, spelled).flatMap(({ index, 0: said }) => {
    if (isSpelledAbbreviation(said)) return [];
    const end = index + said.length;
    const isPart = names.some((one) => one.start < end && index < one.end);
    const next = /^[\s,.-]{1,3}([\p{L}\p{N}]+)/u.exec(text.slice(end, end + 16))?.[1] ?? '';
    return isPart && !/^\d/.test(next) && !numberWord.test(next)
      ? [nameInContext(index, end), ...saidBefore(text.slice(0, index), said)]
      : [];
  });
}

const example =
  /(?<=\p{L} (?:as in|like|as|for) (?:an? )?)\p{L}{2,12}|\b(?:as in|like|as|for|double)\b/giu;
const leastLetters = 4;

/** Where a text said the name that it then spells. */
function saidBefore(text: string, spelling: string): Detection[] {
  const letters = spelling.replace(example, '').match(/(?<!\p{L})\p{L}(?!\p{L})/gu) ?? [];
  if (letters.length < leastLetters) return [];
  const word = new RegExp(`(?<![\\p{L}\\p{N}])${letters.join('')}(?![\\p{L}\\p{N}])`, 'giu');
  return allMatches(text, word).map(({ index, 0: { length } }) =>
    nameInContext(index, index + length),
  );
}

const turnsOfSpelling = 8;
const saidWord = /(?<![\p{L}\p{N}])\p{L}{5,20}(?![\p{L}\p{N}'’])/gu;

/** A word that is read back, when the turns before `text` spelled it: "hui", "elle", … "huillcapuma". */
function spelledBefore(text: string, before: readonly Utterance[]): Detection[] {
  const letters = before.slice(0, turnsOfSpelling).toReversed().flatMap(lettersOf).join('');
  if (letters.length < leastLetters + 1) return [];
  return allMatches(text, saidWord).flatMap(({ index, 0: said }) =>
    letters.includes(said.toLowerCase()) ? [nameInContext(index, index + said.length)] : [],
  );
}

/** The letters that a turn says one by one. */
const lettersOf = (turn: Utterance): readonly string[] =>
  readTurn(turn)
    .pieces.filter(({ text, isDate }) => !isDate && /^\p{L}+$/u.test(text))
    .map(({ text }) => text);

function calledIn(text: string): Detection[] {
  return called
    .flatMap((pattern) => allMatches(text, pattern))
    .flatMap(({ indices, groups }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      const said = groups?.['value'] ?? '';
      return functionWords.has(said.toLowerCase()) || notCalled.test(said)
        ? []
        : [nameInContext(start, end)];
    });
}

const asked = inLanguages(
  "(?:your|patient's|his|her) (?:first |full |last )?name|(?:the|first|full|last|middle|maiden) name|who am i speaking (?:with|to)|who's calling|emergency contact|next of kin|who (?:takes care|prescribed|referred|ordered|should we|can we|do you see|did you see|will be|is your|is the)|who's (?:your|the|bringing|picking|this|she|he)|(?:who|which doctor) (?:is it|is this|was it|does (?:he|she) see|did you see)|(?:what|and the) (?:first|last)|what about the (?:new )?(?:girl|guy|nurse|lady)",
  ({ nameSentences }) => nameSentences?.asked,
);
/** A question for nothing but a name, or for who somebody is. */
const asks = new RegExp(`\\b(?:${asked})(?!\\p{L})[^.?!]{0,60}[.?!]?\\s*$`, 'iu');
const opening = inLanguages(
  "okay|ok|sorry|i'm sorry|um|uh|eh|and|so",
  ({ nameSentences }) => nameSentences?.opening,
);
const told = inLanguages(
  'did you say|you said|i heard',
  ({ nameSentences }) => nameSentences?.heard,
);
const confirmed = inLanguages(
  'is that|could you|can you|please|right|correct',
  ({ nameSentences }) => nameSentences?.confirmed,
);
/** "did you say …", "me sale …": what was understood of an answer, up to its end or the question behind it. */
const heard = new RegExp(
  `^\\s*(?:(?:${opening}),? ){0,3}(?:${told}) (?<value>\\p{L}[\\p{L}'’-]*(?: \\p{L}[\\p{L}'’-]*){0,3}?)(?=[\\s.?!]*$|,? (?:${confirmed})(?!\\p{L}))`,
  'diu',
);

/** The name that a turn reads back, right or wrong, when `askedBefore`, the turn before the answer, asked for it. */
function heardNames(text: string, askedBefore: string): readonly Detection[] {
  const match = asks.test(askedBefore.slice(-200)) ? heard.exec(text) : null;
  const words = match?.groups?.['value']?.toLowerCase().split(' ') ?? [];
  const [start, end] = match?.indices?.groups?.['value'] ?? [0, 0];
  const isName =
    words.length > 0 &&
    !words.some((word) => word.length > 1 && isNoName(word)) &&
    words.some((word) => word.length > 2);
  return isName ? [wordAsName(start, end)] : [];
}

/** Whether a word in lower case answers no question for a name. */
const isNoName = (word: string): boolean =>
  functionWords.has(word) ||
  furtherFunctionWords.has(word) ||
  acknowledgingWords.has(word) ||
  [neverName, numberWord, monthWord].some((one) => one.test(word));

const widow = /^ (?:viuda|vda\.?) de (?:la |los |las |del )?$/iu;
const shortened = /(?<![\p{L}\p{N}])(?:[Mm]a|Mª|Fco|Fca|Gpe|Jse|Sta|Sto)\.? $/u;

const isWord = ({ id }: Detection): boolean => id === 'word-name';

/** Names as one where their parts were found: "Ma. Luisa Prado viuda de Cano", "paz herrera". */
function joinedNames(text: string, names: readonly Detection[]): readonly Detection[] {
  const sorted = names.toSorted((a, b) => a.start - b.start);
  return sorted.flatMap((first, index) => {
    const { start, end } = first;
    const before = shortened.exec(text.slice(Math.max(0, start - 8), start))?.[0].length ?? 0;
    const next = sorted[index + 1];
    const goesOn = next !== undefined && isOneName(text, first, next);
    if (before === 0 && !goesOn) return [];
    const joined = wordAsName(start - before, goesOn ? next.end : end);
    const isGiven = goesOn && isWord(first);
    return [isGiven ? { ...joined, parts: [[start, end]] } : joined];
  });
}

/** "viuda de" is part of a name; a name that is a word takes the surname behind it. */
function isOneName(text: string, first: Detection, next: Detection): boolean {
  const between = text.slice(first.end, next.start);
  return (between === ' ' && isWord(first)) || widow.test(between);
}

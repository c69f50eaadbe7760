import { isSpelledAbbreviation } from '../detect/vocabulary/abbreviations.ts';
import type { Span } from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import {
  cueBefore,
  isAfterPreposition,
  isNamedAfter,
  isPartOfBrand,
  isSpellingWord,
  type NameCue,
} from './name-cues.ts';
import { particles } from './name-forms.ts';
import type { NameToken } from './name-tokens.ts';
import { mostPeople, type RosterHit } from './roster-hit.ts';
import type { NameWord, PersonNumber, RosterIndex } from './roster-index.ts';
import { isOfCalendar } from './word-classes.ts';

/** Words in a row, by their tokens. */
interface Chain {
  readonly members: readonly NameToken[];
  readonly first: number;
  readonly last: number;
  readonly words: readonly NameWord[];
  readonly people: readonly PersonNumber[];
  /** Members that are in the roster as they stand. */
  readonly exact: number;
}

/** The names of a text that may be those of people of the roster; on demand only those with a spelled word. */
export function readNames(
  tokens: readonly NameToken[],
  index: RosterIndex,
  onlySpelled = false,
): readonly RosterHit[] {
  const hits: RosterHit[] = [];
  let at = 0;
  while (at < tokens.length) {
    const chain = chainFrom(tokens, at, index);
    const isWanted = !onlySpelled || chain?.members.some(({ isSpelled }) => isSpelled);
    if (chain !== undefined && isWanted) hits.push(...hitOf(chain, tokens, index));
    at = (chain?.last ?? at) + 1;
  }
  return hits;
}

/** The longest row of names that begins at a token and that one person has. */
function chainFrom(
  tokens: readonly NameToken[],
  first: number,
  index: RosterIndex,
): Chain | undefined {
  const head = itemAt(tokens, first);
  if (!head.isWord || (isJoint(head) && !mayBegin(head, index))) return undefined;
  const joined = joinedWords(tokens, first, index);
  const start = joined ?? headWords(head, () => cueBefore(tokens, first));
  if (start.words.length === 0) return undefined;
  let chain: Chain = {
    members: tokens.slice(first, start.last + first + 1),
    first,
    last: first + start.last,
    words: start.words,
    people: [],
    exact: start.exact,
  };
  for (let next = nextName(tokens, chain.last); next > 0; next = nextName(tokens, chain.last)) {
    const longer = extended(chain, tokens, next, index);
    if (longer === undefined) break;
    chain = longer;
  }
  return chain.people.length > 0
    ? chain
    : { ...chain, people: index.peopleNamed(chain.words, mostPeople + 1) };
}

const isJoint = ({ wordClass }: NameToken): boolean => wordClass === 'joint';

/** Of the words that join a sentence together only usual first names, such as "will", may begin a name. */
const mayBegin = ({ isLower, text }: NameToken, { words }: RosterIndex): boolean =>
  !isLower && words.isUsualFirstName(text);

interface HeadWords {
  readonly words: readonly NameWord[];
  readonly exact: number;
  /** Tokens that it takes besides its first. */
  readonly last: number;
}

function headWords(token: NameToken, cue: () => NameCue | undefined): HeadWords {
  const exact = token.exact();
  const near = nearWords(token);
  if (exact.length > 0) return { words: [...exact, ...near], exact: 1, last: 0 };
  if (near.length > 0) return { words: near, exact: 0, last: 0 };
  const rare = token.nearOfRare().filter(({ errors }) => errors <= soundsAlike);
  const isCued = rare.length > 0 && isStrong(cue());
  return { words: isCued ? rare.map(({ word }) => word) : [], exact: 0, last: 0 };
}

/** Whether a cue shows a name whatever the word. */
const isStrong = (cue: NameCue | undefined): boolean => cue !== undefined && cue !== 'maybe';

const nearWords = (token: NameToken): readonly NameWord[] => token.near().map(({ word }) => word);

const leastJoined = 6;

/** "mac donald": a name that recognition writes as two words. */
function joinedWords(
  tokens: readonly NameToken[],
  at: number,
  index: RosterIndex,
): HeadWords | undefined {
  const [left, right] = [itemAt(tokens, at), tokens[at + 1]];
  if (right?.isWord !== true || left.exact().length > 0) return undefined;
  if (isEveryday(left) || isEveryday(right)) return undefined;
  const form = left.lower + right.lower;
  const word = form.length < leastJoined ? undefined : index.wordOf(form);
  return word === undefined ? undefined : { words: [word], exact: 1, last: 1 };
}

const isEveryday = ({ wordClass }: NameToken): boolean =>
  wordClass === 'joint' || wordClass === 'ordinary';

/** Signs and words that may stand between the names of a person. */
const mostBetween = 4;
const between = /^(?:[-–"“”'’().]|\p{L})$/u;

/** The next token that may be a name of the same person; 0 for none. */
function nextName(tokens: readonly NameToken[], last: number): number {
  for (let at = last + 1; at <= last + 1 + mostBetween && at < tokens.length; at += 1) {
    const { text, isWord, lower, exact } = itemAt(tokens, at);
    const isJoint = between.test(text) || (particles.has(lower) && exact().length === 0);
    if (isWord && !isJoint) return at;
    if (!isJoint || (text === '.' && (tokens[at - 1]?.text.length ?? 0) > 2)) return 0;
  }
  return 0;
}

function extended(
  chain: Chain,
  tokens: readonly NameToken[],
  next: number,
  index: RosterIndex,
): Chain | undefined {
  const token = itemAt(tokens, next);
  const exact = token.exact();
  const own = [...exact, ...nearWords(token)];
  if (own.length === 0 || (token.isLower && token.wordClass === 'joint')) return undefined;
  const fresh = own.filter((word) => !chain.words.includes(word));
  if (fresh.length === 0) return undefined;
  const people =
    chain.members.length > 1 && chain.people.length <= mostPeople
      ? chain.people.filter((person) => index.isNamed(person, fresh))
      : index.peopleNamedBoth(chain.words, fresh, mostPeople + 1);
  if (people.length === 0) return undefined;
  return {
    members: [...chain.members, token],
    first: chain.first,
    last: next,
    words: [...chain.words, ...fresh],
    people,
    exact: chain.exact + Number(exact.length > 0),
  };
}

function hitOf(
  chain: Chain,
  tokens: readonly NameToken[],
  index: RosterIndex,
): readonly RosterHit[] {
  const { members, words, people } = chain;
  const cue = cueBefore(tokens, chain.first);
  const isStaff = people.length > 0 && people.every(index.mayBeSaid);
  const strength = isSaidOfStaff(chain, cue, index)
    ? 'staff'
    : strengthOf(chain, tokens, cue, index);
  if (strength === undefined || (isStaff && strength !== 'staff')) return [];
  const [first, last] = [itemAt(members, 0), itemAt(members, members.length - 1)];
  const title = strength === 'staff' && cue === 'staff' ? titleBefore(tokens, chain.first) : 0;
  const start = first.start - (title || leadingParticles(tokens, chain.first, index));
  const parts = members
    .filter((one) => !isEveryday(one) && one.text.length > 2)
    .map(({ start: from, end }): Span => [from, end]);
  return [
    {
      kind: 'NAME',
      start,
      end: last.end,
      words,
      people,
      strength,
      ...(members.length > 1 && parts.length > 0 && { parts }),
      isEvidence:
        strength === 'sure' &&
        people.length <= (members.length > 1 ? mostPeople : fewPeople) &&
        (chain.exact > 0 || members.length > 1),
    },
  ];
}

/** A single name that more people have shows nobody in particular. */
const fewPeople = 16;

/** Characters from the title to the name. */
const titleBefore = (tokens: readonly NameToken[], first: number): number => {
  const at = tokens[first - 1]?.isWord === true ? first - 1 : first - 2;
  return (tokens[first]?.start ?? 0) - (tokens[at]?.start ?? 0);
};

/** "Doctor Okafor", or all of a staff member's name, where nobody says it of themselves. */
function isSaidOfStaff(
  { members, people, exact }: Chain,
  cue: NameCue | undefined,
  index: RosterIndex,
): boolean {
  if (exact < members.length || cue === 'name' || !people.some(index.mayBeSaid)) return false;
  return cue === 'staff' || (members.length > 1 && people.every(index.mayBeSaid));
}

/** How sure it is that these words name somebody; undefined where they do not. */
function strengthOf(
  chain: Chain,
  tokens: readonly NameToken[],
  cue: NameCue | undefined,
  { words }: RosterIndex,
): RosterHit['strength'] | undefined {
  const { members, exact, first, last } = chain;
  const [head] = members as [NameToken];
  const isCued = cue === 'name' || cue === 'title' || cue === 'staff';
  if (isPartOfBrand(tokens, first, last)) return undefined;
  if (members.length > 1) return rowStrength(chain, isCued, words);
  if (head.isSpelled) return spelledStrength(head, isCued);
  if (isCued && !isJoint(head) && exact > 0) return 'sure';
  if (isNamedAfter(tokens, first, last) || isSpellingWord(tokens, first)) return undefined;
  if (exact === 0) return nearStrength(chain, cue);
  return exactStrength(head, tokens, first, cue === 'kin', words);
}

/** "k e n n y", but not "a u t i". */
function spelledStrength({ text }: NameToken, isCued: boolean): RosterHit['strength'] | undefined {
  if (isSpelledAbbreviation([...text].join(' '))) return undefined;
  return text.length > 3 || isCued ? 'sure' : 'unsure';
}

const nearStrength = (chain: Chain, cue: NameCue | undefined): RosterHit['strength'] =>
  isStrong(cue) || isTellingAlone(chain) ? 'sure' : 'unsure';

/** Of a single word that is in the roster as it stands, without a cue such as "my name is". */
function exactStrength(
  head: NameToken,
  tokens: readonly NameToken[],
  at: number,
  isKin: boolean,
  words: RosterIndex['words'],
): RosterHit['strength'] | undefined {
  const { wordClass, isLower, isCode, text } = head;
  if (isKin && !isEveryday(head)) return 'sure';
  if (isEveryday(head) || wordClass === 'ambiguous') {
    const isUsual = words.isUsualFirstName(text) && !isOfCalendar(head.lower);
    return everydayStrength(head, tokens, at, isUsual);
  }
  // The model knows usual names, and took this one for none here.
  if (words.isUsualName(text) || isSpanishVerb(head)) return 'unsure';
  const isPlace = wordClass === 'proper' || isAfterPreposition(tokens, at);
  return isPlace || isLower || isCode || text.length < 3 ? 'unsure' : 'sure';
}

/** Of a row of names one has to be no everyday word, and as the roster has it; or two are near to it. */
function rowStrength(
  { members, exact }: Chain,
  isCued: boolean,
  words: RosterIndex['words'],
): RosterHit['strength'] {
  const isTelling = ({ wordClass, text }: NameToken): boolean =>
    wordClass === 'ambiguous'
      ? words.isUsualFirstName(text)
      : wordClass !== 'joint' && wordClass !== 'ordinary';
  const telling = members.filter(isTelling).length;
  if ((exact > 0 && telling > 0) || telling > 1 || isCued) return 'sure';
  return members.every(({ hasCapital }) => hasCapital) ? 'sure' : 'unsure';
}

const leastTelling = 5;
/** With the capital of a name. */
const leastCapital = 4;
/** What one letter costs that is heard for another. */
const soundsAlike = 0.5;

/** Whether an approximate word names somebody by itself: it sounds like the name, or is a name in any case. */
function isTellingAlone({ members }: Chain): boolean {
  const [{ wordClass, text, near, isLower, isSpanish, isCode }] = members as [NameToken];
  const least = /^\p{Lu}\p{Ll}/u.test(text) ? leastCapital : leastTelling;
  if (isLower || isCode || text.length < least) return false;
  // Whoever writes the accents of a Spanish word knows it.
  if (isSpanish && (/[^a-z]/i.test(text) || diminutive.test(text))) return false;
  return wordClass === 'name' || (near()[0]?.errors ?? 1) <= soundsAlike;
}

/** "poquita", "juguito": dictionaries list none of these. */
const diminutive = /it[oa]s?$/i;

/** "guardé": the lexicon of names has no accents. */
const isSpanishVerb = ({ isSpanish, text }: NameToken): boolean =>
  isSpanish && /[éíó]$/i.test(text);

/** An everyday word such as "grace": a capital may show a name, a small letter or its use shows none. */
function everydayStrength(
  head: NameToken,
  tokens: readonly NameToken[],
  at: number,
  isUsual: boolean,
): RosterHit['strength'] | undefined {
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  if (head.isLower || head.wordClass === 'joint' || isInPhrase(tokens, at)) return undefined;
  const isAlone =
    before?.isLower === true && next?.isWord !== true && !/^['’-]/.test(next?.text ?? '');
  return head.hasCapital && isUsual && isAlone ? 'sure' : 'unsure';
}

/** Words after which an everyday word is no name, and before which it is none. */
const beforePlain = new Set(
  'a an the my your his her our their this that these those some any no i you we they he she it to in on of will would can could may might must not very too so much more un una el la los las mi su en'.split(
    ' ',
  ),
);
const afterPlain = new Set(
  'i you we they he she it that this be to so for of not a an the my your me us him them there have get do come take see call with on it'.split(
    ' ',
  ),
);

function isInPhrase(tokens: readonly NameToken[], at: number): boolean {
  const [before, after] = [tokens[at - 1]?.lower ?? '', tokens[at + 1]?.lower ?? ''];
  return beforePlain.has(before) || afterPlain.has(after);
}

/** Characters of particles before a name that belong to it: "von Thurn". */
function leadingParticles(tokens: readonly NameToken[], first: number, index: RosterIndex): number {
  let form = tokens[first]?.lower ?? '';
  let characters = 0;
  for (let at = first - 1; at >= 0; at -= 1) {
    const { lower, text, start } = itemAt(tokens, at);
    if (text === '-') continue;
    if (!particles.has(lower)) break;
    form = `${lower}${form}`;
    if (index.wordOf(form) !== undefined) characters = (tokens[first]?.start ?? 0) - start;
  }
  return characters;
}

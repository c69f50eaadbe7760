import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { functionWords, spanishFunctionWords } from '../vocabulary/words.ts';
import { namesOf } from './name-words.ts';
import { letterWord, monthWord, neverName, numberWord } from './value-words.ts';

const detector = 'ner.context';
const score = 0.9;

const animals =
  'dog|doggy|puppy|pup|cat|kitty|kitten|bunny|rabbit|hamster|parrot|bird|horse|pony|beagle|poodle|lab|labrador|terrier|bulldog|shepherd|pit ?bull|chihuahua|dachshund|retriever|tabby|ferret|guinea pig|turtle|tortoise|goat';
const animales =
  'perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|cachorr[oa]|mascota|loro|perico|conej[oa]|caballo|yegua|h[áa]mster|tortuga|chihuahua|pit ?bull|labrador|poodle';
const word = '(?<value>\\p{L}{3,14})';
const end = "(?![\\p{L}\\d’-]|'(?!s\\b))";

const patterns: readonly RegExp[] = [
  // "calling about mango the dog", "mango our beagle"
  new RegExp(
    `(?:^|[,.?!] ?|(?<!\\p{L})(?:about|for|with|sorry|it's|this is|bring|named|called|is) )${word},? (?:the|my|our|he's (?:a|my|our)|she's (?:a|my|our))(?: \\p{L}{3,8})? (?:${animals})s?(?!\\p{L})`,
    'dgiu',
  ),
  // "our dog is called mango", "the cat's name is mango"
  new RegExp(
    `(?<!\\p{L})(?:my|our|his|her|the|a) (?:\\p{L}{3,8} )?(?:${animals})(?:['’]s name(?: is|['’]s)| is (?:named|called)|,? (?:named|called)) ${word}${end}`,
    'dgiu',
  ),
  // "por mango el perro", "mi gata que se llama mango"
  new RegExp(
    `(?:^|[,.?!] ?|(?<!\\p{L})(?:por|para|de|es|con|soy|llama) )${word},? (?:el|la|mi|nuestr[oa]) (?:${animales})(?!\\p{L})`,
    'dgiu',
  ),
  new RegExp(
    `(?<!\\p{L})(?:mi|el|la|un|una|nuestr[oa]) (?:${animales})(?:,? (?:que )?se llama|,? llamad[oa]| le decimos) ${word}${end}`,
    'dgiu',
  ),
  // "middle initial q", "la inicial es t"
  /(?<!\p{L})(?:middle|last|first|second|his|her|my|your) initials?(?: is|['’]s|,|:)? (?<value>\p{L})(?![\p{L}\p{N}’']|\.\p{L})/dgiu,
  /(?<!\p{L})inicial(?: del segundo nombre| del apellido)?(?: es)?(?: la)? (?<value>[b-df-npqr-xzñ])(?![\p{L}\p{N}])/dgiu,
];

const isWord = (said: string): boolean =>
  functionWords.has(said) ||
  spanishFunctionWords.has(said) ||
  [neverName, numberWord, monthWord, letterWord].some((one) => one.test(said));
const notNamed =
  /^(?:walk|feed|bit|bite|brought|call(?:ed|ing)?|wash|lost|love|bring|taking|take|named?|hurt|paid|para|traje|llev[éeo]|sac[oéa]|vacun\p{L}+|visit|surgery|appointment|besides|beside|like|only|where|when|while|with|food|shots?|medicine|comida|cita|medicina|because|since|sorry|morning|afternoon|thanks)$/iu;

/** "may like the month": only a name is told apart from the word that it is. */
const explained =
  /(?<!\p{L})(?<value>\p{L}{2,13}),? (?:just )?(?:like|as in) the (?:month|season|flower|word|colou?r|virtue|bird|tree|verb|car|city|state|spice|stone|plant|time of (?:day|year))(?!\p{L})/dgiu;

/** Names that what stands around them introduces: animals, initials, names that are words and explained as such. */
export function introducedNames(text: string): readonly Detection[] {
  const said = patterns.flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices, groups }) => {
      const lower = groups?.['value']?.toLowerCase() ?? '';
      const isNone = lower.length > 1 && (isWord(lower) || notNamed.test(lower));
      return isNone ? [] : nameAt(indices);
    }),
  );
  const told = allMatches(text, explained).flatMap(({ indices, groups }) =>
    namesOf(groups?.['value']?.toLowerCase() ?? '') === undefined ? [] : nameAt(indices),
  );
  return [...said, ...told];
}

function nameAt(indices: RegExpIndicesArray | undefined): Detection[] {
  const [start, end] = indices?.groups?.['value'] ?? [0, 0];
  return end > start ? [{ kind: 'NAME', start, end, score, detector }] : [];
}

const wordBefore = /(?<![\p{L}\p{N}'’-])(?<value>\p{L}{3,13}) $/u;
/** What may be a verb ahead of a name: "will smith be there", "hope ana is well". */
const verb =
  /^(?:hope|will|may|can|mark|bill|chase|drew|grant|art|rich|rob|sue|pat|miles|honor|love|dear|doctor|des)$/i;

/** Surnames of `names` with the given name before them that is an ordinary word: "a grace @", "patience @". */
export function withWordBefore(text: string, names: readonly Detection[]): readonly Detection[] {
  const surnames = names.filter(({ start, end: to }) => !/\s/.test(text.slice(start, to)));
  return surnames.flatMap((one) => {
    const from = Math.max(0, one.start - 16);
    const given = wordBefore.exec(text.slice(from, one.start))?.groups?.['value'] ?? '';
    const lists = namesOf(given.toLowerCase()) ?? [];
    const isGiven = lists.includes('timeless') && lists.includes('greeted') && !verb.test(given);
    if (!isGiven || text.startsWith(given, one.start)) return [];
    return [{ kind: 'NAME', start: one.start - given.length - 1, end: one.end, score, detector }];
  });
}

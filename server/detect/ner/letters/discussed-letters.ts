import { allMatches } from '../../../domain/all-matches.ts';
import type { Detection, Utterance } from '../../../domain/detection.ts';

/** What was said just before of which letters are discussed: a name that was asked for or spelled. */
const ofName =
  /\b(?:(?:first|last|middle|full|maiden|family|legal|your|his|her) name|surname|name(?:'s)?[.,?]?$|name (?:is|was|on|under|for)|spell\w{0,4}|initials?|letters?|apellidos?|nombre|deletre\p{L}{1,6})(?!\p{L})|(?:(?<!\p{L})\p{L}[ ,.-]{1,3}){3}|\bwith an? \p{L}\b|\b(?:one|two) \p{L}(?:'s)?\b/iu;
/** "is that a b or an eight": of a code. */
const orDigit =
  /\bor an? (?:\d|zero|one|two|three|four|five|six|seven|eight|nine)\b|\bo un (?:\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)(?!\p{L})/iu;
/** Letters of an e-mail address are followed as such. */
const ofMail = /\b(?:e-?mail|user ?name|correo|at sign|dot com|portal)\b/i;
const fewTurns = 2;
const longest = 160;

const count =
  '(?:an?|one|two|three|double|just one|just the one|only one|just an?|no|the second|the first|the last)';
const letter =
  "(?<value>\\p{L}(?:(?: |-)\\p{L}(?![\\p{L}'’]))?)(?:['’]s)?(?![\\p{L}\\p{N}'’]|\\.\\p{L})";
const ends =
  "(?=[,.?!;]|\\s*$|\\s(?:or|and|not|no|in|at|on|then|there|it|it's|is|last|first|instead|always|please|sorry|i|my|silent|like|got|everybody|everyone|before|after|for|anywhere|fixed|right|one|too|thank)\\b)";

const patterns: readonly RegExp[] = [
  new RegExp(
    `\\b(?:with|without|has|have|drop|drops|got|see|spelled) ${count} ${letter}${ends}`,
    'dgiu',
  ),
  new RegExp(
    `(?:^|[,.] ?|\\b(?:that|it's|is|oh|yes|yeah|okay|and|but|have|paper) )${count} (?![ai](?! (?:or|in the|at the|on the|then)|['’]s|\\s*$))${letter}${ends}`,
    'dgiu',
  ),
  new RegExp(
    `\\b(?:(?:not|or|and) (?:an?|the|one|two|no)|(?<!\\p{L})\\p{L} no) ${letter}${ends}`,
    'dgiu',
  ),
  new RegExp(
    `\\b(?:an?|the|my) (?![ai] )${letter} (?:or|not|is silent|at the end|on the end|in the middle|in front|doesn't)\\b`,
    'dgiu',
  ),
];

const loneLetter = /(?<![\p{L}\p{N}'’])\p{L}(?:['’]s)?(?![\p{L}\p{N}'’])/u;
/** "elena with an e", "with two t's": which letter a name holds, and how often, tells nobody the name. */
const ofOneName =
  /\bwith (?:an?|the) \p{L}[\s.?!]*$|\bwith(?:out)? (?:(?:just |only )?one|two|no|the) \p{L}(?:['’]s)?(?![\p{L}\p{N}'’])(?! (?:like|as)\b)|\btwo \p{L}['’]s\b/iu;
/** Letters that name other things: "hepatitis b", "vitamin d", "plan b". */
const other =
  /\b(?:vitamin|hepatitis|plan|part|type|grade|group|unit|apartment|apt|suite|room|building|wing|option|section|medicare|member|policy|claim|a1c|a one c)\b/i;

const score = 0.8;
const detector = 'ner.context';

/**
 * Letters of a name while it is spelled or discussed: "two p's", "one i, no y", "a t not a d".
 * `before` are the texts before it, the nearest first.
 */
export function discussedLetters(text: string, before: readonly Utterance[]): readonly Detection[] {
  if (text.length > longest || !loneLetter.test(text) || other.test(text) || orDigit.test(text))
    return [];
  if (ofOneName.test(text) && !/\b(?:or|not)\b/i.test(text)) return [];
  const said = before.slice(0, fewTurns).map((one) => one.text.slice(-longest));
  const isOfName = said.some((one) => ofName.test(one));
  if (!isOfName || said.some((one) => ofMail.test(one))) return [];
  return patterns.flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      return end > start ? [{ kind: 'NAME', start, end, score, detector }] : [];
    }),
  );
}

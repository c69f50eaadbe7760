import { parse } from 'tldts';
import { allMatches } from '../../domain/all-matches.ts';
import type { Match, Recognizer, View } from '../view/recognizer.ts';
import { inLanguages } from '../vocabulary/in-languages.ts';
import { isFunctionWord } from '../vocabulary/value-words.ts';

const host = /@ ?[\p{L}\p{N}][\p{L}\p{M}\p{N}.-]{1,252}/gu;
const local =
  /(?<![\p{L}\p{M}\p{N}.!#$%&*+/=?^_`{|}~'-])[\p{L}\p{M}\p{N}.!#$%&*+/=?^_`{|}~'-]{1,64}$/u;
/** What comes before an address in the query of a link: "/?id=7&mail=". */
const query = /^.{0,64}[?&][^=?&]{1,32}=/u;
const unregistered =
  /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,6}\.\p{L}{2,24}(?![\p{L}\p{N}@-])/u;
const localEdge = /^[.'&/=?|{}`-]+/;

/**
 * E-mail addresses; spoken ones are written out in the shadow. Under a domain that is not registered, as those inside a
 * hospital or misspelt ones are, they count with less weight.
 */
export const emailRecognizer: Recognizer = {
  kind: 'EMAIL',
  id: 'email',
  find: ({ text, question, wordsOf }) =>
    text.includes('@')
      ? allMatches(text, host)
          .map(({ index, 0: domain }) => readAddress(text, index, domain))
          .filter((match) => match !== undefined)
          .map((match) =>
            isSpoken(match, wordsOf) ? withWordsBefore(text, match, question) : match,
          )
      : piecesOf(text, question),
};

const isSpoken = ({ start, end }: Match, wordsOf: View['wordsOf']): boolean =>
  wordsOf?.(start, end).includes(' ') ?? false;

/** "and then at example dot org": a turn that goes on with the second half of an address. */
const secondHalf =
  /^[\s¿]*(?:(?:yes|yeah|okay|ok|then|and|so|it's|um|uh|he says|she says),? ){0,3}(?<value>at (?<host>[\p{L}\p{N}-]{3,40}(?:\.\p{L}{2,12}){1,2}))(?![\p{L}\p{N}@])/du;

const provider =
  /\bat (?:g ?mail|yahoo|hotmail|outlook|icloud|aol|msn|proton ?mail)(?! (?:account|all)\b)(?![\p{L}\p{N}@])/giu;
const joined =
  /(?<![\p{L}\p{N}.@])[\p{L}\p{N}]{1,20}(?: (?:dot|dash|underscore|hyphen) [\p{L}\p{N}]{1,20}){1,4}(?![\p{L}\p{N}@])/giu;

/** What stands for a part of an address: "and then at example dot org", "at gmail", "maria dot oak". */
function piecesOf(text: string, question: string): readonly Match[] {
  const found = /\bat /.test(text) ? secondHalf.exec(text.toLowerCase()) : null;
  const [start, end] = found?.indices?.groups?.['value'] ?? [0, 0];
  if (registeredLength(found?.groups?.['host'] ?? '') > 0)
    return [{ start, end, score: 0.7, rule: 'second-half' }];
  if (!mailAsked.test(question)) return [];
  return [
    ...allMatches(text, provider).map((match) => pieceAt(match, 'provider')),
    ...allMatches(text, joined)
      .filter(([said]) => !said.toLowerCase().split(' ').some(isFunctionWord))
      .map((match) => pieceAt(match, 'joined')),
  ].map((piece) => withWordsBefore(text, piece, question));
}

const pieceAt = ({ index, 0: said }: RegExpExecArray, rule: string): Match => ({
  start: index,
  end: index + said.length,
  score: 0.6,
  rule,
});

const mailAsked = /\be-?mail|correo/;
/** What announces an address. */
const opener =
  /^(?:it's|its|that's|that'd|he's|she's|mine's|is|be|uses?|using|goes|by|name|account|(?:e-?)?mail(?:'s)?|address|under|to|es)$/i;
/** Of a sentence, not of an address. */
const sentence = new RegExp(
  `^(?:${inLanguages(
    "my|your|his|her|our|me|you|at|in|on|for|i|i'm|we|he|she|they|please|send|it|this|that|which|can|can't|will|wouldn't|don't|work|home|same|still|reach|look|looking|check|sent|got|get|have|has|said|and|or|maybe|too|wife|husband|what|yes|yeah|yep|okay|ok|um|uh|sure|so|eh",
    ({ said }) => said?.besideMail,
  )})$`,
  'i',
);
/** "all lower case", "capital a", "no": said of an address, before it. */
const remark =
  /^(?:(?:no|all|one word|(?:lower|upper)(?: ?case)?|capitals?(?: \p{L})?)[ ,]{1,2})+/iu;
const lastWord = /(?:^|[ ,])(?<said>[\p{L}\p{N}'’_-]{1,16}),? $/u;
const reach = 160;
const mostWords = 20;
/** Behind a word of a sentence that announces nothing fewer words are taken along. */
const mostUnannounced = 4;

/** The words at the end of `lead` that can be of an address, how many they are, and the word before them. */
function wordsAtEnd(lead: string) {
  let length = 0;
  for (let count = 0; count <= mostWords; count += 1) {
    const rest = lead.slice(0, lead.length - length);
    const said = lastWord.exec(rest)?.groups?.['said'];
    if (said === undefined || opener.test(said) || sentence.test(said))
      return { length, count, before: said };
    length = lead.length - rest.lastIndexOf(said);
  }
  return { length: 0, count: 0, before: undefined };
}

/** How many characters of an address stand before its last word: "it's |grandma of two 19@example.com". */
function lengthOfWords(text: string, at: number, question: string): number {
  const { length, count, before } = wordsAtEnd(text.slice(Math.max(0, at - reach), at));
  if (before !== undefined && opener.test(before)) return length;
  const isAnswer = length === at && mailAsked.test(question);
  const isClear = before !== undefined || length === at;
  return isAnswer || (isClear && count <= mostUnannounced) ? length : 0;
}

/** The spoken address with the words of it that the joined form leaves apart. */
function withWordsBefore(text: string, match: Match, question: string): Match {
  const start = match.start - lengthOfWords(text, match.start, question);
  const said = remark.exec(text.slice(start, match.start))?.[0] ?? '';
  return { ...match, start: start + said.length };
}

function readAddress(text: string, at: number, domain: string): Match | undefined {
  const lead = domain.startsWith('@ ') ? 2 : 1;
  const registered = registeredLength(domain.slice(lead));
  const length = registered || (lead === 1 ? domainLength(domain.slice(lead)) : 0);
  const to = lead === 2 && text[at - 1] === ' ' ? at - 1 : at;
  const name =
    local
      .exec(text.slice(Math.max(0, to - 64), to))?.[0]
      .replace(query, '')
      .replace(localEdge, '') ?? '';
  if (length === 0 || name === '') return undefined;
  return {
    start: to - name.length,
    end: at + lead + length,
    score: registered > 0 ? 0.98 : 0.7,
    rule: 'address',
  };
}

/** Characters of a host of two labels or more at the start of `text`, registered or not; 0 when none. */
function domainLength(text: string): number {
  return unregistered.exec(text)?.[0].length ?? 0;
}

/** Characters of the longest host at the start of `text` under a registered top-level domain; 0 when none. */
function registeredLength(text: string): number {
  let candidate = text.replace(/(?<![.-])[.-]+$/, '');
  for (let tries = 0; tries < 3 && candidate.includes('.'); tries += 1) {
    const parsed = parse(candidate);
    if (parsed.isIcann === true && parsed.domain !== null) return candidate.length;
    candidate = candidate.slice(0, candidate.lastIndexOf('.'));
  }
  return 0;
}

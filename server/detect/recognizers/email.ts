import { parse } from 'tldts';
import { allMatches } from '../../domain/all-matches.ts';
import type { Match, Recognizer } from '../view/recognizer.ts';

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
  detector: 'regex.email',
  find: ({ text, form, question }) =>
    text.includes('@')
      ? allMatches(text, host)
          .map(({ index, 0: domain }) => readAddress(text, index, domain))
          .filter((match) => match !== undefined)
          .map((match) => (form === 'shadow' ? withWordsBefore(text, match, question) : match))
      : restOf(text),
};

/** "and then at example dot org": a turn that goes on with the second half of an address. */
const secondHalf =
  /^[\s¿]*(?:(?:yes|yeah|okay|ok|then|and|so|it's|um|uh|he says|she says|sí|y|o),? ){0,3}(?<value>at (?<host>[\p{L}\p{N}-]{3,40}(?:\.\p{L}{2,12}){1,2}))(?![\p{L}\p{N}@])/du;

function restOf(text: string): Match[] {
  const found = /\bat /.test(text) ? secondHalf.exec(text.toLowerCase()) : null;
  const [start, end] = found?.indices?.groups?.['value'] ?? [0, 0];
  const isHost = registeredLength(found?.groups?.['host'] ?? '') > 0;
  return isHost ? [{ start, end, score: 0.7, rule: 'second-half' }] : [];
}

const said = '(?:(?:[\\p{Ll}\\p{N}][\\p{Ll}\\p{N}_.-]{0,15}) ){1,6}';
/** Words between what announces an address and its last word: "it's the hat lady 19@example.com". */
const announcedWords = new RegExp(
  `(?<=\\b(?:it's|its|it is|that's|is|email|address|be|as|use|at) )(?!it's|its|is|at|that's)${said}$`,
  'u',
);
const answerWords = new RegExp(`^(?:(?:um|uh|yeah|yes|okay|sure) )?(?<words>${said})$`, 'u');
const mailAsked = /\be-?mail|correo/;
/** Of a sentence, not of an address. */
const sentence =
  /\b(?:my|your|me|you|at|in|on|for|with|i|we|he|she|they|please|send|email|address|to|it|this|that|can|will|just|no|not|under|work|home|same|still|use|one|reach|sent|got|have|has|lower|upper|lowercase|uppercase|case|capital|spelled)\b/;
const reach = 80;

/** The spoken address with the words of it that the joined form leaves apart. */
function withWordsBefore(text: string, match: Match, question: string): Match {
  const lead = text.slice(Math.max(0, match.start - reach), match.start);
  if (!lead.endsWith(' ')) return match;
  const isAnswer = mailAsked.test(question) && match.start <= reach;
  const words =
    announcedWords.exec(lead)?.[0] ??
    (isAnswer ? answerWords.exec(lead)?.groups?.['words'] : undefined) ??
    '';
  return words === '' || sentence.test(words)
    ? match
    : { ...match, start: match.start - words.length };
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

import type { Detection } from '../../domain/detection.ts';
import { acknowledgingWords } from '../../domain/speech/dictation-words.ts';
import { monthWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, spanishFunctionWords } from '../vocabulary/words.ts';
import { doubt, guess } from './doubtful-names.ts';
import { namesOf } from './name-words.ts';

/** A question for nothing but a name, or for who somebody is. */
const asks =
  /\b(?:c[óo]mo se llama|su (?:nombre|apellido)|nombre (?:completo|del paciente|de la paciente)|con qui[ée]n (?:hablo|tengo)|qui[ée]n (?:habla|l[oea]s? (?:cuida|trae|lleva|atendi[óo]|vio|mand[óo])|se lo|es su)|a qui[ée]n (?:llam|avis)\p{L}{1,6}|contacto de emergencia|apellido|(?:your|patient's|his|her) (?:first |full |last )?name|(?:the|first|full|last|middle|maiden) name|who am i speaking (?:with|to)|who's calling|emergency contact|next of kin|who (?:takes care|prescribed|referred|ordered|should we|can we|do you see|did you see|will be|is your|is the)|who's (?:your|the|bringing|picking|this|she|he)|(?:who|which doctor) (?:is it|is this|was it|does (?:he|she) see|did you see)|(?:what|and the) (?:first|last)|what about the (?:new )?(?:girl|guy|nurse|lady)|qu[ée] doctora?)(?!\p{L})[^.?!]{0,60}[.?!]?\s*$/iu;
/** "okay name", "nombre y apellido", and what is left of a name: "socorro qué más". */
const asksShort =
  /(?:^|[,.?!] |\b(?:okay|ok|and|all ?right|great|sure|perfect|thanks|y|bueno) )(?:(?:name|nombre|apellidos?)(?: (?:and|y|please|por favor)\b[^.?!]{0,30})?|(?:perd[óo]n |sorry )?\p{L}{2,13} (?:qué|que|what)(?: más| else)?)[.?!]*\s*$/iu;
const asksForName = (turn: string): boolean =>
  asks.test(turn.slice(-200)) || asksShort.test(turn.slice(-60));
const lead =
  "(?:(?:sí|si|no|es|soy|con|a|sería|me llamo|se llama|mi nombre es|casi siempre|mostly|usually|just|yes|yeah|sure|it's|it is|that's|that is|that would be|it would be|this is|my name is|my name's|(?:his|her) name is|i'm|doctor|dr\\.?|um|uh|eh|este|bueno|pues),? ){0,3}";
const answer = new RegExp(
  `^\\s*${lead}(?<first>\\p{L}{2,13})(?: \\k<first>(?!\\p{L}))?(?: (?<second>\\p{L}{2,13}))?(?![\\p{L}\\p{N}'’-])`,
  'diu',
);
const closes =
  /^(?:[\s.,!?]*$|[,.] | (?:and|y|my|mi|she|he|she's|he's|ella|él|creo|i think|sometimes|on the|spelled|with an?)(?!\p{L}))/iu;
/** A question for a name, and nothing else: what a whole turn answers is one, whatever word it is. */
const asksOnly =
  /(?:^|[,.?!] |\b(?:what's|what is|what was|and|okay|spell|your|the|his|her|patient's|with|get|have|need|su|el) )(?:your |the |his |her |patient's |child's |su |el |primer |segundo |(?:first|last|full|maiden|middle|legal|family|surname|complete) )*(?:(?:first|last|full|maiden|middle|legal|family)(?: and last)? names?|surname|apellidos?(?: paterno| materno)?|your name|patient's name)(?:,? (?:please|for me|por favor|again|sir|ma'am|then|doña|don|and first name))?[.?!]*\s*$/iu;
const wholeAnswer =
  /^\s*(?:(?:um|uh|eh|este|it's|it is|yes|yeah|sí|si|es|okay|my name is),? )*(?<first>\p{L}[\p{L}'’-]{1,20})(?:,? (?<second>\p{L}[\p{L}'’-]{1,20}))?[\s.!]*$/diu;
const noAnswer =
  /^(?:sure|mine|hers|hello|pardon|excuse|ready|none|same|correct|exactly|absolutely|spell|spelled|speaking|calling|listo|listos|mande|perd[oó]n|disculpe|momento|c[oó]mo|claro|bueno|ninguno|exacto|okey|what|huh|hmm+|alright|perfect|great|hang|stop|nevermind|anyway|good|fine|yours|patient|doctor|mother|father|nobody|unknown|private|anonymous|ma'am|permítame|espere|ahí|voy|dígame|which|whose|that's|it's|you're|isn't|wasn't)$/iu;
/** "lima como la fruta", "stone with an e": only a name is explained so. */
const explained =
  /^,? (?:como (?:la|el|las|los|una?)|(?:yeah |yes )?like (?:the|an?|in|up|money|walking|your|when)|short for|as in|one word\b|two words\b|with (?:an? \p{L}\b|two|one|no)|con (?:be|ve|uve|ese|ce|zeta|hache|jota|ge|te|de|pe|cu|ele|eme|ene|efe|erre|equis|ye|i|y|k|ka|doble|dos|acento|tilde)|sin (?:h|hache|acento|tilde))(?!\p{L})/iu;
const openers =
  /^(?:habla|dice|uy|h[ií]jole|doctora?|dr|dra|nurse|mister|missus|miss|ms|mr|mrs|señora?|señorita|don|doña|hi|hello|hola|hey|okay|good|mom|dad|mama|papa|last|first|middle|name|nombre|apellido|spelled|patient|paciente|para|claro|gracias|thanks|captain|sergeant|pastor|father|sister|brother|wife|husband|son|daughter|hija|hijo|esposa|esposo|hermana|hermano|perfecto|perfecta|entendido|mij[oa]|nena|okey|ojo|m[íi]ster|mother|honey|ha|haha|dale|escuch[eé]|entend[ií])$/iu;
/** "did you say …", "me sale …": what was understood of an answer, up to its end or the question behind it. */
const heard =
  /^\s*(?:(?:okay|ok|sorry|i'm sorry|um|uh|eh|and|so|perd[oó]n|disculpe|bueno|aquí|aqu[ií] solo),? ){0,3}(?:did you say|you said|i heard|(?:usted )?dijo|escuch[eé]|entend[ií]|l[oa] tengo como|(?:me sale|aparece)(?: (?:nada más|solo|como))?) (?<value>\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*){0,3}?)(?=[\s.?!]*$|,? (?:is that|could you|can you|please|right|correct|es correcto|es usted|verdad|cierto|me lo|lo puede)(?!\p{L}))/diu;

/** The name that a turn reads back, right or wrong, when the turn before the answer asked for it. */
function heardName(text: string, askedBefore: string): Detection | undefined {
  const match = asksForName(askedBefore) ? heard.exec(text) : null;
  const words = match?.groups?.['value']?.toLowerCase().split(' ') ?? [];
  const [start, end] = match?.indices?.groups?.['value'] ?? [0, 0];
  const isName =
    words.length > 0 &&
    !words.some((word) => word.length > 1 && isNoName(word)) &&
    words.some((word) => word.length > 2);
  return isName ? { kind: 'NAME', start, end, score, detector } : undefined;
}

const detector = 'regex.word-name';
const score = 0.9;

interface AnswerWord {
  readonly said: string;
  readonly start: number;
  readonly end: number;
}

/** The words that an answer begins with, and the detector that found a name where each begins. */
interface Answer {
  readonly text: string;
  readonly first: AnswerWord;
  readonly second: AnswerWord | undefined;
  /** Where the first word ends, and its repetition. */
  readonly end: number;
  readonly foundAt: ReadonlyMap<number, string>;
}

/**
 * The answer to a question for a name: a name that is an ordinary word, a doubt of `found`, a word that its speaker
 * explains, or one right before a name of `found`. Or what is read back of an answer, where `askedBefore`, the turn
 * before it, asked for a name.
 */
export function askedNames(
  text: string,
  questions: readonly string[],
  found: readonly Detection[],
  askedBefore: string,
): readonly Detection[] {
  const isAsked = questions.some(asksForName);
  const whole = wholeName(text, questions) ?? heardName(text, askedBefore);
  if (whole !== undefined) return [whole];
  const match = isAsked ? answer.exec(text) : null;
  const first = match === null ? undefined : wordOf(match, 'first');
  if (match === null || first === undefined) return [];
  const second = wordOf(match, 'second');
  const names = found.filter(({ kind }) => kind === 'NAME');
  const said: Answer = {
    text,
    first,
    second,
    end: second === undefined ? match[0].length : second.start - 1,
    foundAt: new Map(names.map(({ start, detector: by }) => [start, by])),
  };
  const end = isName(said, first) ? endOfListed(said) : endOfOther(said);
  return end === undefined ? [] : [{ kind: 'NAME', start: first.start, end, score, detector }];
}

/** "tiptoe", "frank goodnight" in answer to "and your last name?". */
function wholeName(text: string, questions: readonly string[]): Detection | undefined {
  const isAsked = questions.some((question) => asksOnly.test(question.slice(-120)));
  const match = isAsked ? wholeAnswer.exec(text) : null;
  const words = [match?.groups?.['first'], match?.groups?.['second']].filter(
    (word) => word !== undefined,
  );
  if (match === null || words.some((word) => isNoName(word.toLowerCase()))) return undefined;
  const [start = 0] = match.indices?.groups?.['first'] ?? [];
  const [, end = 0] = match.indices?.groups?.['second'] ?? match.indices?.groups?.['first'] ?? [];
  return { kind: 'NAME', start, end, score, detector };
}

/** Whether a word in lower case answers no question for a name. */
export const isNoName = (word: string): boolean =>
  isPlainWord(word) || acknowledgingWords.has(word) || openers.test(word) || noAnswer.test(word);

function wordOf(match: RegExpExecArray, group: string): AnswerWord | undefined {
  const said = match.groups?.[group];
  const [start = 0, end = 0] = match.indices?.groups?.[group] ?? [];
  return said === undefined ? undefined : { said, start, end };
}

const isName = ({ foundAt }: Answer, { said, start }: AnswerWord): boolean =>
  !openers.test(said) && (namesOf(said.toLowerCase()) !== undefined || foundAt.has(start));

const doubtful: readonly (string | undefined)[] = [undefined, doubt.detector, guess.detector];

const isFoundAt = ({ foundAt }: Answer, { start }: AnswerWord): boolean =>
  !doubtful.includes(foundAt.get(start));

/** Where the name ends that begins with a name of a list; undefined for none. */
function endOfListed(answered: Answer): number | undefined {
  const { text, second, end, foundAt } = answered;
  const isBeforeName = second !== undefined && isFoundAt(answered, second);
  if (second !== undefined && isWhole(text, second)) return second.end;
  if (second !== undefined && !isBeforeName && isName(answered, second)) {
    if (foundAt.has(second.start) || closes.test(text.slice(second.end))) return second.end;
  }
  const rest = text.slice(end);
  return isBeforeName || closes.test(rest) || explained.test(rest) ? end : undefined;
}

/** Whether a surname ends its turn: "segundo morocho". */
const isWhole = (text: string, { said, end }: AnswerWord): boolean =>
  !isNoName(said.toLowerCase()) && /^[\s.!]*$/.test(text.slice(end));

/** Where the name ends that begins with a word of no list. */
function endOfOther(answered: Answer): number | undefined {
  const { text, first, second } = answered;
  if (first.said.length < 3 || isNoName(first.said.toLowerCase())) return undefined;
  const isBeforeName =
    second !== undefined && isFoundAt(answered, second) && text.trimStart().startsWith(first.said);
  if (isBeforeName) return isWhole(text, second) ? second.end : first.end;
  return explained.test(text.slice(first.end)) ? first.end : undefined;
}

const isPlainWord = (word: string): boolean =>
  functionWords.has(word) ||
  spanishFunctionWords.has(word) ||
  neverName.test(word) ||
  numberWord.test(word) ||
  monthWord.test(word);

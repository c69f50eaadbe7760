import { allMatches } from '../../domain/all-matches.ts';
import type { Detection, Span, Utterance } from '../../domain/detection.ts';
import { months } from '../../domain/months.ts';
import { acknowledgingWords } from '../../domain/speech/dictation-words.ts';
import { readTurn } from '../dictation/read-turn.ts';
import { questionOf } from '../view/context.ts';
import { isSpelledAbbreviation } from '../vocabulary/kin.ts';
import { isFunctionWord, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, spanishFunctionWords } from '../vocabulary/words.ts';
import { askedNames, isNoName } from './asked-names.ts';
import { framedNames } from './framed-names.ts';
import { introducedNames, withWordBefore } from './introduced-names.ts';
import { discussedLetters } from './letters/discussed-letters.ts';
import { lettersOfNames } from './letters/letters-of-names.ts';
import { pairedNames } from './paired-names.ts';
import { repeatedNames } from './repeated-names.ts';
import { joinedNames, nameBeforePhone, spanishNames } from './spanish-word-names.ts';
import { wordNames } from './word-names.ts';

const detector = 'ner.context';
/** As sure as the model of a name that it has seen. */
const score = 0.9;

/** Syllables of Korean given names, as they are written in English. */
const syllables =
  'a|ah|an|bae|bin|bo|bok|bong|bum|chae|chan|chang|cho|chul|chun|da|dae|deok|do|dong|duk|eui|eun|geun|gi|gil|go|gon|gu|guk|gun|gwang|gyu|ha|hae|hak|han|hee|heon|ho|hong|hoon|hui|hun|hwa|hwan|hwi|hye|hyeon|hyo|hyuk|hyun|ik|il|im|in|ja|jae|jeong|jeung|ji|jin|jong|joo|joon|ju|jun|jung|kang|keun|ki|kuk|kwan|kwang|kyeong|kyo|kyong|kyu|kyun|kyung|mi|min|mo|mok|mu|mun|myeong|myung|na|nam|nan|ok|pil|ra|ri|rim|rin|ryeong|san|sang|se|seo|seok|seol|seon|seong|seung|si|sik|sil|sin|so|sol|song|soo|sook|soon|su|suk|sun|sung|tae|tak|ui|un|ung|wan|won|woo|wook|woong|ya|yang|ye|yeol|yeon|yeong|yong|yoo|yoon|you|young|yu|yul|yun';
const surnames =
  'Ahn|An|Bae|Baek|Bang|Byun|Cha|Chae|Chang|Cho|Choe|Choi|Chun|Chung|Do|Eom|Gil|Go|Goo|Gu|Gwak|Ha|Ham|Han|Heo|Hong|Huh|Hwang|Hyun|Im|Jang|Jeon|Jeong|Ji|Jin|Jo|Joo|Ju|Jun|Jung|Kang|Kim|Ko|Koo|Ku|Kwak|Kwon|Lee|Lim|Ma|Maeng|Min|Moon|Nam|No|Noh|Oh|Ok|Paik|Park|Pyo|Rhee|Ro|Roh|Ryu|Seo|Seok|Seong|Shim|Shin|Sim|Sin|So|Sohn|Son|Song|Suh|Sung|Tak|Um|Wang|Woo|Yang|Yeo|Yi|Yoo|Yoon|You|Yu|Yun';
/** "Soon-ok Bae", "Ji-woo": a given name of two syllables. */
const korean = new RegExp(
  `(?<![\\p{L}\\d'’-])(?!So-so\\b|Go-go\\b|Ha-ha\\b)(?=\\p{Lu})(?:${syllables})-(?:${syllables})(?![\\p{L}\\d-])(?: (?:${surnames})(?![\\p{L}\\d'’-]))?`,
  'giu',
);

const word = "\\p{Lu}\\p{L}{0,20}(?:['’-]\\p{L}{2,20})?";
/** `Theodore "Teddy" Brandvold`: what stands around a nickname in quotes or brackets is a name. */
const nickname = new RegExp(
  `(?<![\\p{L}\\d])${word}(?: ${word})? (?:["“]${word}["”]|\\(${word}\\)) ${word}(?![\\p{L}\\d])`,
  'gu',
);
/** "he goes by Kit". */
const called =
  /\b(?:(?:goes|go|went|going) by(?: the name)?|(?:prefers to be|is|likes to be) called|nicknamed|(?:nickname|preferred name)(?: is|'s)) (?<value>\p{L}[\p{L}'’-]{1,24})(?![\p{L}\d'’-])/dgiu;
const notCalled =
  /^(?:npi|dea|mrn|dob|ssn|ein|tin|id|zip|date|phone|chart|claim|first|last|middle|nickname|maiden|car|bus|foot|name|email|phone|quick\w*|slow\w*|fast|too|really|number|fax|mail|text|certified|post|courier|ups|fedex|initials|either|both|different|train|plane|weight|age)$/i;
/** "Quill is 2/2/84": a person whom a birth date identifies. */
const beforeBirth = new RegExp(
  `(?<![\\p{L}\\d])(?<value>${word})(?: is|'s|’s| was|,)(?: born)?(?: on)? {1,2}$`,
  'u',
);
const notBorn =
  /^(?:born|birth\w*|dob|date|day|mine|yours|hers|his|birthday|appointment|visit|surgery|today|tomorrow|yesterday|effective|expiration|okay|yes|sure|correct|monday|tuesday|wednesday|thursday|friday|saturday|sunday|patient|mom|dad|mother|father|wife|husband|son|daughter|anniversary|year|due|card|policy|coverage|test|result|él|ella|nope|yep|yup|sure|alright|exactly|mañana|ayer|hoy|nació|nacid[oa]|fecha|entendido|claro|listo|exacto|dale|cumpleaños|cita|paciente)$/i;
/** "Anotado, 7 de octubre". */
const done =
  /^(?:aclarado|anotado|apuntado|confirmado|corregido|verificado|registrado|actualizado|agendado)$/iu;
const reach = 40;

/**
 * Names that only their form or the words around them show, in a text where `found` holds what detection
 * found besides: Korean given names, nicknames and what stands around them, who was born on a date. `before`
 * are the texts before it, the nearest first.
 */
export function namesByContext(
  text: string,
  found: readonly Detection[],
  before: readonly Utterance[] = [],
): readonly Detection[] {
  if (!/\p{L}/u.test(text)) return [];
  const births = found.filter(({ kind }) => kind === 'DOB');
  const phones = found.filter(({ kind }) => kind === 'PHONE');
  const inSpanish = spanishNames(text);
  const framed = framedNames(text, found);
  const sure = found.filter(({ kind, score: sure }) => kind === 'NAME' && sure >= leastSure);
  const [last = '', askedBefore = ''] = before.slice(0, 2).map((turn) => turn.text);
  const asked = askedNames(text, [questionOf(before), last], found, askedBefore);
  const named = [...sure, ...framed, ...asked];
  const letters = lettersOfNames(text, named);
  const joined = joinedNames(text, [...sure, ...framed, ...inSpanish]);
  return [
    ...spansOf(text, korean),
    ...spansOf(text, nickname),
    ...calledIn(text),
    ...wordNames(text),
    ...introducedNames(text),
    ...withWordBefore(text, sure),
    ...framed,
    ...inSpanish,
    ...asked,
    ...repeatedNames(text, [...sure, ...framed, ...inSpanish, ...asked, ...joined]),
    ...joined,
    ...pairedNames(text, named),
    ...spelledNames(text, sure),
    ...spelledBefore(text, before),
    ...sure.flatMap((one) => wordBehindCue(text, one)),
    ...(letters.length > 0 ? letters : discussedLetters(text, before)),
    ...phones.flatMap(({ start }) => nameBeforePhone(text, start)),
    ...births.flatMap(({ start }) => bornOn(text, start)),
  ];
}

const letter = "\\p{L}(?![\\p{L}\\p{M}'’])(?: (?:as in|like|as|for) (?:an? )?\\p{L}{2,12})?";
const apart =
  '(?:[\\s,.-]{1,3}(?:(?:space|then|um|uh)[\\s,.-]{1,3})?| (?:dash|hyphen|gui[oó]n) )(?:double )?';
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
      ? [name(index, end), ...saidBefore(text.slice(0, index), said)]
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
  return allMatches(text, word).map(({ index, 0: { length } }) => name(index, index + length));
}

const turnsOfSpelling = 8;
const saidWord = /(?<![\p{L}\p{N}])\p{L}{5,20}(?![\p{L}\p{N}'’])/gu;

/** A word that is read back, when the turns before `text` spelled it: "hui", "elle", … "huillcapuma". */
function spelledBefore(text: string, before: readonly Utterance[]): Detection[] {
  const letters = before.slice(0, turnsOfSpelling).toReversed().flatMap(lettersOf).join('');
  if (letters.length < leastLetters + 1) return [];
  return allMatches(text, saidWord).flatMap(({ index, 0: said }) =>
    letters.includes(said.toLowerCase()) ? [name(index, index + said.length)] : [],
  );
}

/** The letters that a turn says one by one. */
const lettersOf = (turn: Utterance): readonly string[] =>
  readTurn(turn)
    .pieces.filter(({ text, isDate }) => !isDate && /^\p{L}+$/u.test(text))
    .map(({ text }) => text);

const name = (start: number, end: number): Detection => ({
  kind: 'NAME',
  start,
  end,
  score,
  detector,
});

const longPart = /[\p{L}\p{M}'’-]{3,}/gu;

/** Names of several words, each of which names the person alone. */
const spansOf = (text: string, pattern: RegExp): Detection[] =>
  allMatches(text, pattern).map(({ index, 0: said }) => {
    const parts = allMatches(said, longPart).map(
      ({ index: at, 0: { length } }): Span => [index + at, index + at + length],
    );
    return { ...name(index, index + said.length), parts };
  });

function calledIn(text: string): Detection[] {
  return allMatches(text, called).flatMap(({ indices, groups }) => {
    const [start, end] = indices?.groups?.['value'] ?? [0, 0];
    const value = groups?.['value'] ?? '';
    return functionWords.has(value.toLowerCase()) || notCalled.test(value)
      ? []
      : [name(start, end)];
  });
}

const nameCue =
  /\b(?:(?:first|last|middle|full|maiden|family) name|surname|apellidos?|nombre)(?: is|['’]s|,| es)? (?<value>\p{L}{2,13}) $/iu;

/** "first name pa @": what stands between the cue and a name is part of it. */
function wordBehindCue(text: string, { start }: Detection): Detection[] {
  const from = Math.max(0, start - reach);
  const found = nameCue.exec(text.slice(from, start));
  const word = found?.groups?.['value']?.toLowerCase() ?? '';
  return found === null || isNoName(word) || isFunctionWord(word)
    ? []
    : [name(start - word.length - 1, start - 1)];
}

/** Who was born on the date that begins at `at`. */
function bornOn(text: string, at: number): Detection[] {
  const from = Math.max(0, at - reach);
  const { index, groups } = beforeBirth.exec(text.slice(from, at)) ?? {};
  const value = groups?.['value'] ?? '';
  const lower = value.toLowerCase();
  if (index === undefined || value.length < 2) return [];
  const isWord = [functionWords, spanishFunctionWords, acknowledgingWords].some((words) =>
    words.has(lower),
  );
  if (isWord || notBorn.test(value) || done.test(value) || months.includes(lower)) return [];
  return [name(from + index, from + index + value.length)];
}

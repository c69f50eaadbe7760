import { allMatches } from '../../../domain/all-matches.ts';
import { itemAt } from '../../../domain/item-at.ts';
import { execAt, type Pattern } from '../../view/pattern.ts';
import type { Match } from '../../view/recognizer.ts';
import { type PrecedingWord, wordsBefore } from '../../view/text.ts';
import { answerWords } from '../../vocabulary/fillers.ts';
import { addressEnd, withAddressEnd } from './address-end.ts';
import { looseTypes, strongTypes, weakTypes } from './street-patterns.ts';
import { countsThings, isNoStreetName, nameWords } from './street-veto.ts';

const types = `(?:${strongTypes}|${weakTypes}|${looseTypes})`;
const ordinal = '\\d{1,3}(?:st|nd|rd|th)';
const ordinalWord =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth';
const name = `(?:(?:north|south|east|west) )?(?:${ordinal}|\\p{L}[\\p{L}'’-]{2,20}(?: \\p{L}[\\p{L}'’-]{2,20})?)`;

const isName = (value: string): boolean =>
  !isNoStreetName(
    '',
    0,
    nameWords(value).filter((word) => word !== 'and'),
  );

/** Places that only the words around them call one. */
const patterns: readonly Pattern[] = [
  // "corner of fifth and alder".
  {
    name: 'corner',
    regex: new RegExp(
      `\\b(?:corner|intersection|junction) of (?<value>${name}(?: ${types})? (?:and|&) (?:(?:${ordinal}|\\p{L}[\\p{L}'’-]{2,20})(?: ${types}(?!\\p{L}))?))(?![\\p{L}\\d])`,
      'dgiu',
    ),
    score: 0.6,
    accepts: isName,
  },
  // "on 42nd and main", but no two days of a month.
  {
    name: 'crossing',
    regex: new RegExp(
      `\\b(?:on|at|near|by|off|around) (?<value>(?:(?:north|south|east|west) )?(?:${ordinal}|${ordinalWord}) (?:(?:street|st|avenue|ave) )?(?:and|&) (?!the |\\d|(?:goal|inches|final|last|foremost|${ordinalWord})\\b)\\p{L}[\\p{L}'’-]{2,20}(?: ${types}(?!\\p{L}))?)(?![\\p{L}\\d])`,
      'dgiu',
    ),
    score: 0.5,
    accepts: isName,
  },
  // "by jackson and 9th".
  {
    name: 'crossing',
    regex: new RegExp(
      `\\b(?:on|at|near|by|off) (?!(?:sun|mon|tues|wednes|thurs|fri|satur)day|the )(?<value>\\p{L}[\\p{L}'’-]{2,20} (?:and|&) \\d{1,3}(?:st|nd|rd|th)(?: ${types}(?!\\p{L}))?)(?! of\\b)(?![\\p{L}\\d])`,
      'dgiu',
    ),
    score: 0.5,
    accepts: isName,
  },
  // "1102 east 9th".
  {
    name: 'numbered-street',
    regex:
      /(?<![\w.$/-])(?<value>\d{2,6} (?:north|south|east|west|[nsew]) \d{1,3}(?:st|nd|rd|th))(?![\w'])/dgi,
    score: 0.7,
    accepts: isName,
  },
  // "moved to 412 west mistletoe".
  {
    name: 'directed-street',
    regex:
      /\b(?:to|at|in|is) (?<value>\d{3,5} (?:north|south|east|west) \p{L}[\p{L}'’-]{4,20})(?![\p{L}\d'])/dgiu,
    score: 0.5,
    accepts: (value) => isName(value) && !countsThings(nameWords(value).slice(2)),
  },
  // "third street and oak avenue".
  {
    name: 'two-streets',
    regex: new RegExp(
      `(?<![\\p{L}\\d])(?<value>(?:${ordinal}|\\p{L}[\\p{L}'’-]{2,20}) (?:${strongTypes}) (?:and|&|at) (?:${ordinal}|\\p{L}[\\p{L}'’-]{2,20}) (?:${strongTypes}))(?![\\p{L}\\d])`,
      'dgiu',
    ),
    score: 0.6,
    accepts: isName,
  },
  {
    name: 'contract-route',
    regex:
      /\b(?<value>(?:(?:highway contract|star)(?: route)? \d{1,3}|star route),? box \d{1,5})\b/dgi,
    score: 0.8,
    accepts: () => true,
  },
  // "lot 19 shady acres mobile home park".
  {
    name: 'park-lot',
    regex:
      /\b(?<value>(?:lot|space|unit|trailer|number) \d{1,4}[a-d]?,? (?:(?:at|in)(?: the)? )?(?:(?!the|with|and|for|this|that|from|near|your|our)\p{L}[\p{L}'’-]{2,20} ){1,3}(?:mobile home park|trailer (?:park|court)|mobile (?:park|estates|village)|rv park|manufactured home community))(?![\p{L}\d])/dgiu,
    score: 0.7,
    accepts: () => true,
  },
  {
    name: 'house-number',
    regex: /\bhouse number(?:'s| is)? (?<value>\d{1,5}[a-d]?)(?![\w'])/dgi,
    score: 0.6,
    accepts: isName,
  },
  {
    name: 'box-again',
    regex: /\bbox (?:number )?(?<value>\d{1,6})(?!\d)/dgi,
    score: 0,
    context: {
      words: /\b(?:p\.? ?o\.?|post(?:al)? office) box\b|\br(?:ural )?r(?:oute)?\b/i,
      score: 0.6,
    },
    accepts: isName,
  },
];
/** "i'm at 412 maplewood", "drop it at …", "send someone to …": a number and a name, and no type. */
const placed =
  /\b(?:(?:i'?m|we'?re|i am|we are|he'?s|she'?s|they'?re|it'?s|staying?|stop by|come(?: over)?|came|get|go|pick (?:me|us|him|her|it|them) up|pick ?up|drop (?:it|this|them|me|him|her) ?(?:off)?|bring (?:it|this|them)|meet (?:me|us)|moved?|move|ambulance|someone|driver|package|parcel|mail goes|goes|house|place|building|office|home|clinic|shop|store|apartment|condo|party|us|me|him|her|them|live[sd]?|living|patient|fire|accident|crash|emergency|residence)(?: (?:over|back|down|up|here|there|still|now|right|currently|off))? (?:at|to|from)|(?:house|home|place) is(?: at)?|stop by) (?=\d{2,6}[a-d]? \p{L}{3})/giu;
const houseAndName =
  /(?<house>\d{2,6})[a-d]?(?<name>(?: (?:north|south|east|west|[nsew]))? \p{L}[\p{L}'’-]{2,20}(?: \p{L}[\p{L}'’-]{3,20})?)(?![\p{L}\d'])/iuy;
const notStreet =
  /^(?:total|today|tonight|tomorrow|sharp|sunday|monday|tuesday|wednesday|thursday|friday|saturday|morning|afternoon|evening|noon|midnight|people|patients?|because|instead|already|altogether|maybe|something|plus|points?|calories|steps|hundred|thousand|million|dollars?|north|south|east|west|that|this|then|when|with|without|during|tablets?|miles?|units?|beats?|both|each|every|years?|ish|exactly|combined|overall|different|degrees?|fahrenheit|celsius|weeks?|systolic|diastolic|fasting|dash|point|slash|resting|standing|sitting|stairs|bucks|yards|blocks|shades|ways|things|times|more|less|square|feet|plus|minus|now|later|ago|long|high|low)$/i;
/** "… is my address", "… that's where i live". */
const saidBehind =
  /[\s,]{1,2}(?:is|was|that's|thats|that is|it's)(?: (?:my|our|his|her|their|the)(?: (?:home|mailing|street|billing|current|new|old|work))? (?:address|house|home|place)\b| where (?:i|we|he|she|they|you|my|the|it)\b)/giu;
const unitAnswer =
  /(?<![\w.$])(?<value>(?:(?:unit|flat|apartment|apt|suite|number|lot|room|floor|space) ?#?)?(?:\d{1,5} ?[a-h]?|[a-h]-?\d{0,4}))(?![\w'])/di;
const unitAsked = /\b(?:unit|apartment|apt|suite|flat)(?: or \w{3,10})?(?: numbers?)?[ ?.!]*$/im;

const partAsked =
  /\b(?:street|house|building) (?:number|name)\b|\b(?:which|what|name of the|number and) street\b/i;
const partAnswer = new RegExp(
  `^(?:(?:${answerWords}|on|the)[\\s,]{1,3}){0,5}(?<value>(?:\\d{1,6}[a-d]?)?(?: ?\\p{L}[\\p{L}'’-]{2,20}){0,3})[\\s.!]{0,3}$`,
  'diu',
);
/** "number twenty four": the house alone, asked for with the street. */
const houseAsked = /(?<!mail |ip |web |mac )\baddress(?: please| again| for me| now)?[ ?.!]*$/i;
const houseAnswer = new RegExp(
  `^(?:(?:${answerWords})[\\s,]{1,3}){0,5}(?:number )?(?<value>\\d{1,6}[a-d]?)[\\s.!]{0,3}$`,
  'di',
);

const endsPlace = (word: string): boolean =>
  notStreet.test(word) && !/^(?:north|south|east|west)$/i.test(word);

const isCounted = (all: readonly string[], kept: readonly string[]): boolean =>
  countsThings(all) || kept.some(endsPlace);

/** House numbers with a name behind words of being or going somewhere. */
function placedHouses(text: string): Match[] {
  return allMatches(text, placed).flatMap(({ index, 0: lead }) => {
    const at = index + lead.length;
    const found = execAt(houseAndName, text, at);
    const { house = '', name = '' } = found?.groups ?? {};
    const parts = nameWords(name);
    const kept =
      parts.length > 1 && isNoStreetName('', 0, parts.slice(-1)) ? parts.slice(0, -1) : parts;
    const houseEnd = at + house.length;
    const isCount = isNoStreetName(text, houseEnd, kept) || isCounted(parts, kept);
    if (found === null || isCount) return [];
    const cut = parts.length === kept.length ? 0 : itemAt(parts, kept.length).length + 1;
    const end = addressEnd(text, at + found[0].length - cut);
    return [{ start: at, end, score: 0.4, rule: 'placed-house' }];
  });
}

const isHouse = ({ text }: PrecedingWord): boolean => /^\d{1,6}[a-d]?$/i.test(text);

/** The house and name in front of "… is my address". */
function housesBefore(text: string): Match[] {
  return allMatches(text, saidBehind).flatMap(({ index }) => {
    const before = wordsBefore(text, index, 5);
    const at = before.findIndex(isHouse);
    const house = before[at];
    if (at < 1 || house === undefined) return [];
    const parts = before.slice(0, at).map(({ text: word }) => word);
    const isPlain = isNoStreetName(text, house.start + house.text.length, parts);
    if (isPlain || countsThings(parts)) return [];
    return [{ start: house.start, end: index, score: 0.5, rule: 'said-behind' }];
  });
}

/** The bare answer to "what is the street name?" or "and the house number?", or the house to "your address?". */
function partAnswers(text: string, question: string): Match[] {
  if (text.length > 60) return [];
  const pattern = partAsked.test(question.slice(-160)) ? partAnswer : houseAnswer;
  if (pattern === houseAnswer && !houseAsked.test(question)) return [];
  const [start, end] = pattern.exec(text)?.indices?.groups?.['value'] ?? [0, 0];
  if (end === start || isNoStreetName(text, end, nameWords(text.slice(start, end)))) return [];
  return [{ start, end, score: 0.5, rule: 'part-answer' }];
}

function unitAnswers(text: string, question: string): Match[] {
  if (text.length > 40 || !unitAsked.test(question.slice(-160))) return [];
  const [start, end] = unitAnswer.exec(text)?.indices?.groups?.['value'] ?? [0, 0];
  return end > start && /\d/.test(text.slice(start, end))
    ? [{ start, end, score: 0.5, rule: 'unit-answer' }]
    : [];
}

/**
 * Places as they are said without a street type: crossings, "i'm at 412 maplewood", what is said to
 * be an address afterwards, a box number corrected, the bare answer to "any unit number?".
 */
export function spokenPlaces(text: string, question: string): Match[] {
  return [
    ...withAddressEnd(text, patterns),
    ...placedHouses(text),
    ...housesBefore(text),
    ...unitAnswers(text, question),
    ...partAnswers(text, question),
  ];
}

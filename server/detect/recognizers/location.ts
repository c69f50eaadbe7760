import type { Match, Recognizer, View } from '../recognizer.ts';
import { ambiguous, states } from './gazetteer.ts';
import { type Place, places } from './places.ts';
import { functionWords } from './words.ts';

const cityBefore = /(?:(?:\p{L}[\p{L}'’.-]{2,20}) ){0,1}\p{L}[\p{L}'’.-]{2,20},? {1,2}$/u;
const preposition =
  /\b(?:in|from|near|at|outside|around|through|of|to|via|downtown|visit(?:ed|ing)?|left|live in|city of|town of|state of|county of)(?: (?:north|south|east|west|northern|southern|eastern|western|downtown|upstate|beautiful|sunny))? $/i;
const stateCode = new RegExp(
  `(?<![\\p{L}\\d])(?:\\p{Lu}[\\p{L}'’.-]{1,20} ){0,2}\\p{Lu}[\\p{L}'’.-]{1,20}, ?(?:${[...states.values()].join('|')})(?![\\p{L}\\d])`,
  'gu',
);
const dwelling =
  /\b(?:liv(?:e|es|ed|ing)|born(?: and raised)?|raised|grew up|grow up|resid(?:e|es|ed|ing)|moved?|moving|relocat(?:e|ed|ing)|based|hometown is|come|comes|came|originally|native|from the (?:town|city|village)) (?:back )?(?:in|to|near|from|outside|of)? ?(?:the (?:town|city|village) of )?(?<value>\p{Lu}[\p{L}'’-]{2,24}(?: \p{Lu}[\p{L}'’-]{2,24}){0,2})/dgu;
const county =
  /(?<![\p{L}\d])(?:\p{Lu}[\p{L}'’-]{2,20} ){1,2}(?:County|Parish|Township|Borough)(?!\p{L})/gu;
const cityAnswer =
  /\b(?:what|which) (?:city|town|state|county|country|village)|\b(?:city|town|state) (?:do|are|is)|hometown|where (?:were|was) (?:you|he|she|they) born|where (?:are|is) (?:you|he|she|they) from|where do you live/i;
const bareName =
  /^(?:(?:um|uh|oh|yeah|yes|it's|i'm|in|from|i|live|am|was|born|that's|the|so)[\s,]{1,2}){0,5}(?<value>\p{L}[\p{L}'’-]{2,24}(?: \p{L}[\p{L}'’-]{2,24}){0,2}?)(?:[\s,]{1,2}(?:please|thanks|thank you))?[\s.!]{0,3}$/diu;
const month =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|Spanish|Mom|Dad|God|I|Dr|Mr|Mrs|Ms|Miss)\b/;

export const patterns: readonly RegExp[] = [
  cityBefore,
  preposition,
  stateCode,
  dwelling,
  county,
  cityAnswer,
  bareName,
];

const reach = 48;

/** "springfield illinois": one word, or two with capitals, before a state belongs to it. */
function withCity(text: string, { span: [start, end], type }: Place): readonly [number, number] {
  if (type !== 'state') return [start, end];
  const words = cityBefore.exec(text.slice(Math.max(0, start - reach), start))?.[0] ?? '';
  const parts = words.split(/[\s,]+/).filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  if (last === '' || functionWords.has(last.toLowerCase())) return [start, end];
  const isPair = parts.length > 1 && parts.every((part) => /^\p{Lu}/u.test(part));
  const comma = /,/.test(words);
  const isCity = /^\p{Lu}/u.test(last) || (comma && !/ing$|ed$/.test(last));
  if (!isCity) return [start, end];
  return [start - (isPair ? words.length : words.length - words.lastIndexOf(last)), end];
}

function known(text: string): Match[] {
  return places(text).flatMap((place) => {
    const [start, end] = withCity(text, place);
    const before = text.slice(Math.max(0, start - reach), start);
    const isCertain =
      !ambiguous.has(place.name) || start < place.span[0] || preposition.test(before);
    return isCertain ? [{ start, end, score: 0.6, rule: place.type }] : [];
  });
}

function spans(text: string, pattern: RegExp, score: number, rule: string): Match[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: all, indices }) => {
    const [start, end] = indices?.groups?.['value'] ?? [index, index + all.length];
    return { start, end, score, rule };
  });
}

function answer({ text, question }: View): Match[] {
  if (text.length > 80 || !cityAnswer.test(question.slice(-160))) return [];
  const [start, end] = bareName.exec(text)?.indices?.groups?.['value'] ?? [0, 0];
  const words = text.slice(start, end).toLowerCase().split(' ');
  if (end === 0 || words.some((word) => functionWords.has(word))) return [];
  return [{ start, end, score: 0.5, rule: 'answer' }];
}

/** Cities, states and countries: known ones, "City, ST", counties, and where somebody says to live. */
export const locationRecognizer: Recognizer = {
  kind: 'LOCATION',
  detector: 'regex.location',
  find(view: View): readonly Match[] {
    const { text } = view;
    return [
      ...known(text),
      ...spans(text, stateCode, 0.7, 'city-state'),
      ...spans(text, county, 0.6, 'county'),
      ...spans(text, dwelling, 0.5, 'dwelling').filter(
        ({ start }) => !month.test(text.slice(start, start + 12)),
      ),
      ...answer(view),
    ];
  },
};

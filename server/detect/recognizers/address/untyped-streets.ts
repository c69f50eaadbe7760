import { allMatches } from '../../../domain/all-matches.ts';
import type { Match } from '../../view/recognizer.ts';
import { functionWords } from '../../vocabulary/words.ts';

const name = '(?<value>(?:(?:old|north|south|east|west|el|la|upper|lower) )?\\p{L}{4,14})';
const ends =
  '(?=[,.?!]|\\s*$| (?:at some|at the|by the|near|across|behind|okay|still|anymore|now|with|until|and then|and make|and take|for a)\\b)';
/** Where somebody lives or turns, without the word for a street: "live on pinecrest", "make a left on tamarack". */
const placed = new RegExp(
  `\\b(?:liv(?:e|es|ed|ing)|(?:house|home|apartment|trailer|building|duplex) is|house|(?:turn|make a|take a|go) (?:left|right)|(?:boy|mom|mother|daughter|son|sister|brother|aunt|grandma)(?: \\p{L}{2,8})?|house number) (?:over |out |up |down |back |now )?on ${name}${ends}`,
  'dgiu',
);
/** "still at 14 sumac", "pickup at 7 magnolia": a number and a name behind a word of being there. */
const numbered =
  /\b(?:still at|pick ?up (?:is )?at|pick (?:me|him|her|us|you) up at|drop(?:ped)? off at|you at|we're at|i'm at|she's at|he's at) (?<value>\d{1,5} (?:(?:old|north|south|east|west) )?\p{L}{4,14}(?: number \d{1,4}| unit \p{L}| apartment \d{1,4})?)(?=[,.?!]|\s*$| (?:in|still|right|is that|correct|okay)\b)/dgiu;
const noStreet =
  /^(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|time|hold|call|campus|base|duty|disability|welfare|social|medicare|medicaid|oxygen|insulin|dialysis|hospice|benefits|foot|site|property|land|main|earth|weekdays|weekends|top|your|their|purpose|schedule|cash|credit|floor|welfare|borrowed|fixed|coffee|soup|medication|medicine|meds|antibiotics|percent|clock|people|minutes|hours|weeks|months|years|days|miles|blocks|degrees|milligrams|pounds|dollars|percent|times|today|tomorrow|tonight|someone|somebody|that|this|there|here|fire|sale|vacation|leave|speaker|facebook|line|that|both|either|each|rent|mine|hers|ours|theirs)$/i;

/** Streets that neither a type nor an announced address shows. */
export function untypedStreets(text: string): Match[] {
  return [placed, numbered].flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices, groups }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      const last = /\p{L}+/u.exec(groups?.['value'] ?? '')?.[0].toLowerCase() ?? '';
      const isOther = noStreet.test(last) || functionWords.has(last);
      return end > start && !isOther ? [{ start, end, score: 0.5, rule: 'untyped' }] : [];
    }),
  );
}

const unitQuestion = /\b(?:unit|apartment|lot|space|trailer|address)\b/i;
const unit =
  /^[^.?!]{0,24}?\b(?<value>(?:unit|lot|space|trailer|apartment) (?:number )?(?:\d{1,4}\p{L}?|\p{L})(?: as in \p{L}{3,9}| like \p{L}{3,9})?)(?![\p{L}\p{N}])/diu;

/** The unit that answers a question for an address or for the unit: "lot sixty one", "unit d". */
export function answeredUnit(text: string, question: string): Match[] {
  const found = unitQuestion.test(question.slice(-120)) ? unit.exec(text) : null;
  const [start, end] = found?.indices?.groups?.['value'] ?? [0, 0];
  return end > start ? [{ start, end, score: 0.5, rule: 'answered-unit' }] : [];
}

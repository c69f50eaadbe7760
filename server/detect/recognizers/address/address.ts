import { allMatches } from '../../../domain/all-matches.ts';
import { execAt } from '../../view/pattern.ts';
import type { Match, Recognizer, View } from '../../view/recognizer.ts';
import { capitalsBefore, hasDigit, type PrecedingWord, wordsBefore } from '../../view/text.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { addressEnd, withAddressEnd } from './address-end.ts';
import { joinedStreets, leadingStreets } from './foreign-streets.ts';
import * as streets from './street-patterns.ts';
import {
  type AddressContext,
  cueBefore,
  isCapital,
  isNoStreetName,
  nameWords,
} from './street-veto.ts';
import { streetsByType } from './streets-by-type.ts';
import { codesBehindPlaces, findPostcodes } from './zip.ts';

const partBefore =
  /(?<![\w.$/:,-])(?:\d{1,4}|(?:(?:flat|unit|apartment|apt|suite|building|bldg|block|tower|lot|space|number|level|floor|house|villa|trailer)\.? #?(?:\d{1,5}[a-h]?|[a-h])(?:,| at| on| in| off)? {0,2}){1,3}) {0,2}$/i;
const questionReach = 240;

type Evidence = 'none' | 'number' | 'place';

/** Streets of one type list; `needs` says what a lower-case hit must show besides its own words. */
function typedStreets(around: AddressContext, pattern: RegExp, needs: Evidence, score: number) {
  const { text, isAsked } = around;
  const found: Match[] = [];
  for (const { index, 0: all, groups } of allMatches(text, pattern)) {
    const { house = '', name = '', type = '' } = groups ?? {};
    const parts = nameWords(name);
    if (isNoStreetName(text, index + house.length, parts)) continue;
    const own = index + all.length;
    const end = addressEnd(text, own);
    const isLikely =
      needs === 'none' ||
      (needs === 'number' && (house.length >= 3 || startsPlace(text, index))) ||
      (house.length >= 3 && startsPlace(text, index)) ||
      [...parts, type].every(isCapital) ||
      end > own ||
      isAsked ||
      cueBefore(text, index);
    if (isLikely) found.push({ start: index, end, score, rule: `street-${needs}` });
  }
  return found;
}

const placeStart = /(?:^|\b(?:at|to|from|on|is|it's|of|um|uh|yeah|yes|no|wait|sorry),? |[.?!] )$/i;

/** Whether two digits and a name stand where an address would begin: a turn's start, or behind "at". */
function startsPlace(text: string, index: number): boolean {
  return (
    /^\d\d/.test(text.slice(index)) && placeStart.test(text.slice(Math.max(0, index - 8), index))
  );
}

/** "lives on lensfield road": a street with its type and no number, behind words that announce an address. */
function announcedStreets(text: string): Match[] {
  const cues = [streets.addressIs, streets.placedAt, streets.placedOn];
  return cues
    .flatMap((cue) => allMatches(text, cue))
    .flatMap(({ index, 0: cue }) => {
      const start = index + cue.length;
      const found = execAt(streets.nameAndType, text, start);
      const isStreet = found && !isNoStreetName('', 0, nameWords(found.groups?.['name'] ?? ''));
      if (!isStreet) return [];
      const end = addressEnd(text, start + found[0].length);
      return [{ start, end, score: 0.55, rule: 'announced-street' }];
    });
}

/** "kenya 20117", "Springfield, IL 62704": a place with its postal code, and the city before a state. */
function coded(view: View): Match[] {
  const { text } = view;
  const byName = codesBehindPlaces(view).map(({ place, end }) => ({ start: place.span[0], end }));
  const byCode = allMatches(text, streets.stateZip).map(({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
  return [...byName, ...byCode].map(({ start, end }) => ({
    start: capitalsBefore(text, start, 3),
    end,
    score: 0.6,
    rule: 'place-and-code',
  }));
}

function isNamePart({ text: word, gap }: PrecedingWord): boolean {
  const isPlain = functionWords.has(word.toLowerCase()) && !isCapital(word);
  return /^[ \n]{1,2}$/.test(gap) && /^(?:\p{L}|\d{1,5}$)/u.test(word) && !isPlain;
}

/** The start of "lindeboom 105" where a unit follows at `at`; `at` when no such street is there. */
function streetBefore(text: string, at: number): number {
  const [house, ...rest] = wordsBefore(text, at, 6);
  if (house === undefined || !/^\d{1,5}[a-z]?\.?$/i.test(house.text)) return at;
  const other = rest.findIndex((word) => !isNamePart(word));
  const name = other < 0 ? rest : rest.slice(0, other);
  const number = name.findIndex(({ text: word }) => /^\d/.test(word));
  const first = number < 0 ? name.at(-1) : name[number];
  return number === 0 || first === undefined ? at : first.start;
}

const suite = /^s(?:uite|te)\b/i;

/**
 * Units, with the street before them when it has no type: "lindeboom 105 apt 4". A suite alone is an office, unless an
 * address is asked for or announced.
 */
function units({ text, isAsked }: AddressContext): Match[] {
  const isOwn = (start: number): boolean => isAsked || cueBefore(text, start);
  return withAddressEnd(text, [streets.unitAlone])
    .map((unit) => ({ ...unit, start: streetBefore(text, unit.start) }))
    .filter(({ start }) => !suite.test(text.slice(start, start + 6)) || isOwn(start));
}

/** Whether two streets overlap: where a further language is read, its own words say where a street ends. */
const isSameStreet = (own: Match, other: Match): boolean =>
  own.start < other.end && other.start < own.end;

/** A number or unit right before an address is part of it: house numbers come in two parts too. */
function withPartBefore(text: string, match: Match): Match {
  const before = partBefore.exec(text.slice(Math.max(0, match.start - 48), match.start));
  return before === null ? match : { ...match, start: match.start - before[0].length };
}

/**
 * Postal addresses as one span: number, street, unit, city, state and code; boxes and rural routes;
 * street names by themselves; postal codes, because the shipped policy has no kind for them.
 */
export const addressRecognizer: Recognizer = {
  kind: 'ADDRESS',
  id: 'address',
  find(view: View): readonly Match[] {
    const { text } = view;
    const isAsked = streets.addressQuestion.test(view.question.slice(-questionReach));
    const around = { text, isAsked };
    const byType = streetsByType(view);
    const named = [
      ...announcedStreets(text),
      ...withAddressEnd(text, [streets.namedStreet]),
      ...byType,
    ];
    if (!hasDigit(text)) return named;
    const found = [
      ...named,
      ...typedStreets(around, streets.strong, 'none', 0.8),
      ...typedStreets(around, streets.weak, 'number', 0.7),
      ...typedStreets(around, streets.loose, 'place', 0.65),
      ...joinedStreets(around),
      ...leadingStreets(around),
      ...withAddressEnd(text, streets.numberedStreets).filter(
        (one) => view.further.length === 0 || !byType.some((own) => isSameStreet(own, one)),
      ),
      ...units(around),
      ...coded(view),
    ];
    return [
      ...found.map((match) => withPartBefore(text, match)),
      ...findPostcodes(view).map((match) => ({ ...match, score: match.score - 0.05 })),
    ];
  },
};

import { allMatches } from '../../../domain/all-matches.ts';
import { languages } from '../../../normalize/languages/covered.ts';
import type { Language } from '../../../normalize/languages/language.ts';
import { endOf, execAt } from '../../view/pattern.ts';
import type { Match, View } from '../../view/recognizer.ts';
import { asciiLower } from '../../view/text.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords } from '../../vocabulary/words.ts';
import { addressEnd } from './address-end.ts';

/** A language's words of streets, as patterns. */
interface Streets {
  readonly types: RegExp;
  readonly joints: RegExp;
  readonly endsName: RegExp;
  readonly nameWord: RegExp;
  readonly houseBehind: RegExp;
  readonly houseBefore: RegExp;
  readonly placedBefore: RegExp;
  readonly plainName: RegExp;
  readonly area: RegExp;
  readonly unit: RegExp;
  readonly code: RegExp;
  readonly city: RegExp | undefined;
  readonly block: RegExp | undefined;
  readonly functionWords: ReadonlySet<string>;
  /** Whether a word is no part of a name, unless a joint stands before it: "rue de la gare". */
  readonly isPlain: (word: string) => boolean;
}

const never = (): boolean => false;

function streetsOf({ streets, functionWords: own, names }: Language): readonly Streets[] {
  if (streets === undefined) return [];
  const { units, areas, number, house, block, lot } = streets;
  const said = `\\.? ?(?:${number.split('|')[0]} |number |#)?\\d{1,3}[a-h]?(?![\\p{L}\\d])`;
  return [
    {
      types: new RegExp(
        `\\b(?:(?<sure>${streets.sure})|${streets.types})(?:\\.(?! ?$))?(?=[ ,])`,
        'gi',
      ),
      joints: new RegExp(`^(?:${streets.joints})$`, 'i'),
      endsName: new RegExp(`^(?:${streets.ends})$`, 'iu'),
      nameWord: new RegExp(
        `(?:,? ?)(?<word>\\p{L}[\\p{L}\\p{M}'’-]{0,24}\\.?|${streets.numberInName})`,
        'iuy',
      ),
      houseBehind: new RegExp(
        `[\\s,]{0,3}(?:(?:${number})\\.? ?)?${house}(?![\\p{L}\\d:%/])(?: (?:${streets.directions})(?!\\p{L}))?`,
        'iuy',
      ),
      houseBefore: new RegExp(`(?<![\\w.$/:,-])${streets.houseBefore}$`, 'i'),
      placedBefore: new RegExp(`${streets.placed},? $`, 'iu'),
      plainName: new RegExp(`^(?:${streets.plain})\\b`, 'iu'),
      area: new RegExp(`[\\s,.]{1,3}(?:${areas})\\.?(?= )`, 'iuy'),
      unit: new RegExp(
        `[\\s,.]{1,3}(?:${units})\\.? ?(?:${number.split('|')[0]} |number |#)?(?:\\d{1,5}(?: ?[a-z](?!\\p{L}))?|\\p{L}{1,3}(?:[ -]?\\d{1,4})?)(?![\\p{L}\\d])`,
        'iuy',
      ),
      code: new RegExp(`[\\s,.]{1,3}${streets.code}`, 'iuy'),
      city:
        streets.city === undefined ? undefined : new RegExp(`[\\s,]{1,3}${streets.city}`, 'iuy'),
      // "manzana 8 lote 17": a house without a street.
      block:
        block === undefined || lot === undefined
          ? undefined
          : new RegExp(
              `(?<![\\p{L}\\d])(?:${block}${said},? (?:y |and )?${lot}${said}|${lot}${said},? (?:y |and )?${block}${said})`,
              'giu',
            ),
      functionWords: own,
      isPlain: names?.isEveryday ?? never,
    },
  ];
}

const usual = languages.filter(({ isUsual }) => isUsual).flatMap(streetsOf);
const byLanguage = new WeakMap<Language, readonly Streets[]>();

function furtherStreets(language: Language): readonly Streets[] {
  const own = byLanguage.get(language) ?? streetsOf(language);
  byLanguage.set(language, own);
  return own;
}

/** Whether a word, where it is no joint, cannot be part of a name. */
function isNoName(word: string, isBehindJoint: boolean, around: Streets): boolean {
  const plain = asciiLower(word);
  const isPlain =
    functionWords.has(plain) ||
    around.functionWords.has(plain) ||
    (!isBehindJoint && around.isPlain(plain));
  return (isPlain && word === plain) || around.endsName.test(word.replace('.', ''));
}

/** Where a name of up to `most` words ends that begins at `at`; `at` when none does. */
function nameEnd(text: string, at: number, most: number, around: Streets): number {
  let end = at;
  let position = at;
  let isBehindJoint = true;
  for (let count = 0; count < most; count += 1) {
    const found = execAt(around.nameWord, text, position);
    if (found === null || (count > 0 && found[0].startsWith(','))) break;
    const word = found.groups?.['word'] ?? '';
    const isJoint = around.joints.test(word);
    if (!isJoint && isNoName(word, isBehindJoint, around)) break;
    position += found[0].length;
    isBehindJoint = isJoint;
    if (!isJoint) end = position;
  }
  return text[end - 1] === '.' ? end - 1 : end;
}

/** The end of an address whose street ends at `end`: its unit, its part of town, its code, its city. */
function wholeEnd(text: string, end: number, around: Streets): number {
  let last = end;
  for (let part = 0; part < 6; part += 1) {
    const inArea = endOf(around.area, text, last);
    const named = nameEnd(text, inArea, 5, around);
    const atCode = endOf(around.code, text, last);
    const next = Math.max(endOf(around.unit, text, last), atCode);
    const city = cityEnd(text, last, atCode, around);
    const end = Math.max(inArea > last && named > inArea ? named : last, next, city);
    if (end === last) break;
    last = end;
  }
  return Math.max(last, addressEnd(text, last));
}

/** "à Dijon", "21000 Dijon", in a language that puts the city behind the code; `last` where none stands there. */
function cityEnd(text: string, last: number, atCode: number, around: Streets): number {
  if (around.city === undefined) return last;
  const from = atCode > last ? atCode : endOf(around.city, text, last);
  const first = from > last ? execAt(around.nameWord, text, from) : null;
  const word = asciiLower(first?.groups?.['word'] ?? '');
  if (word === '' || around.isPlain(word) !== around.joints.test(word)) return last;
  return nameEnd(text, from, 4, around);
}

/** What stands around a street type at [start, name): the name behind it, house numbers on both sides. */
interface Street {
  readonly start: number;
  readonly name: number;
  readonly nameEnd: number;
  /** `nameEnd` when no number stands there. */
  readonly houseEnd: number;
  /** `start` when no number stands there. */
  readonly houseStart: number;
}

function streetAt(text: string, start: number, name: number, around: Streets): Street {
  const end = nameEnd(text, name, 6, around);
  const house = endOf(around.houseBehind, text, end);
  const before = around.houseBefore.exec(text.slice(Math.max(0, start - 20), start));
  return {
    start,
    name,
    nameEnd: end,
    houseEnd: house > end && isAmount(text, house) ? end : house,
    houseStart: start - (before?.[0].length ?? 0),
  };
}

/** A street without a number, where words put somebody there or more of an address follows. */
function namedOnly(text: string, { start, name, nameEnd: own }: Street, around: Streets): Match[] {
  const end = wholeEnd(text, own, around);
  const isPlaced = around.placedBefore.test(text.slice(Math.max(0, start - 24), start));
  if ((!isPlaced && end === own) || around.plainName.test(text.slice(name, name + 16).trimStart()))
    return [];
  return [{ start, end, score: 0.5, rule: 'street-by-type-name' }];
}

/** Streets in languages that put the type before the name: "Calle Hidalgo 23, Colonia Centro", "12 rue des Lilas". */
export function streetsByType({ text, further }: View): Match[] {
  const around = further.length === 0 ? usual : [...usual, ...further.flatMap(furtherStreets)];
  return around.flatMap((own) => streetsIn(text, own));
}

function streetsIn(text: string, around: Streets): Match[] {
  const blocks = around.block === undefined ? [] : allMatches(text, around.block);
  const inBlocks = blocks.map(({ index, 0: { length } }) => {
    const found = { score: 0.75, rule: 'block-and-lot' };
    return { start: index, end: wholeEnd(text, index + length, around), ...found };
  });
  const byType = allMatches(text, around.types).flatMap(({ index, 0: type, groups }) => {
    const street = streetAt(text, index, index + type.length, around);
    const found = { score: 0.75, rule: 'street-by-type' };
    const isSure = groups?.['sure'] !== undefined;
    // "carretera 45" alone is no address.
    const isNamed = isSure || street.nameEnd > street.name;
    const { houseStart } = street;
    if (street.houseEnd > street.nameEnd && isNamed) {
      return [{ start: index, end: wholeEnd(text, street.houseEnd, around), ...found }];
    }
    if (street.nameEnd === street.name) return [];
    if (houseStart < index) {
      return [{ start: houseStart, end: wholeEnd(text, street.nameEnd, around), ...found }];
    }
    return isSure ? namedOnly(text, street, around) : [];
  });
  return [...inBlocks, ...byType];
}

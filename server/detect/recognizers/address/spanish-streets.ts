import { allMatches } from '../../../domain/all-matches.ts';
import { endOf, execAt } from '../../view/pattern.ts';
import type { Match } from '../../view/recognizer.ts';
import { asciiLower } from '../../view/text.ts';
import { isAmount } from '../../vocabulary/amounts.ts';
import { functionWords, spanishFunctionWords } from '../../vocabulary/words.ts';
import { addressEnd } from './address-end.ts';

/** Street types, which Spanish puts before the name. */
const types =
  /\b(?:(?<sure>calle|cll|avenida|av|avda|calzada|calz|bulevar|boulevard|blvd|callej[óo]n|prolongaci[óo]n|prol|perif[ée]rico|privada|priv|cerrada|circuito|andador|retorno|jir[óo]n|urbanizaci[óo]n|urb)|paseo|pasaje|camino|carretera|autopista|carrera|cra|plaza|vía|vereda|residencial)(?:\.(?! ?$))?(?=[ ,])/gi;

/** Words that are part of a name, but neither begin nor end one. */
const joints = /^(?:del?|las?|los|el|of|the|y|e)$/i;
const unitSource =
  'departamento|apartamento|apartment|apto|depto|dpto|depa|apt|interior|int|piso|floor|bloque|block|manzana|mz|lote|lot|edificio|building|casa|espacio|space|traila|trailer|local|suite|torre|calle|n[úu]mero|number';
const areaSource =
  'colonia|col|fraccionamiento|fracc|barrio|urbanizaci[óo]n|urb|residencial|reparto|sector|delegaci[óo]n|alcald[íi]a|ejido|poblado|calle';
const endsName = new RegExp(
  `^(?:${unitSource}|${areaSource}|n[úu]mero|number|n[úu]m|no|zip|code|c[óo]digo|postal|aqu[íi]|esquina|entre|frente|enfrente|cerca|junto|street|avenue|road)$`,
  'iu',
);
const nameWord =
  /(?:,? ?)(?<word>\p{L}[\p{L}\p{M}'’-]{0,24}\.?|\d{1,3}(?! ?\d)(?= (?:de|of) \p{L}| ?,? (?:n[úu]mero|number|n[úu]m|no\.|#)))/iuy;

/** Whether a word, where it is no joint, cannot be part of a name. */
function isNoName(word: string): boolean {
  const plain = asciiLower(word);
  const isPlain = functionWords.has(plain) || spanishFunctionWords.has(plain);
  return (isPlain && word === plain) || endsName.test(word.replace('.', ''));
}

/** Where a name of up to `most` words ends that begins at `at`; `at` when none does. */
function nameEnd(text: string, at: number, most: number): number {
  let end = at;
  let position = at;
  for (let count = 0; count < most; count += 1) {
    const found = execAt(nameWord, text, position);
    if (found === null || (count > 0 && found[0].startsWith(','))) break;
    const word = found.groups?.['word'] ?? '';
    const isJoint = joints.test(word);
    if (!isJoint && isNoName(word)) break;
    position += found[0].length;
    if (!isJoint) end = position;
  }
  return text[end - 1] === '.' ? end - 1 : end;
}

const houseBehind =
  /[\s,]{0,3}(?:(?:n[úu]mero|number|n[úu]m|no|nº|n°|#)\.? ?)?(?:\d{1,6}(?: ?[a-h](?!\p{L}))?(?:-\d{1,4})?|s\/n)(?![\p{L}\d:%/])(?: (?:norte|sur|este|oeste|oriente|poniente)(?!\p{L}))?/iuy;
const houseBefore =
  /(?<![\w.$/:,-])\d{1,6}[a-h]?,? (?:(?:de|en|of|in|sobre) (?:la |the )?|del )?$/i;
const placedBefore =
  /\b(?:vivo|vive|vivimos|viven|live|lives|rento|en|sobre|por|de|mandar|address|direcci[óo]n)(?: (?:at|en|is|es))?(?: (?:la|the|el))?,? $/iu;
/** What a street without a number is not called: "en la calle principal". */
const plainName =
  /^(?:principal|misma|otra|esa|esta|cerrada|vacía|grande|sola|peor|mejor|central)\b/iu;

const area = new RegExp(`[\\s,.]{1,3}(?:${areaSource})\\.?(?= )`, 'iuy');
const unit = new RegExp(
  `[\\s,.]{1,3}(?:${unitSource})\\.? ?(?:n[úu]mero |number |#)?(?:\\d{1,5}(?: ?[a-z](?!\\p{L}))?|\\p{L}{1,3}(?:[ -]?\\d{1,4})?)(?![\\p{L}\\d])`,
  'iuy',
);
const code =
  /[\s,.]{1,3}(?:(?:c\.? ?p|c[óo]digo postal|zip code)\.?[\s:]{0,2})?(?:is |es |the |el ){0,2}\d{5}(?![\d-])/iuy;

/** The end of an address whose street ends at `end`: its unit, its part of town, its code, its city. */
function wholeEnd(text: string, end: number): number {
  let last = end;
  for (let part = 0; part < 6; part += 1) {
    const inArea = endOf(area, text, last);
    const named = nameEnd(text, inArea, 5);
    const next = Math.max(...[unit, code].map((part) => endOf(part, text, last)));
    const end = inArea > last && named > inArea ? Math.max(named, next) : next;
    if (end === last) break;
    last = end;
  }
  return Math.max(last, addressEnd(text, last));
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

function streetAt(text: string, start: number, name: number): Street {
  const end = nameEnd(text, name, 6);
  const house = endOf(houseBehind, text, end);
  const before = houseBefore.exec(text.slice(Math.max(0, start - 20), start));
  return {
    start,
    name,
    nameEnd: end,
    houseEnd: house > end && isAmount(text, house) ? end : house,
    houseStart: start - (before?.[0].length ?? 0),
  };
}

/** A street without a number, where words put somebody there or more of an address follows. */
function namedOnly(text: string, { start, name, nameEnd: own }: Street): Match[] {
  const end = wholeEnd(text, own);
  const isPlaced = placedBefore.test(text.slice(Math.max(0, start - 24), start));
  if ((!isPlaced && end === own) || plainName.test(text.slice(name, name + 16).trimStart()))
    return [];
  return [{ start, end, score: 0.5, rule: 'street-spanish-name' }];
}

const said = '\\.? ?(?:n[úu]mero |number |#)?\\d{1,3}[a-h]?(?![\\p{L}\\d])';
const blockWord = '(?:manzana|mza|mz)';
const lotWord = '(?:lote|lot|lt)';
/** "manzana 8 lote 17": a house without a street. */
const block = new RegExp(
  `(?<![\\p{L}\\d])(?:${blockWord}${said},? (?:y |and )?${lotWord}${said}|${lotWord}${said},? (?:y |and )?${blockWord}${said})`,
  'giu',
);

/** Streets as Spanish says them: "Calle Hidalgo 23, Colonia Centro", "412 de la calle Maple". */
export function spanishStreets(text: string): Match[] {
  const blocks = allMatches(text, block).map(({ index, 0: { length } }) => {
    const found = { score: 0.75, rule: 'block-and-lot' };
    return { start: index, end: wholeEnd(text, index + length), ...found };
  });
  const byType = allMatches(text, types).flatMap(({ index, 0: type, groups }) => {
    const street = streetAt(text, index, index + type.length);
    const found = { score: 0.75, rule: 'street-spanish' };
    const isSure = groups?.['sure'] !== undefined;
    // "carretera 45" alone is no address.
    const isNamed = isSure || street.nameEnd > street.name;
    if (street.houseEnd > street.nameEnd && isNamed) {
      return [{ start: index, end: wholeEnd(text, street.houseEnd), ...found }];
    }
    if (street.nameEnd === street.name) return [];
    if (street.houseStart < index) {
      return [{ start: street.houseStart, end: wholeEnd(text, street.nameEnd), ...found }];
    }
    return isSure ? namedOnly(text, street) : [];
  });
  return [...blocks, ...byType];
}

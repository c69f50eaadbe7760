import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { isInPhrase } from '../vocabulary/ordinary-phrases.ts';
import { wordAsName } from './told-name.ts';
import { isDear, isWordName } from './word-names.ts';

/** Words around a name that only a person can stand between. `before` and `after` end at the name. */
interface Frame {
  readonly before: RegExp;
  readonly after: RegExp;
  /** Whether a word that says how dear somebody is may be the name, which it is not in "mi hija linda". */
  readonly takesDear: boolean;
}

const parientes =
  '(?:mam[áa]|pap[áa]|madre|padre|abuel[oa]|abuelit[oa]|hij[oa]|niñ[oa]|nen[eao]|beb[eé]|herman[oa]|espos[oa]|marido|mujer|señora|ex marido|ex esposa|pareja|novi[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|niet[oa]|bisniet[oa]|suegr[oa]|yerno|nuera|cuñad[oa]|comadre|compadre|vecin[oa]|amig[oa]|viej[oa]|padrino|madrina|ahijad[oa]|compañer[oa]|muchacha|cuidadora)';

const frames: readonly Frame[] = [
  // "her name's penny", "last name is abbott"
  {
    before:
      /\b(?:(?:first|last|middle|maiden|full|legal|preferred|married|family) name(?:'s| is| was|,|:)?|(?:my|his|her|their|your|\p{L}{1,20}'s) name(?:'s| is| was)|surname(?:'s| is|,)?) $/iu,
    after: /^(?:[,.?!;]|\s*$| (?!different|spelled|hyphenated|wrong|changed|and hard|but)\p{L})/iu,
    takesDear: true,
  },
  // "le pusimos alma", "de parte de luz", "pregunte por milagros"
  {
    before:
      /(?<!\p{L})(?:me llamo|se llama(?:ba)?|l[ea] (?:pusimos|pusieron|puse)|(?:le|me|nos|les) dicen(?: (?:la|el) (?:flac[oa]|gord[oa]|negr[oa]|güer[oa]|prieta?o?|chin[oa]))?|(?:me|l[oae]) (?:tienen por|conocen (?:por|como))|(?:le|me) (?:han|habían) dicho(?: siempre)?|le decimos|nombre (?:completo )?es|(?:primer|segundo) nombre(?: es)?|apellidos?(?: es| son)?|de parte de|pregunt\p{L}{1,4} por|comun[ií]c\p{L}{1,5} con|p[áa]s\p{L}{1,3} con|hablar con|(?:hablé|habló|hable) con|(?:le|te) (?:habla|atiende|acompaña|saluda)|me atendió|le atendió|a nombre de) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús)| y (?:de|que))/iu,
    takesDear: true,
  },
  // "la doctora paz", "doña lucha"
  {
    before:
      /(?<!\b(?:the|a|my|your|his|her|our|this|that|which|what|any|another|same|new|other) )(?<!\p{L})(?:don|doña|doctora?|dra?\.?|enfermer[oa](?: practicante)?|licenciad[oa]|abogad[oa]|maestr[oa]|señorita) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús))/iu,
    takesDear: true,
  },
  // "mi comadre consuelo", "me lleva quique"
  {
    before: new RegExp(
      `(?<!\\p{L})(?:(?:mi|tu|su|mis|nuestr[oa]|la|el)(?: otr[oa])? ${parientes}(?: mayor| menor| grande| chic[oa])?(?: se llama)?,?|me (?:lleva|llevó|trae|trajo|cuida|dijo|contó)) $`,
      'iu',
    ),
    after: /^(?! (?:de|del|con|sin|en|roja|azul|verde|blanca)(?!\p{L}))/iu,
    takesDear: false,
  },
  // "lucha le decimos"
  {
    before: /(?<!\p{L})(?:bueno|o|o sea|pero|es|se llama) $/iu,
    after: /^ (?:le|me) (?:decimos|dicen|digo)(?!\p{L})/iu,
    takesDear: true,
  },
];

const word = /(?<![\p{L}\p{N}'’-])\p{L}{2,13}(?![\p{L}\p{N}’-]|'(?!s\b))/gu;
const reach = 64;
/** From this score on the model needs no frame. */
const sure = 0.7;

/**
 * Names of Spanish that are ordinary words, or short forms that no list of names has, where a sentence can only mean a
 * person; and of what the model doubts in `found` what stands in such a sentence.
 */
export function framedNames(text: string, found: readonly Detection[] = []): readonly Detection[] {
  const doubts = new Map(
    found.flatMap((one) =>
      one.kind === 'NAME' && one.score < sure ? [[one.start, one] as const] : [],
    ),
  );
  return allMatches(text, word).flatMap(({ index: start, 0: said }) => {
    const one = doubts.get(start);
    const lower = said.toLowerCase();
    if (one === undefined && !isWordName(lower)) return [];
    const end = Math.max(start + said.length, one?.end ?? 0);
    const [lead, trail] = [
      text.slice(Math.max(0, start - reach), start),
      text.slice(end, end + reach),
    ];
    const isNamed = frames.some(
      ({ before, after, takesDear }) =>
        after.test(trail) && before.test(lead) && (takesDear || !isDear(lower)),
    );
    const isPhrase = isInPhrase(lower, { lead: lead.toLowerCase(), trail: trail.toLowerCase() });
    return isNamed && !isPhrase ? [wordAsName(start, end)] : [];
  });
}

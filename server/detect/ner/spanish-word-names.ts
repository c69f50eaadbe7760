import { allMatches } from '../../domain/all-matches.ts';
import type { Detection } from '../../domain/detection.ts';
import { monthWord, neverName, numberWord } from '../vocabulary/value-words.ts';
import { functionWords, spanishFunctionWords } from '../vocabulary/words.ts';

/** Given names that are words of Spanish, which the model leaves alone in most places. */
const spanishWordNames =
  'socorro|consuelo|esperanza|milagros?|remedios|rosario|refugio|amparo|soledad|caridad|piedad|clemencia|clemente|salvador|domingo|confesor|fe|luz|paz|sol|cruz|[áa]ngel|[áa]ngeles|dolores|mercedes|pilar|gloria|gracia|victoria|estrella|perla|esmeralda|aurora|alba|blanca|rosa|violeta|azucena|margarita|altagracia|providencia|candelaria|natividad|trinidad|encarnaci[óo]n|asunci[óo]n|concepci[óo]n|purificaci[óo]n|presentaci[óo]n|visitaci[óo]n|inmaculada|nieves|reyes|santos|bienvenid[oa]|primitivo|inocencio|fortunato|prudencio|severo|casto|plácido|próspero|librado|liberato|amado|amada|deseada|celeste|cielo|patria|libertad|olvido|auxilio|patrocinio|tr[áa]nsito|digna|generoso|le[óo]n';
const capital = (names: string): string =>
  names.replace(/(^|\|)(\[áa\]|\p{L})/gu, (_, bar: string, first: string) =>
    first === '[áa]' ? `${bar}[ÁA]` : bar + first.toUpperCase(),
  );

const relatives =
  'prim[oa]|compadre|comadre|cuñad[oa]|suegr[oa]|yerno|nuera|sobrin[oa]|niet[oa]|herman[oa]|hij[oa]|espos[oa]|marido|mujer|novi[oa]|t[ií][oa]|abuel[oa]|vecin[oa]|padrino|madrina|ahijad[oa]|amig[oa]|niñ[oa]|bebé|señora';
const hesitation = '(?:este|esta|eh|ehh|em|mmm|ah|um|uh)[,.…]{0,3}';
const ends = "(?![\\p{L}\\p{N}'’-]| (?:de|del|con|sin|en|roja|azul|verde|blanca)(?!\\p{L}))";
const value = (names: string): string => `(?<value>${names})${ends}`;
const begins = '(?<![\\p{L}\\p{N}])';

/** "se lo dejo a Remedios": its capital tells it from the word. */
const capitalized = new RegExp(
  `(?<=\\p{Ll},? (?:a|con|por|soy|es) )${value(capital(spanishWordNames))}`,
  'dgu',
);
/** "la doctora este, barrios", "doctor um petrakis": a name that the caller looked for. */
const lookedFor = new RegExp(
  `${begins}(?:doctora?|dra?\\.?|enfermer[oa]|licenciad[oa]|profesora?|nurse|mister|missus|miss) ${hesitation} (?<value>\\p{L}{3,24})(?![\\p{L}\\p{N}'’])`,
  'dgiu',
);
/** What is no name behind "este", which is also "this": "el doctor este lunes". */
const isOther =
  /^(?:lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|mes|año|semana|mañana|tarde|noche|fin|caso|momento|verano|invierno|otoño|primavera|medicamento|medicina|vez|what's|that|who|what|somebody|someone|señor|señora|cosa|f[ií]jese|mire|oiga|vea|sabe|ando|digo|dijo|quer[ií]a|llam\p{L}{1,4})$/iu;

const detector = 'regex.word-name';
const score = 0.9;
const name = (start: number, end: number): Detection => ({
  kind: 'NAME',
  start,
  end,
  score,
  detector,
});

const isPlainWord = (word: string): boolean =>
  functionWords.has(word) ||
  spanishFunctionWords.has(word) ||
  neverName.test(word) ||
  numberWord.test(word) ||
  monthWord.test(word) ||
  isOther.test(word);

/** Names that are words of Spanish where only a name can stand, and names said after a hesitation. */
export function spanishNames(text: string): readonly Detection[] {
  const said = [capitalized, lookedFor].flatMap((pattern) =>
    allMatches(text, pattern).flatMap(({ indices, groups }) => {
      const [start, end] = indices?.groups?.['value'] ?? [0, 0];
      const word = groups?.['value']?.toLowerCase() ?? '';
      const isWord = pattern === lookedFor && isPlainWord(word);
      return end > start && !isWord ? [name(start, end)] : [];
    }),
  );
  return said;
}

const relativeBefore = new RegExp(
  `${begins}(?:(?:mi|tu|su) (?:${relatives})|(?:my|his|her) (?:cousin|brother|sister|son|daughter|nephew|niece|uncle|aunt|husband|wife|neighbor|friend|grandson|granddaughter|roommate|boyfriend|girlfriend)),? (?<value>\\p{L}{3,24}),? (?:at |al |is |es |es el )?$`,
  'iu',
);
const notNamed =
  /^(?:cell|cellphone|phone|home|house|work|number|mobile|celular|cel|casa|trabajo|tel[ée]fono|n[úu]mero|m[óo]vil|called|calls|llamó|llama|mayor|menor|lives|vive|tiene|has|who|whose|que|texted|uses|usa|contact[oa]?|ends|termina|gave|dio|ext|then|luego|said|dice|dijo|please|thanks|too|tambi[ée]n|instead|first|primero)$/iu;
const reach = 64;

/** "mi sobrino eliú dos uno cero …": whose telephone number begins at `at`. */
export function nameBeforePhone(text: string, at: number): readonly Detection[] {
  const from = Math.max(0, at - reach);
  const found = relativeBefore.exec(text.slice(from, at));
  const word = found?.groups?.['value'] ?? '';
  if (found === null || notNamed.test(word) || isPlainWord(word.toLowerCase())) return [];
  const start = from + found.index + found[0].lastIndexOf(word);
  return [name(start, start + word.length)];
}

const widow = /^ (?:viuda|vda\.?) de (?:la |los |las |del )?$/iu;
const shortened = /(?<![\p{L}\p{N}])(?:[Mm]a|Mª|Fco|Fca|Gpe|Jse|Sta|Sto)\.? $/u;

/** Names as one where their parts were found: "Ma. Luisa Prado viuda de Cano", "paz herrera". */
export function joinedNames(text: string, names: readonly Detection[]): readonly Detection[] {
  const sorted = names.toSorted((a, b) => a.start - b.start);
  return sorted.flatMap((first, index) => {
    const { start, end } = first;
    const before = shortened.exec(text.slice(Math.max(0, start - 8), start))?.[0].length ?? 0;
    const next = sorted[index + 1];
    const goesOn = next !== undefined && isOneName(text, first, next);
    if (before === 0 && !goesOn) return [];
    const joined = name(start - before, goesOn ? next.end : end);
    const isGiven = goesOn && first.detector === detector;
    return [isGiven ? { ...joined, parts: [[start, end]] } : joined];
  });
}

/** "viuda de" is part of a name; a name that is a word takes the surname behind it. */
function isOneName(text: string, first: Detection, next: Detection): boolean {
  const between = text.slice(first.end, next.start);
  return (between === ' ' && first.detector === detector) || widow.test(between);
}

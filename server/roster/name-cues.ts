import { isBrand } from '../detect/vocabulary/brands.ts';
import type { NameToken } from './name-tokens.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Titles of patients and of staff. */
const titles = set(`
  mr mrs ms miss mister missus sir madam señor señora señorita senor senora senorita sr sra srta don doña dona
`);
const staffTitles = set(`
  dr dra doctor doctora nurse enfermera enfermero therapist surgeon hygienist licenciada licenciado lic
  dentist dentista pharmacist
`);

/** "the nurse drew blood": behind these a title stands for the person. In Spanish one says "la doctora". */
const articles = set('the a my your our his her their that this another');

/** What somebody says right before a name. Of "I am" and "soy" no name need follow. */
const phrases = `
  name is|name's|names|name was|first name|last name|given name|surname|family name|maiden name|first name is
  last name is|surname is|maiden name is|this is|speaking with|speak with|me llamo|se llama|mi nombre es
  su nombre es|nombre es|nombre|apellido|apellido es|apellidos|habla|le habla|a nombre de|patient's name
  goes by|spelled|for patient|calls me|call him|call her|calls him|calls her|is this|hi|hello|hey|hola|thanks|thank you|gracias|okay
`
  .trim()
  .split(/\s*[|\n]\s*/)
  .map((phrase) => phrase.split(' '));
/** Greetings say nothing about an everyday word behind them. */
const loose = set('hi hello hey hola thanks you gracias okay');
/** "this is long overdue": such a cue counts where the sentence ends behind the name. */
const weak = new Set(['this is', 'is this', 'call him', 'call her', 'habla', 'le habla']);

const kin = set(`
  brother sister son daughter wife husband mother father mom dad grandson granddaughter nephew niece cousin uncle aunt
  neighbor neighbour friend boyfriend girlfriend roommate hermano hermana hermanito hermanita hijo hija esposo esposa
  marido nieto nieta sobrino sobrina primo prima tío tía tio tia vecino vecina cuñado cuñada suegro suegra comadre
  compadre novio novia mamá papá abuelo abuela niño niña
`);
/** What follows a name by which somebody is called. */
const afterNickname = /^(?:le (?:decimos|dicen|llaman|llamamos)|for short)$/;

/** "¿cómo se llama ella?" */
const pronouns = set('ella ellas ellos él usted ustedes');

/** What shows that a name follows. `kin`: "my brother"; `maybe`: a greeting. */
export type NameCue = 'staff' | 'title' | 'name' | 'kin' | 'maybe';

/** What stands right before a word that may be a name, or right behind it. */
export function cueBefore(tokens: readonly NameToken[], at: number): NameCue | undefined {
  const before = at - (isAbbreviation(tokens, at - 2) || tokens[at - 1]?.text === ':' ? 2 : 1);
  const last = tokens[before]?.lower ?? '';
  if (staffTitles.has(last))
    return articles.has(tokens[before - 1]?.lower ?? '') ? undefined : 'staff';
  if (titles.has(last)) return 'title';
  if (kin.has(last)) return 'kin';
  if (afterNickname.test(`${tokens[at + 1]?.lower} ${tokens[at + 2]?.lower}`)) return 'name';
  const said = phrases.find((phrase) =>
    phrase.every((word, index) => tokens[before - phrase.length + 1 + index]?.lower === word),
  );
  return said && cueOf(said, tokens, at);
}

/** "Dr.": its full stop ends no sentence. */
const isAbbreviation = (tokens: readonly NameToken[], at: number): boolean =>
  tokens[at + 1]?.text === '.' && /^(?:dra?|mrs?|ms|sra?|srta|lic)$/.test(tokens[at]?.lower ?? '');

function cueOf(
  phrase: readonly string[],
  tokens: readonly NameToken[],
  at: number,
): NameCue | undefined {
  const last = phrase.at(-1) ?? '';
  if (last === 'llama' && pronouns.has(tokens[at]?.lower ?? '')) return undefined;
  if (loose.has(last)) return 'maybe';
  return !weak.has(phrase.join(' ')) || endsSentence(tokens, at) ? 'name' : 'maybe';
}

const afterName = set("calling speaking here hablando llamando and y i'm im from with");

/** Whether nothing, a sign or "calling" stands behind a word. */
function endsSentence(tokens: readonly NameToken[], at: number): boolean {
  const next = tokens[at + 1];
  return next === undefined || !next.isWord || afterName.has(next.lower);
}

/** Behind a name these make it the name of a place, a firm or a disease. */
const heads = set(`
  street st avenue ave road rd drive lane ln boulevard blvd court way highway park plaza square creek lake river beach
  springs heights hills valley island county city state university college school academy church hospital
  clinic center centre medical medicine health healthcare pharmacy dental dentistry laboratories labs lab insurance
  bank company inc llc corporation foundation institute hotel airport disease syndrome disorder palsy
  test score scale sign maneuver cyst fracture day horse sake thyroiditis lymphoma catheter farms fargo
`);
/** Before a name these make it the name of a place: "calle Morelos", "Mount Vernon". */
const placeLeads = set(`
  calle avenida avenue plaza colonia ciudad san santa santo saint st mount mt fort ft port lake north south east west new
  los las el clinica hospital farmacia
`);
const placePrepositions = set('in from near at en');

/** Diseases that lose their possessive in speech. */
const eponyms = set(`
  parkinson parkinsons alzheimer alzheimers crohn crohns hodgkin hodgkins huntington huntingtons addison addisons
  cushing cushings raynaud raynauds tourette tourettes asperger aspergers hashimoto hashimotos sjogren sjogrens down
  graves bell bells baker achilles lou gehrig foley heimlich pap kegel chagas
`);

/** "la virgen de Guadalupe", "día de Reyes": feasts and saints. */
const feastLeads = /^(?:virgen|d[ií]a|v[ií]spera|fiesta|iglesia) de(?: la| los| las)?$/;

/** Whether the words around show a place, a firm or a disease that is named like somebody. */
export function isNamedAfter(tokens: readonly NameToken[], from: number, to: number): boolean {
  const next = /^['’]s$/.test(tokens[to + 1]?.text ?? '') ? to + 2 : to + 1;
  if (heads.has(tokens[next]?.lower ?? '') || isLedByPlace(tokens, from)) return true;
  if (isCompound(tokens, from, to)) return true;
  // "Burt's Bees".
  if (next > to + 1 && tokens[next]?.hasCapital === true) return true;
  return from === to && eponyms.has(tokens[from]?.lower ?? '');
}

function isLedByPlace(tokens: readonly NameToken[], from: number): boolean {
  const before = tokens[from - 1]?.text === '.' ? from - 2 : from - 1;
  if (placeLeads.has(tokens[before]?.lower ?? '')) return true;
  const said = tokens.slice(Math.max(0, from - 3), from).map(({ lower }) => lower);
  return said.some((_, at) => feastLeads.test(said.slice(at).join(' ')));
}

/** "n like nancy", "de de dedo": a word that only says which letter is meant. */
export function isSpellingWord(tokens: readonly NameToken[], at: number): boolean {
  const [letter, as] = [tokens[at - 2]?.lower ?? '', tokens[at - 1]?.lower ?? ''];
  return (
    /^(?:like|for|de|como)$/.test(as) &&
    letter.length === 1 &&
    tokens[at]?.lower.startsWith(letter) === true
  );
}

/** "Epstein-Barr", "jack-in-the-box". */
function isCompound(tokens: readonly NameToken[], from: number, to: number): boolean {
  const isHyphen = (at: number): boolean =>
    /^[-–]$/.test(tokens[at]?.text ?? '') && tokens[at]?.glued === true;
  return (
    (isHyphen(to + 1) && tokens[to + 2]?.isWord === true && tokens[to + 2]?.glued === true) ||
    (isHyphen(from - 1) && tokens[from - 2]?.isWord === true && tokens[from]?.glued === true)
  );
}

/** "Jim Beam", "Sloan Kettering". */
export function isPartOfBrand(tokens: readonly NameToken[], from: number, to: number): boolean {
  const said = (first: number, last: number): string =>
    tokens
      .slice(Math.max(0, first), last + 1)
      .map(({ lower }) => lower)
      .join(' ');
  return [said(from, to), said(from - 1, to), said(from, to + 1)].some(
    (text) => isBrand(text) || products.has(text),
  );
}

/** Drugs, drinks and things that are also given names or surnames. */
const products = new Set([
  ...'allegra skyla camila errin heather jolivette yasmin natazia pepper'.split(' '),
  ...['epstein barr', 'tom dick', 'cafe bustelo', 'café bustelo'],
]);

/** Whether a place is named: "from Austin". */
export const isAfterPreposition = (tokens: readonly NameToken[], from: number): boolean =>
  placePrepositions.has(tokens[from - 1]?.lower ?? '');

import type { Span } from '../../domain/detection.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { wordForm } from './word-features.ts';

const { firstName, surname, common, spanishCommon, usualFirstName, usualSurname } = lexiconBits;

/** Spanish verbs with what is glued to them, which dictionaries do not list: "marcarlo", "tomándola", "llegamos". */
const verbForm =
  /^\p{L}{2,}(?:[aei]r(?:me|te|se|nos|l[aeo]s?){1,2}|(?:ando|iendo|yendo)|(?:ándo|iéndo|yéndo)(?:me|te|se|nos|l[aeo]s?){1,2}|[aei]mos|[áéí](?:game|melo|mela|nlo|nla|ntelo|selo|same|lo|la|le|nos)|\p{L}{0,6}[áéíóú]\p{L}{1,3}(?:me|les?|l[ao]s?|nos|se))$/iu;

/** Names that say what somebody is or does, as words of a sentence: "be frank with them", "mark it on the chart". */
const adjective =
  /^(?:frank|rich|sunny|dusty|rusty|rocky|noble|royal|constant|precious|young|long)$/;
const graded =
  /\b(?:so|too|very|quite|pretty|really|be|being|been|more|less|how|brutally|totally) $/;
const verb = /^(?:mark|bill|chase|grant|rob|sue|pat|flip|skip|drew|guy|tip|chip|pick|nick|will)$/;
const object = /^ (?:it|them|down|up|off|out)\b/;
/** "turns green", "green mucus". */
const colour = /^(?:green|brown|black|white|gray|grey|gold|rose|amber|ruby|scarlet|violet)$/;
const colouring =
  /\b(?:turn(?:s|ed|ing)?|looks?|looking|looked|went|bright|dark|light|pale|kind of|sort of|a little|all) $/;
const coloured =
  /^ (?:vomit|mucus|phlegm|stools?|poop|discharge|urine|pee|bile|snot|spots?|stuff|gunk|drainage|pus|colou?r|ish\b|and (?:yellow|blue|purple|red))/;
/** "que en paz descanse", "dale está bien". */
const inSpanishPhrase: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [/^paz$/, /\ben $/, /^ descans/],
  [
    /^dale$/,
    /(?:)/,
    /^(?: (?:est[áa] bien|que|pues|bien|gracias|nos|sí|entonces|ya|mi amor)(?!\p{L})|[.,!]?$)/u,
  ],
];

/** What an identifier is called: "the vin on my car". */
const label = /^(?:vin|iban|bic|pin|imei|esn)$/;
const owned = /\b(?:the|my|this|that|your|his|her|our|their|an?) $/;

/** Behind these even an ordinary word is a name: "doctor love", "this is peaches". */
const introduced =
  /(?<!\p{L})(?:doctora?|dra?\.?|mister|mr\.?|miss|ms\.?|missus|mrs\.?|señor(?:a|ita)?|don|doña|this is|name is|name's|named|(?:calls?|called) (?:me|him|her)|goes by|soy|me llamo|se llama|le dicen) $/iu;
const reach = 16;

/** From this score the model is believed against the lexicon, in the order of the rules below. */
const sureOfWord = 0.97;
const sureOfRareName = 0.6;

/**
 * Whether a hit of the model for NAME, a single word in lower case, is an ordinary word: one that everybody knows and
 * no list of names has ("enrolled", "advice"), a form of a verb, or a name that its sentence uses as a word.
 */
export function isOrdinaryWord(
  text: string,
  [start, end]: Span,
  score: number,
  lexicon: Lexicon,
): boolean {
  const word = text.slice(start, end);
  if (score >= sureOfWord || !/^\p{Ll}{2,}$/u.test(word)) return false;
  const lead = text.slice(Math.max(0, start - reach), start);
  const bits = bitsOf(lexicon, wordForm(word));
  if (bits === 0 && verbForm.test(word)) return true;
  if ((bits & (common | spanishCommon)) !== 0) {
    if ((bits & (firstName | surname)) === 0) return !introduced.test(lead);
    if ((bits & (usualFirstName | usualSurname)) === 0 && score < sureOfRareName) return true;
  }
  return isUsedAsWord(word, lead, text.slice(end, end + reach));
}

const isUsedAsWord = (word: string, lead: string, trail: string): boolean =>
  (label.test(word) && owned.test(lead)) ||
  (adjective.test(word) && graded.test(lead)) ||
  (verb.test(word) && object.test(trail)) ||
  (colour.test(word) && (colouring.test(lead) || coloured.test(trail))) ||
  inSpanishPhrase.some(
    ([said, before, after]) => said.test(word) && before.test(lead) && after.test(trail),
  );

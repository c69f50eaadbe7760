import type { Detection, Span } from '../../domain/detection.ts';
import { type Around, isInEnglishPhrase, isInPhrase } from '../vocabulary/ordinary-phrases.ts';
import { isFunctionWord, neverName } from '../vocabulary/value-words.ts';
import { functionWords } from '../vocabulary/words.ts';
import { guess } from './doubtful-names.ts';
import { bitsOf, type Lexicon, lexiconBits } from './lexicon.ts';
import { wordForm } from './word-features.ts';

const {
  word: dictionary,
  spanishWord,
  firstName,
  surname,
  place,
  proper,
  common,
  spanishCommon,
  usualFirstName,
  usualSurname,
} = lexiconBits;

/** Spanish verbs with what is glued to them, which dictionaries do not list: "marcarlo", "tomándola", "llegamos". */
const verbForm =
  /^\p{L}(?:\p{L}+(?:[aei]r(?:me|te|se|nos|l[aeo]s?){1,2}|(?:ando|iendo|yendo)|(?:ándo|iéndo|yéndo)(?:me|te|se|nos|l[aeo]s?){1,2}|[aei]mos|[áéí](?:game|melo|mela|nlo|nla|ntelo|selo|same|lo|la|le|nos))|\p{L}{0,7}[áéíóú]\p{L}{1,4}(?:[mts]el[ao]s?|me|les?|l[ao]s?|nos|se))$/iu;
/** Adjectives and participles of Spanish in the plural, which dictionaries do not list either: "domiciliarias". */
const plural = /^\p{L}{3,}(?:ales|ari[ao]s|[ai]bles|iv[ao]s|os[ao]s|[ai]d[ao]s)$/iu;

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
/** "you're an angel", "or a bill": what is counted or chosen is no person. */
const counted = /\b(?:an?|some|any|every|each|another|no more) $/i;
/** A name of two words may be counted too: "a grace okafor". */
const wordBehind = /^ (?<next>\p{L}{3,})/u;
const fellow = /^(?:guy|fella|buddy|dude|lady|sir)$/;
const pointed = /\b(?:the|that|our|my|his|her|your|big|little|nice|new|old|\p{L}{2,10}er) $/iu;
/** "qué consuelo", "ay qué linda": what somebody exclaims. */
const exclaimed =
  /(?:^|[,.!¡] ?|(?<!\p{L})(?:ay|uy|no|pues|y|bueno|ah|oh|mira|mire|oiga) )¡?qué $/u;
/** "nurse line, how can I help": where somebody works. */
const post = /^(?:line|triage|station|desk|baby)$/;
const postOf = /\b(?:nurse|help|advice|crisis|mother|front) $/i;
/** "ridgecrest neurology": a clinic, when no list has its name as a person's. */
const specialty =
  /^ (?:surgical|surgery|neurology|dental|dentistry|orthop(?:a?edics?|edia)|pediatrics|cardiology|dermatology|medical|pharmacy|imaging|radiology|oncology|urology|primary care|family (?:care|medicine|practice|health)|health|elementary|middle school|high school|internal medicine|billing|scheduling|automated|virtual|front desk)\b/i;
/** "m like mary": the example of a letter. */
const exampleOf =
  /(?<!\b(?:vitamin|hepatitis|plan|part|type|group|room|unit) )(?<![\p{L}\p{N}'’])(?<letter>\p{L}) (?:like|as in|for|de|como) $/u;
/** "stone bridge family medicine": a clinic, though lists have both words as names. */
const clinic =
  /^ (?:family (?:medicine|practice|health|care)|internal medicine|orthop(?:a?edics?)|physical therapy|pediatrics|surgical|medical (?:group|center|associates))\b/i;
/** "una sonda Foley", "un quiste de Baker". */
const namedAfterBefore =
  /(?<!\p{L})(?:(?:sonda|quiste|s[ií]ndrome|maniobra|tend[oó]n) (?:de )?|mal de )$/u;
/** "the Foley bag", "grant applications": what is named after a person, and what only sounds so. */
const namedAfter =
  /^ (?:catheter|cath|bag|syndrome|disease|maneuver|contracture|palsy|reflex|stent|boot|collar)\b/i;
/** "thank you darling", "you're alright pastor". */
const address =
  /^(?:darling|honey|pastor|brother|father|mother|deacon|dear|buddy|angel|sweet|love)$/;
const spokenTo =
  /\b(?:thanks|thank you|sorry|okay|alright|right|welcome|morning|afternoon|bye|yes|no|sure|see you) $/;
const closes = /^[.,!?]?(?:\s*$| (?:god|bye|i|it's|you|we|what|how|and)\b)/;

/** What an identifier is called: "the vin on my car". */
const label = /^(?:van|vin|iban|bic|pin|imei|esn)$/;
const owned = /\b(?:the|my|this|that|your|his|her|our|their|an?) $/;

/** Behind these even an ordinary word is a name: "doctor love", "this is peaches". */
const introduced =
  /(?<!\p{L})(?:doctora?|dra?\.?|mister|mr\.?|miss|ms\.?|missus|mrs\.?|señor(?:a|ita)?|don|doña|this is|name is|name's|named|(?:calls?|called) (?:me|him|her)|goes by|soy|me llamo|se llama|le dicen) $/iu;
const reach = 16;

/** From this score the model is believed against the lexicon, in the order of the rules below. */
const sureOfWord = 0.97;
const sureOfRareName = 0.6;
const sureOfListedWord = 0.7;

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
  const said = text.slice(start, end);
  if (isOrdinaryPhrase(said, score, lexicon) || isClinic(text, [start, end])) return true;
  if (!/^\p{L}\p{Ll}+$/u.test(said)) return false;
  const word = said.toLowerCase();
  const lead = text.slice(Math.max(0, start - reach), start).toLowerCase();
  const bits = bitsOf(lexicon, wordForm(word));
  const trail = text.slice(end, end + reach);
  if (exampleOf.exec(lead)?.groups?.['letter'] === word.charAt(0)) return true;
  if (isNobody(word, bits, { lead, trail })) return true;
  if (score >= sureOfWord) return false;
  if (isUsedAsWord(word, lead, trail)) return true;
  const isWord =
    (isCommon(bits) && (bits & isListed) === 0) ||
    isUnlikely(word, bits, score) ||
    isClipped(word, bits, lexicon);
  return word === said && isWord && !introduced.test(lead);
}

/** A name of a list, which in a phrase is the word: "nena mira". */
const phraseWord = /^(?:mir[ae]|oig[ae]|joven)$/;

const isClinic = (text: string, [start, end]: Span): boolean =>
  text.slice(start, end).includes(' ') &&
  clinic.test(text.slice(end, end + 2 * reach)) &&
  !/\b(?:this is|i'm|name is|with) $/i.test(text.slice(Math.max(0, start - reach), start));

/** "mojando pañales", "lunch with the": words of which none is in a list of names. */
function isOrdinaryPhrase(said: string, score: number, lexicon: Lexicon): boolean {
  const words = said.split(' ');
  if (words.length < 2 || words.every(isFunctionWord) || score >= sureOfWord) return false;
  return words.every((word) => {
    const bits = bitsOf(lexicon, wordForm(word));
    const isWord =
      isFunctionWord(word) ||
      neverName.test(word) ||
      phraseWord.test(word) ||
      (isCommon(bits) && (bits & isListed) === 0);
    return /^\p{Ll}+$/u.test(word) && (isWord || (bits === 0 && verbForm.test(word)));
  });
}

/** What an ordinary word at `start` may still be in a sentence that names somebody, unless it can only be a word. */
export function guesses(word: string, start: number, lexicon: Lexicon): readonly Detection[] {
  const bits = bitsOf(lexicon, wordForm(word));
  const isOnlyWord = bits === 0 ? verbForm.test(word) : isCommon(bits) && (bits & isListed) === 0;
  return isOnlyWord || post.test(word)
    ? []
    : [{ kind: 'NAME', start, end: start + word.length, ...guess }];
}

const isListed = firstName | surname;
const isCommon = (bits: number): boolean => (bits & (common | spanishCommon)) !== 0;

/** Whether a word in lower case is hardly a name, judging by the lists and the score. */
const isUnlikely = (word: string, bits: number, score: number): boolean =>
  bits === 0
    ? plural.test(word)
    : (isRareWord(bits) && score < sureOfListedWord) ||
      (isCommon(bits) && (bits & (usualFirstName | usualSurname)) === 0 && score < sureOfRareName);

/** In a dictionary, and in no list of names or places. */
const isRareWord = (bits: number): boolean =>
  (bits & (dictionary | spanishWord)) !== 0 &&
  (bits & (firstName | surname | place | proper)) === 0;

function isSurnameBehind(trail: string): boolean {
  const next = wordBehind.exec(trail)?.groups?.['next'];
  return next !== undefined && !functionWords.has(next.toLowerCase());
}

/** "stayin", "gettin": a form of a verb without its last letter. */
const isClipped = (word: string, bits: number, lexicon: Lexicon): boolean =>
  bits === 0 && /\p{L}{3}in$/u.test(word) && isCommon(bitsOf(lexicon, wordForm(`${word}g`)));

/** Whether no score makes a word a name in its sentence. */
const isNobody = (word: string, bits: number, around: Around): boolean =>
  (bits === 0 && verbForm.test(word)) ||
  ((bits & (dictionary | spanishWord)) !== 0 && exclaimed.test(around.lead)) ||
  namedAfter.test(around.trail) ||
  namedAfterBefore.test(around.lead) ||
  isInPhrase(word, around) ||
  ((bits & isListed) === 0 && specialty.test(around.trail)) ||
  (isCommon(bits) && isCommonWord(word, around));

const isCommonWord = (word: string, { lead, trail }: Around): boolean =>
  isInEnglishPhrase(word, trail) ||
  (counted.test(lead) && !isSurnameBehind(trail)) ||
  (fellow.test(word) && pointed.test(lead)) ||
  (post.test(word) && postOf.test(lead));

const isUsedAsWord = (word: string, lead: string, trail: string): boolean =>
  (label.test(word) && owned.test(lead)) ||
  (address.test(word) && spokenTo.test(lead) && closes.test(trail)) ||
  (adjective.test(word) && graded.test(lead)) ||
  (verb.test(word) && object.test(trail)) ||
  (colour.test(word) && (colouring.test(lead) || coloured.test(trail)));

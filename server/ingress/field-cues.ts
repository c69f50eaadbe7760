/** `dateOfBirth`, `date_of_birth` → `date of birth`. */
export function keyWords(key: string): string {
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLowerCase()
    .replace(joinedName, '$1 name')
    .replace('dateofbirth', 'date of birth')
    .replace(cardCode, '$& code');
  return nameParts.get(words) ?? (isPerson.test(words) ? `${words} name` : words);
}

/** Names of the parts of a person's name in FHIR and older programs. */
const nameParts: ReadonlyMap<string, string> = new Map([
  ['family', 'last name'],
  ['given', 'first name'],
  ['fname', 'first name'],
  ['lname', 'last name'],
]);

/** Column names are often one word: `lastname`. */
const joinedName = /\b(first|last|middle|maiden|full|given|family|patient|member|contact)name\b/;

/** Words that alone mean a person's name: `{"patient": "…"}`. */
const isPerson =
  /^(?:patient|caller|member|subscriber|insured|beneficiary|responsible party|policy ?holder|guarantor|guardian|spouse|emergency contact|next of kin)$/;

/** Fields whose meaning a neighbouring field states: `{"field": "last_name", "value": "…"}`. */
const valueKey = /^(?:value|val|answer|response)(?:[A-Z][A-Za-z]{0,15})?$/;
/** The neighbouring fields that state it, the most specific last. */
const labelKeys =
  'type system code id linkId name slot key field attribute title label text question prompt'.split(
    ' ',
  );
/** Fields with the meaning of the object around them: `{"patient": {"display": "…"}}`. */
const plainKey = /^(?:display|text)$/;
const longestLabel = 120;

/** The cue of a field: the labels of its neighbours, the cue of the object around it, or its own key. */
export function cueOf(
  fields: Readonly<Record<string, unknown>>,
  key: string,
  above: string,
): string {
  const own = keyWords(key);
  if (plainKey.test(key)) return `${above} ${own}`.trim();
  if (!valueKey.test(key)) return own;
  const labels = labelKeys.flatMap((label) => labelOf(fields[label]));
  return labels.join(' ') || above || own;
}

/** A label, or the label in `{"text": "MRN"}`. */
function labelOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length <= longestLabel ? [keyWords(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return 'text' in value && typeof value.text === 'string' ? labelOf(value.text) : [];
}

/** People say "the cvv code"; a field is called `cvv`. */
const cardCode = /\b(?:cvv2?|cvc2?|csc)\b(?! ?code)/;

/** Words of a key under which two or three digits can identify a person or a card. */
const ofPerson =
  /\b(?:ages?|cv[vc]2?|csc|pins?|passcode|(?:security|verification) code|zip|postal|postcode|ssn|social security|mrn|medical record)\b/;
const ofPlace = /\b(?:zip|postal|postcode)\b/;

/**
 * The digits to search of a number below a key: of a whole number with at least four digits, or with two
 * where the key is of a person (`age`, `cvv`, `pin`). Undefined for other numbers, which count and
 * measure things.
 */
export function digitsToSearch(written: string, cue: string): string | undefined {
  const number = Number(written);
  const least = ofPerson.test(cue) ? 10 : 1000;
  if (!Number.isInteger(number) || Math.abs(number) < least) return undefined;
  const digits = /^-?\d+$/.test(written) ? written : BigInt(number).toString();
  // A ZIP code as a number has lost its leading zeros.
  return ofPlace.test(cue) && number > 0 ? digits.padStart(5, '0') : digits;
}

/** JSON Schema's own words and other values that cannot name a person: not searched. */
const keywords = new Set(
  'string object number boolean array integer null function auto none required text json_schema json_object'.split(
    ' ',
  ),
);

export function isSearched(text: string): boolean {
  return text.length > 1 && !keywords.has(text);
}

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

/** What FHIR and older programs call the parts of a person's name. */
const nameParts: ReadonlyMap<string, string> = new Map([
  ['family', 'last name'],
  ['given', 'first name'],
  ['fname', 'first name'],
  ['lname', 'last name'],
]);

/** Columns are often written in one: `lastname`. */
const joinedName = /\b(first|last|middle|maiden|full|given|family|patient|member|contact)name\b/;

/** Whose name stands below the word alone: `{"patient": "…"}`. */
const isPerson =
  /^(?:patient|caller|member|subscriber|insured|beneficiary|responsible party|policy ?holder|guarantor|guardian|spouse|emergency contact|next of kin)$/;

/** Fields of which those beside them say what they hold: `{"field": "last_name", "value": "…"}`. */
const valueKey = /^(?:value|val|answer|response)(?:[A-Z][A-Za-z]{0,15})?$/;
/** Those that say so, the most telling last. */
const labelKeys =
  'type system code id linkId name slot key field attribute title label text question prompt'.split(
    ' ',
  );
/** Fields that mean what they stand in: `{"patient": {"display": "…"}}`. */
const plainKey = /^(?:display|text)$/;
const longestLabel = 120;

/** The cue of a field: what the fields beside it say that it holds, what it stands in, or its own key. */
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

/** A label, or the one inside `{"text": "MRN"}`. */
function labelOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length <= longestLabel ? [keyWords(value)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return 'text' in value && typeof value.text === 'string' ? labelOf(value.text) : [];
}

/** People say "the cvv code"; a field is called `cvv`. */
const cardCode = /\b(?:cvv2?|cvc2?|csc)\b(?! ?code)/;

/** Words of a key under which two or three digits say something of a person or a card. */
const ofPerson =
  /\b(?:ages?|cv[vc]2?|csc|pins?|passcode|(?:security|verification) code|zip|postal|postcode|ssn|social security|mrn|medical record)\b/;
const ofPlace = /\b(?:zip|postal|postcode)\b/;

/**
 * What is searched of a number below a key: the digits of a whole one, from four on, or from two on
 * where the key says that they are somebody's (`age`, `cvv`, `pin`). Undefined for the rest, which
 * counts and measures things.
 */
export function digitsToSearch(written: string, cue: string): string | undefined {
  const number = Number(written);
  const least = ofPerson.test(cue) ? 10 : 1000;
  if (!Number.isInteger(number) || Math.abs(number) < least) return undefined;
  const digits = /^-?\d+$/.test(written) ? written : BigInt(number).toString();
  // A number has lost the zeros that stand in front of a ZIP code.
  return ofPlace.test(cue) && number > 0 ? digits.padStart(5, '0') : digits;
}

/** JSON Schema's own words and other values that cannot name a person; not worth a detection. */
const keywords = new Set(
  'string object number boolean array integer null function auto none required text json_schema json_object'.split(
    ' ',
  ),
);

export function isSearched(text: string): boolean {
  return text.length > 1 && !keywords.has(text);
}

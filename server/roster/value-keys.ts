import { canonicalValue } from '../domain/detection.ts';
import type { Person } from '../domain/roster.ts';

/** The kinds of values by which the roster knows somebody besides names; `PART` is the end of a telephone number. */
export type ValueKind = 'DOB' | 'PHONE' | 'EMAIL' | 'MRN' | 'ADDRESS' | 'PART';

/** What a value is looked up by. */
export const valueKey = (kind: ValueKind, canonical: string): string => `${kind}\0${canonical}`;

const longPhone = 10;
/** A number without its area code, and the digits that people give to be recognized. */
const partLengths = [7, 4];
const leastRecordDigits = 4;

/** The keys of all values of a person. */
export function* valueKeysOf(person: Person): Generator<string> {
  if (person.birthDate !== null) yield valueKey('DOB', person.birthDate);
  for (const phone of person.phones) yield* phoneKeys(canonicalValue('PHONE', phone));
  for (const email of person.emails) yield valueKey('EMAIL', emailForm(email));
  for (const number of person.recordNumbers) {
    const form = canonicalValue('MRN', number);
    yield valueKey('MRN', form);
    const digits = form.replace(/\D/g, '');
    if (digits !== form && digits.length >= leastRecordDigits) yield valueKey('MRN', digits);
  }
  for (const address of person.addresses) {
    const line = streetForm(address.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []);
    if (line !== undefined) yield valueKey('ADDRESS', line);
  }
}

function* phoneKeys(digits: string): Generator<string> {
  if (digits.length < 7) return;
  yield valueKey('PHONE', digits.slice(-longPhone));
  for (const length of partLengths) {
    if (digits.length > length) yield valueKey('PART', digits.slice(-length));
  }
}

/** Without the signs that people leave out when they say an address, and recognizers when they write it. */
export const emailForm = (email: string): string =>
  canonicalValue('EMAIL', email).replace(/[^\p{L}\p{N}@.]/gu, '');

const directions = /^(?:n|s|e|w|ne|nw|se|sw|north|south|east|west|norte|sur|este|oeste)$/;
const streetTypes =
  /^(?:calle|avenida|av|ave|carrera|camino|paseo|boulevard|blvd|calzada|via|number|numero|no|num|the|de|del|la|las|los|el)$/;

/** Whether a word says which way or what sort of street, and not which one. */
export const isStreetSign = (word: string): boolean =>
  directions.test(word) || streetTypes.test(word);

/** The house number and the word that names the street, of words and numbers in lower case. */
function streetForm(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^\p{N}{1,6}$/u.test(word));
  if (at < 0) return undefined;
  const after = words.slice(at + 1).find((word) => /^\p{L}{2,}/u.test(word) && !isStreetSign(word));
  const before = words.slice(0, at).find((word) => /^\p{L}{2,}/u.test(word) && !isStreetSign(word));
  const street = at === 0 ? after : (before ?? after);
  return street === undefined ? undefined : `${words[at]} ${street}`;
}

/** `dateOfBirth`, `date_of_birth` → `date of birth`. */
export function keyWords(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLowerCase()
    .replace(cardCode, '$& code');
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

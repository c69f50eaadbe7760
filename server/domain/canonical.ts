const digitKinds = new Set(['PHONE', 'FAX', 'SSN', 'CREDIT_CARD']);
const wordKinds = new Set(['NAME', 'ADDRESS', 'LOCATION', 'DOB', 'DATE', 'AGE_OVER_89']);

/** Whether values of a kind are words, of which a pattern may read only some. */
export const isWordKind = (kind: string): boolean => wordKinds.has(kind);

/**
 * The form that equal values of one kind share (design D11), from a value in written form: digits
 * for numbers, case-folded and single-spaced words for names, places and dates, case-folded letters
 * and digits for other identifiers. Empty only when the value holds nothing of that sort, in which
 * case the folded value itself is returned.
 */
export function canonicalValue(kind: string, written: string): string {
  const folded = written.normalize('NFKC').toLowerCase();
  const canonical = digitKinds.has(kind)
    ? folded.replace(/\D/g, '')
    : isWordKind(kind)
      ? folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
      : folded.replace(/[^\p{L}\p{N}@.:/]/gu, '');
  return canonical === '' ? folded : canonical;
}

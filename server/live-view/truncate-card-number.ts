import { isCardNumber } from '../detect/index.ts';
import type { Span } from '../domain/detection.ts';
import { allLanguages, shadowOf } from '../normalize/index.ts';

const firstDigits = 6;
const lastDigits = 4;

/**
 * A value as the regulated side may show it: of a card number the first 6 and last 4 digits
 * (PCI DSS 3.4.1; design D30), of anything else the whole. A card number is what was found as one,
 * and an account number that is one; spoken digits count as digits.
 */
export function truncateCardNumber(kind: string, surface: string): string {
  if (kind !== 'CREDIT_CARD' && kind !== 'ACCOUNT') return surface;
  const digits = shadowOf(surface, allLanguages).text.replace(/\D/g, '');
  if (kind === 'ACCOUNT' && !isCardNumber(digits)) return surface;
  const hidden = digits.length - firstDigits - lastDigits;
  // Too short for a card: nothing says which of its digits may be shown.
  if (hidden <= 0) return '•'.repeat(Math.max(digits.length, lastDigits));
  return digits.slice(0, firstDigits) + '•'.repeat(hidden) + digits.slice(-lastDigits);
}

const writtenNumber = /\d(?:[ .-]?\d){12,18}/g;

/**
 * A text of the same length that shows card numbers as far as `truncateCardNumber` would. `card` is the span
 * of what a person calls a card number, also a spoken one.
 */
export function hideCardNumbers(text: string, card?: Span): string {
  const hidden = text.replace(writtenNumber, (number) =>
    isCardNumber(number.replace(/\D/g, '')) ? hideMiddle(number) : number,
  );
  if (card === undefined) return hidden;
  const [start, end] = card;
  return hidden.slice(0, start) + hideMiddle(text.slice(start, end)) + hidden.slice(end);
}

/** Of digits all but the first and the last ones, of words everything. */
function hideMiddle(number: string): string {
  const digits = number.replace(/\D/g, '').length;
  let seen = 0;
  return number.replace(/[\p{L}\p{N}]/gu, (character) => {
    if (!/\d/.test(character)) return '•'.repeat(character.length);
    seen += 1;
    const isShown = seen <= firstDigits || seen > digits - lastDigits;
    return isShown && digits > firstDigits + lastDigits ? character : '•';
  });
}

import { isCardNumber } from '../detect/index.ts';
import { shadowOf } from '../normalize/index.ts';

const firstDigits = 6;
const lastDigits = 4;

/**
 * A value as the regulated side may show it: of a card number the first 6 and last 4 digits
 * (PCI DSS 3.4.1; design D30), of anything else the whole. A card number is what was found as one,
 * and an account number that is one; spoken digits count as digits.
 */
export function truncateCardNumber(kind: string, surface: string): string {
  if (kind !== 'CREDIT_CARD' && kind !== 'ACCOUNT') return surface;
  const digits = shadowOf(surface).text.replace(/\D/g, '');
  if (kind === 'ACCOUNT' && !isCardNumber(digits)) return surface;
  const hidden = digits.length - firstDigits - lastDigits;
  // Too short for a card: nothing says which of its digits may be shown.
  if (hidden <= 0) return '•'.repeat(Math.max(digits.length, lastDigits));
  return digits.slice(0, firstDigits) + '•'.repeat(hidden) + digits.slice(-lastDigits);
}

import { weightedSum } from './weighted.ts';

/** An NHS number: ten digits, the last a modulus-11 check (NHS data dictionary). */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  const check = 11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check % 11 === Number(digits[9]) && check !== 10;
}

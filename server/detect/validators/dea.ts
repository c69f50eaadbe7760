import { weightedSum } from './weighted.ts';

/** A DEA registration: registrant letter, letter or 9, six digits and a check digit (any case). */
export function isDeaNumber(value: string): boolean {
  if (!/^[A-HJ-MPRSTUX][A-Z9]\d{7}$/i.test(value)) return false;
  const digits = value.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === Number(digits[6]);
}

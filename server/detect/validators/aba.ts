import { weightedSum } from './weighted.ts';

const abaWeights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** A US bank routing number: nine digits, a Federal Reserve prefix, and the 3-7-1 check. */
export function isAbaNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  return digits !== '000000000' && weightedSum(digits, abaWeights) % 10 === 0;
}

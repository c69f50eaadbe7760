import { passesLuhn } from './luhn.ts';

/** A National Provider Identifier: ten digits from 1 or 2, Luhn over the prefix 80840 (45 CFR 162.406). */
export function isNpi(digits: string): boolean {
  return /^[12]\d{9}$/.test(digits) && passesLuhn(`80840${digits}`);
}

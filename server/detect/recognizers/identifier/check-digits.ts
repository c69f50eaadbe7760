/** Sum of digits times weights, position by position; characters beyond the weights are ignored. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, i) => sum + weight * Number(digits[i] ?? 0), 0);
}

/** Whether a string of decimal digits ends in its Luhn check digit (ISO/IEC 7812-1, annex B). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (digit < 0 || digit > 9) return false;
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 1 && sum % 10 === 0;
}

/** First digits [from, to] of an issuer, compared over the length of `from`, and its card lengths. */
type IssuerRange = readonly [from: string, to: string, lengths: readonly number[]];

const issuers: readonly IssuerRange[] = [
  ['4', '4', [13, 16, 19]],
  ['51', '55', [16]],
  ['2221', '2720', [16]],
  ['34', '34', [15]],
  ['37', '37', [15]],
  ['6011', '6011', [16, 19]],
  ['644', '649', [16, 19]],
  ['65', '65', [16, 19]],
  ['622126', '622925', [16, 19]],
  ['300', '305', [14, 16]],
  ['3095', '3095', [14, 16]],
  ['36', '36', [14, 16, 19]],
  ['38', '39', [14, 16, 19]],
  ['3528', '3589', [16, 17, 18, 19]],
  ['62', '62', [16, 17, 18, 19]],
  ['81', '81', [16, 17, 18, 19]],
  ['50', '50', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['56', '58', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['60', '60', [16, 17, 18, 19]],
  ['63', '63', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['67', '67', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['2200', '2204', [16, 17, 18, 19]],
  ['9792', '9792', [16]],
];

/** Whether digits start in a range that payment networks issue, at a length used there. */
export function isIssuedRange(digits: string): boolean {
  return issuers.some(([from, to, lengths]) => {
    const prefix = digits.slice(0, from.length);
    return prefix >= from && prefix <= to && lengths.includes(digits.length);
  });
}

/** A payment card number: issuer range, length and Luhn; never one repeated digit. */
export function isCardNumber(digits: string): boolean {
  return isIssuedRange(digits) && passesLuhn(digits) && !/^(\d)\1*$/.test(digits);
}

const abaWeights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** A US bank routing number: nine digits, a Federal Reserve prefix, and the 3-7-1 check. */
export function isAbaNumber(digits: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/.test(digits)) return false;
  return digits !== '000000000' && weightedSum(digits, abaWeights) % 10 === 0;
}

/** IBAN length by country (ISO 13616 registry). */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  `
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18
    DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23
    IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31
    MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24
    SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .trim()
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** How many characters an IBAN of this country has; undefined for a country without IBANs. */
export function ibanLength(country: string): number | undefined {
  return ibanLengths.get(country.toUpperCase());
}

/** Whether letters and digits (no separators, any case) form an IBAN: country length and mod 97. */
export function isIban(value: string): boolean {
  const upper = value.toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(upper)) return false;
  if (ibanLength(upper.slice(0, 2)) !== upper.length) return false;
  let remainder = 0;
  for (const char of upper.slice(4) + upper.slice(0, 4)) {
    const number = Number.parseInt(char, 36);
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97;
  }
  return remainder === 1;
}

/** A DEA registration: registrant letter, letter or 9, six digits and a check digit (any case). */
export function isDeaNumber(value: string): boolean {
  if (!/^[A-HJ-MPRSTUX][A-Z9]\d{7}$/i.test(value)) return false;
  const digits = value.slice(2);
  return weightedSum(digits, [1, 2, 1, 2, 1, 2]) % 10 === Number(digits[6]);
}

/** A National Provider Identifier: ten digits from 1 or 2, Luhn over the prefix 80840 (45 CFR 162.406). */
export function isNpi(digits: string): boolean {
  return /^[12]\d{9}$/.test(digits) && passesLuhn(`80840${digits}`);
}

const mbiLetter = '[AC-HJKMNP-RT-Y]';
const mbiCharacter = '[AC-HJKMNP-RT-Y0-9]';
const mbiGrammar = new RegExp(
  `^[1-9]${mbiLetter}${mbiCharacter}\\d${mbiLetter}${mbiCharacter}\\d${mbiLetter}{2}\\d{2}$`,
  'i',
);

/** A Medicare Beneficiary Identifier without dashes (CMS grammar: no S, L, O, I, B or Z). */
export function isMbi(value: string): boolean {
  return mbiGrammar.test(value);
}

/** An NHS number: ten digits, the last a modulus-11 check (NHS data dictionary). */
export function isNhsNumber(digits: string): boolean {
  if (!/^\d{10}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  const check = 11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check % 11 === Number(digits[9]) && check !== 10;
}

/** Postcode areas in use in the United Kingdom and the Crown dependencies. */
const ukPostcodeAreas = new Set(
  (
    'AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY ' +
    'E EC EH EN EX FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL ' +
    'LN LS LU M ME MK ML N NE NG NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM ' +
    'SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS TW UB W WA WC WD WF WN WR WS WV YO ZE'
  ).split(' '),
);

/** Whether letters and digits without separators (any case) form a UK postcode of a real area. */
export function isUkPostcode(value: string): boolean {
  const parts = /^([A-Z]{1,2})\d[A-Z\d]?\d[ABD-HJLNP-UW-Z]{2}$/i.exec(value);
  return value.toUpperCase() === 'GIR0AA' || ukPostcodeAreas.has((parts?.[1] ?? '').toUpperCase());
}

const vinValues = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ';
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Whether a value has the shape of a vehicle identification number: 17 characters, no I, O or Q. */
export function hasVinShape(value: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/i.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** A VIN whose ninth character is its check digit (49 CFR 565.15). */
export function isVin(value: string): boolean {
  if (!hasVinShape(value)) return false;
  const upper = value.toUpperCase();
  const sum = vinWeights.reduce(
    (total, weight, i) => total + weight * (vinValues.indexOf(upper.charAt(i)) % 10),
    0,
  );
  return '0123456789X'[sum % 11] === upper[8];
}

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

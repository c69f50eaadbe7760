const letter = '[AC-HJKMNP-RT-Y]';
const either = '[AC-HJKMNP-RT-Y0-9]';
const grammar = new RegExp(
  `^[1-9]${letter}${either}\\d${letter}${either}\\d${letter}{2}\\d{2}$`,
  'i',
);

/** A Medicare Beneficiary Identifier without dashes (CMS grammar: no S, L, O, I, B or Z). */
export function mbi(value: string): boolean {
  return grammar.test(value);
}

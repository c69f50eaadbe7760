/** What is there to be read and not seen: blanks of no width, selectors of a glyph's form. */
const invisible = /^\p{DI}$/u;
const decimal = /^\p{Nd}$/u;

/** The digit 1 in circles, brackets and discs, before a full stop; the digits to 9 follow each. */
const ones = [0x2460, 0x2474, 0x2488, 0x24f5, 0x2776, 0x2780, 0x278a];
const zeros = new Set([0x24ea, 0x24ff]);

/** Signs in another dress than ASCII's as ASCII has them, empty where they are invisible; else themselves. */
export function toAscii(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (invisible.test(sign)) return '';
  if (zeros.has(code)) return '0';
  const one = ones.find((first) => code >= first && code < first + 9);
  if (one !== undefined) return String(code - one + 1);
  const plain = sign.normalize('NFKC');
  return plain.length <= sign.length && !decimal.test(plain) ? plain : decimalOf(plain);
}

/** The digits of every script come in rows of ten. */
function decimalOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (!decimal.test(sign) || code < 0x80) return sign;
  let first = code;
  while (decimal.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Crockford base32, most significant bit first; zero bits fill the last symbol. */
export function encodeCrockford(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => symbols.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

/** The first `length` bytes of such a text; undefined when a character is no symbol. */
export function decodeCrockford(text: string, length: number): Buffer | undefined {
  const values = [...text].map((symbol) => symbols.indexOf(symbol));
  if (values.includes(-1)) return undefined;
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).slice(0, length);
  return bytes.length < length
    ? undefined
    : Buffer.from(bytes.map((eight) => Number.parseInt(eight, 2)));
}

/** What a person typed, as symbols: letters that look like digits are taken for them. */
export function asSymbols(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[\s.·-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const values = new Map([...symbols].map((symbol, value) => [symbol, value]));

/**
 * Crockford base32, most significant bit first, without a check symbol; zero bits fill the last
 * symbol.
 */
export function encodeCrockford(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += symbols.charAt((pending >> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + symbols.charAt((pending << (5 - bits)) & 31);
}

/**
 * The bytes of upper-case Crockford text. Undefined for any text that `encodeCrockford` does not
 * write, so that each byte string has one spelling.
 */
export function decodeCrockford(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (const symbol of text) {
    const value = values.get(symbol);
    if (value === undefined) return undefined;
    pending = (pending << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[length] = pending >> bits;
      length += 1;
      pending &= (1 << bits) - 1;
    }
  }
  return bits < 5 && pending === 0 ? bytes : undefined;
}

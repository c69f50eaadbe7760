/** Bytes of a block of AES. */
export const blockBytes = 16;

/** Hides the exact length: 0x80, then zeros up to the next block (ISO/IEC 9797-1, method 2). */
export function padded(bytes: Uint8Array): Uint8Array {
  const blocks = Math.floor(bytes.length / blockBytes) + 1;
  const result = new Uint8Array(blocks * blockBytes);
  result.set(bytes);
  result[bytes.length] = 0x80;
  return result;
}

/** The text whose bytes were padded; undefined where nothing was. */
export function unpadded(bytes: Uint8Array): string | undefined {
  const end = bytes.lastIndexOf(0x80);
  return end === -1 ? undefined : Buffer.from(bytes.subarray(0, end)).toString();
}

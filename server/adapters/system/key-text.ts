/** Bytes of a root key. */
export const keyBytes = 32;

const hexKey = /^[0-9a-f]{64}$/i;
const base64Key = /^(?:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})=?$/;

/** The 32 bytes that `text` writes in hex, base64 or base64url (design D45); undefined for anything else. */
export function decodeKey(text: string): Buffer | undefined {
  const trimmed = text.trim();
  if (hexKey.test(trimmed)) return Buffer.from(trimmed, 'hex');
  // Node's `base64` decoder reads both alphabets.
  return base64Key.test(trimmed) ? Buffer.from(trimmed, 'base64') : undefined;
}

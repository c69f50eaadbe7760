import { z } from 'zod';

/** Grammar of a key id (design D10). */
export const kidPattern = /^[A-Za-z0-9_-]+$/;

/** 32 bytes in hex, base64 or base64url (design D45). */
export const keyPattern = /^(?:[0-9A-Fa-f]{64}|[A-Za-z0-9+/]{43}=?|[A-Za-z0-9_-]{43}=?)$/;

/** Schema of `keys.json`, which a service without a host writes (design D45). `key` reads one key. */
export function keysJson<T extends z.ZodType>(key: T) {
  return z.strictObject({
    v: z.literal(1),
    master_key: key,
    database_key: key.optional(),
    retired_database_keys: z.array(key).optional(),
    keys: z.record(z.string().regex(kidPattern), key),
    made_at: z.record(z.string(), z.iso.datetime()).optional(),
  });
}

/** The next free key id after `kid`: `K`, `K_2`, `K_3`. */
export function nextFreeKid(kid: string, isTaken: (kid: string) => boolean): string {
  const [, base = kid, number = '1'] = /^(.*?)(?:_(\d{1,6}))?$/.exec(kid) ?? [];
  let next = Number(number) + 1;
  while (isTaken(`${base}_${next}`)) next += 1;
  return `${base}_${next}`;
}

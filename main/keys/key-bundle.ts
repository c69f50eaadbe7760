import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../../server/shared/json.ts';
import { keyPattern, kidPattern, nextFreeKid } from '../../server/shared/keys-json.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';

/** Where a key bundle is stored. */
export interface KeyStore {
  /** Name shown to people, such as `keychain`. */
  readonly name: string;
  /** The operating system's backend, once known; null if there is none. */
  backend(): string | null;
  /** Undefined if the store is empty. */
  read(): Promise<KeyResult<KeyBundle | undefined>>;
  /** Durable on return, and read back before the former bundle is given up. */
  write(bundle: KeyBundle): Promise<KeyResult<void>>;
  /** Copies the stored bundle, which a restore is about to replace. */
  setAside(): Promise<void>;
}

/** The kid of the shipped policy (spec, Masking policy). */
const defaultKid = 'K_HEALTHCARE';

const keyText = z.string().regex(keyPattern);
const kid = z.string().regex(kidPattern);

/** All secrets of an installation, as custodies store them. */
export const keyBundle = z.strictObject({
  v: z.literal(1),
  /** Links recovery kits to their installation: 3 random bytes, independent of the keys. */
  installation: z.string().regex(/^[0-9a-f]{6}$/),
  /** Increases with each change. */
  revision: z.int().positive(),
  masterKey: keyText,
  /** Root of the databases' keys; absent: the master key (decision 0011). */
  databaseKey: keyText.optional(),
  retiredDatabaseKeys: z.array(keyText).optional(),
  /** Roots of masking keys by kid, oldest first. */
  keys: z.record(kid, keyText),
  /** When each key was made, by kid, ISO 8601 UTC, as far as known. */
  madeAt: z.record(kid, z.iso.datetime()),
  /** By setting. */
  secrets: z.record(z.string(), z.string()),
  /** The recovery kit in force; null while there is none. */
  kit: z
    .strictObject({ number: z.int().min(1).max(65_535), key: keyText, madeAt: z.iso.datetime() })
    .nullable(),
});

export type KeyBundle = z.infer<typeof keyBundle>;
export type Roots = Pick<
  KeyBundle,
  'masterKey' | 'databaseKey' | 'retiredDatabaseKeys' | 'keys' | 'madeAt'
>;

export function freshKey(): string {
  return randomBytes(32).toString('base64');
}

/** The key roots of a first start. */
export function freshRoots(now: Date): Roots {
  return {
    masterKey: freshKey(),
    keys: { [defaultKid]: freshKey() },
    madeAt: { [defaultKid]: now.toISOString() },
  };
}

export function bundleOf(roots: Roots): KeyBundle {
  const installation = randomBytes(3).toString('hex');
  return { v: 1, installation, revision: 1, ...roots, secrets: {}, kit: null };
}

/** `place` is the file that held the text, for the message of a problem. */
export function readBundle(text: string, place: string): KeyResult<KeyBundle> {
  return readDocument(keyBundle, text, place);
}

/**
 * Reads a JSON document of version 1. A problem if a later version wrote it, else `problem`; by
 * default that the document is damaged.
 */
export function readDocument<T>(
  schema: z.ZodType<T>,
  text: string,
  place: string,
  problem: KeyResult<T> = damaged(place),
): KeyResult<T> {
  const content = parseJson(text);
  const { success, data } = schema.safeParse(content);
  if (success) return succeeded(data);
  return isNewer(content) ? newer(place) : problem;
}

/** Whether a later version wrote this document. */
function isNewer(content: unknown): boolean {
  return z.looseObject({ v: z.int().min(2) }).safeParse(content).success;
}

function newer(place: string) {
  return failed(
    'file_newer',
    `A newer version of this app wrote ${place}. Install that version or a later one.`,
  );
}

function damaged(place: string) {
  return failed(
    'file_damaged',
    `${place} is damaged. Restore it from a backup of the data folder, or type the recovery kit.`,
  );
}

/** The server's variables for the key roots (design D45). */
export function rootVariables({ masterKey, databaseKey, keys }: KeyBundle): Record<string, string> {
  return {
    SVC_MASTER_KEY: masterKey,
    ...(databaseKey !== undefined && { SVC_DATABASE_KEY: databaseKey }),
    ...Object.fromEntries(Object.entries(keys).map(([kid, key]) => [`SVC_KEY_${kid}`, key])),
  };
}

/** Adds a new root under the next free name after the newest. */
export function withFreshKid(bundle: KeyBundle, now: Date): { kid: string; bundle: KeyBundle } {
  const newest = Object.keys(bundle.keys).at(-1) ?? defaultKid;
  const kid = nextFreeKid(newest, (name) => Object.hasOwn(bundle.keys, name));
  return {
    kid,
    bundle: {
      ...bundle,
      keys: { ...bundle.keys, [kid]: freshKey() },
      madeAt: { ...bundle.madeAt, [kid]: now.toISOString() },
    },
  };
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { unlessAbsent, writeDurably } from '../../server/shared/durable-files.ts';
import { refusedAt } from '../ipc/refusal.ts';
import type { Refused } from '../ipc/schema.ts';
import { type KeyBundle, readBundle, readDocument } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { type RecoveryCode, readRecoveryCode } from './recovery-code.ts';

type Restored = { readonly ok: true; readonly bundle: KeyBundle } | Refused;

/** The keys that a typed kit and the folder's `recovery.sealed` give together. */
export async function restoreBundle(folder: string, typed: string): Promise<Restored> {
  const read = readRecoveryCode(typed);
  if (!read.ok) return read;
  const file = await readRecoveryFile(folder);
  if (!file.ok) return cannotRestore(file.problem.message);
  const sealed = file.value;
  const { code } = read;
  if (sealed === undefined) {
    return cannotRestore(
      `There is no recovery.sealed in ${folder}, and the kit is useless without it. Copy the installation's whole data folder there.`,
    );
  }
  if (code.installation !== sealed.installation) {
    return cannotRestore(
      `This kit belongs to installation ${code.installation}, but the data folder to ${sealed.installation}. Use the kit that names it.`,
    );
  }
  const day = sealed.madeAt.slice(0, 10);
  if (code.number < sealed.number) {
    return cannotRestore(
      `This is kit ${code.number}. Kit ${sealed.number}, made on ${day}, replaced it: type that one.`,
    );
  }
  if (code.number > sealed.number) {
    return cannotRestore(
      `This is kit ${code.number}, but this copy of the data folder is older. Type kit ${sealed.number}, made on ${day}, or restore a newer recovery.sealed.`,
    );
  }
  const bundle = openRecoveryFile(sealed, code);
  if (bundle !== undefined) return { ok: true, bundle };
  return cannotRestore(
    'The kit does not open recovery.sealed: the file is damaged, or another installation wrote it. Restore it from a backup of the data folder.',
  );
}

function cannotRestore(message: string): Restored {
  return refusedAt('words', message);
}

const header = {
  v: z.literal(1),
  installation: z.string(),
  /** Number of the kit that opens it. */
  number: z.int(),
  /** Revision of the bundle inside. */
  revision: z.int(),
  /** When the kit was made, ISO 8601 UTC. */
  madeAt: z.iso.datetime(),
};

const recoveryFile = z.strictObject({
  ...header,
  nonce: z.base64(),
  /** AES-256-GCM of the bundle, with a key derived from the kit's; the header is authenticated. */
  sealed: z.base64(),
});

/** `recovery.sealed`: the keys, encrypted for the recovery kit. Kit and file are useless alone. */
export type RecoveryFile = z.infer<typeof recoveryFile>;
type Header = Pick<RecoveryFile, keyof typeof header>;

const tagBytes = 16;

/** Undefined if no kit was made. */
export async function readRecoveryFile(
  folder: string,
): Promise<KeyResult<RecoveryFile | undefined>> {
  const path = pathIn(folder);
  const text = await readFile(path, 'utf8').catch(unlessAbsent);
  if (text === undefined) return succeeded(undefined);
  const damaged = failed(
    'file_damaged',
    `${path} is damaged, and a recovery kit is useless without it. Restore it from a backup of the data folder.`,
  );
  return readDocument(recoveryFile, text, path, damaged);
}

/** Encrypts the bundle for the kit in force; does nothing without one. */
export async function writeRecoveryFile(folder: string, bundle: KeyBundle): Promise<void> {
  const { kit, ...rest } = bundle;
  if (kit === null) return;
  const { installation, revision } = bundle;
  const { number, madeAt } = kit;
  const head: Header = { v: 1, installation, number, revision, madeAt };
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(Buffer.from(kit.key, 'base64')), nonce);
  cipher.setAAD(headerBytes(head));
  const text = JSON.stringify({ ...rest, kit: null });
  const parts = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  const file = {
    ...head,
    nonce: nonce.toString('base64'),
    sealed: Buffer.concat(parts).toString('base64'),
  };
  await writeDurably(pathIn(folder), `${JSON.stringify(file, null, 2)}\n`);
}

/** The bundle, with the kit that opened it in force; undefined if the kit does not open it. */
export function openRecoveryFile(file: RecoveryFile, { key }: RecoveryCode): KeyBundle | undefined {
  const text = decrypted(file, key);
  const bundle = text === undefined ? undefined : readBundle(text, 'recovery.sealed');
  if (bundle?.ok !== true) return undefined;
  const { number, madeAt } = file;
  return { ...bundle.value, kit: { number, key: key.toString('base64'), madeAt } };
}

function decrypted(file: RecoveryFile, key: Buffer): string | undefined {
  const sealed = Buffer.from(file.sealed, 'base64');
  const nonce = Buffer.from(file.nonce, 'base64');
  if (sealed.length < tagBytes || nonce.length !== 12) return undefined;
  const options = { authTagLength: tagBytes };
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), nonce, options);
  decipher.setAAD(headerBytes(file));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  const text = decipher.update(sealed.subarray(0, -tagBytes));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function pathIn(folder: string): string {
  return join(folder, 'recovery.sealed');
}

function headerBytes({ v, installation, number, revision, madeAt }: Header): Buffer {
  return Buffer.from(['recovery', v, installation, number, revision, madeAt].join('\n'));
}

function sealingKey(kitKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', kitKey, '', 'voice-phi-proxy/recovery-file/v1', 32));
}

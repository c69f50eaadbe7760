import { isDeepStrictEqual } from 'node:util';
import { namesIn } from '../../server/shared/durable-files.ts';
import { bundleOf, freshRoots, type KeyBundle, type KeyStore } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { readPlainKeys, settlePlainKeys } from './plain-key-file.ts';
import { readRecoveryFile, writeRecoveryFile } from './recovery-file.ts';

/**
 * The keys for a folder with an empty key store: those of a headless service that used the folder,
 * else new ones. Never new keys for existing databases, which they could not open.
 */
async function firstBundle(folder: string, now: Date): Promise<KeyResult<KeyBundle>> {
  const plain = await readPlainKeys(folder);
  if (!plain.ok) return plain;
  if (plain.value !== undefined) return succeeded(bundleOf(plain.value));
  return whyNoFreshKeys(folder, await namesIn(folder)) ?? succeeded(bundleOf(freshRoots(now)));
}

/** Why new keys must not be made: these files belong to another key store or need other keys. */
function whyNoFreshKeys(folder: string, names: readonly string[]) {
  const elsewhere = {
    'keys.sealed': `The keys of ${folder} are sealed for a user of the desktop app, so the service cannot open them. Make a recovery kit in the app and type it here.`,
    'keys.credential': `The keys of ${folder} belong to a service. Use service mode, or make a recovery kit there and type it here.`,
    'recovery.sealed': `${folder} holds data of an installation whose keys are not on this machine. Type its recovery kit, or restore keys.sealed from a backup of the folder.`,
  };
  const found = Object.entries(elsewhere).find(([name]) => names.includes(name));
  if (found !== undefined) return failed('kit_needed', found[1]);
  const databases = names.filter((name) => name.endsWith('.db'));
  if (databases.length === 0) return undefined;
  return failed(
    'keys_missing',
    `${folder} holds ${databases.join(', ')} but no keys, and new keys cannot open them. ` +
      'Restore keys.sealed, or keys.json of a headless service, from a backup of the folder. ' +
      'To start empty, move these files and their -wal and -shm files away.',
  );
}

/**
 * The keys of a data folder, made at its first start (design D45). Also finishes what a crash
 * interrupted: removes a plain key file that was taken over, and rewrites an old recovery file.
 */
export async function openBundle(
  place: KeyStore,
  folder: string,
  now: Date,
): Promise<KeyResult<KeyBundle>> {
  const kept = await place.read();
  if (!kept.ok) return kept;
  const opened =
    kept.value === undefined ? await storeFirstBundle(place, folder, now) : succeeded(kept.value);
  if (!opened.ok) return opened;
  const settled = await settlePlainKeys(folder, opened.value);
  if (!settled.ok) return settled;
  return await settleRecovery(folder, opened.value);
}

/** A crash here leaves `keys.json` next to the stored keys; the next start removes it. */
async function storeFirstBundle(
  place: KeyStore,
  folder: string,
  now: Date,
): Promise<KeyResult<KeyBundle>> {
  const first = await firstBundle(folder, now);
  if (!first.ok) return first;
  const written = await place.write(first.value);
  if (!written.ok) return written;
  const again = await place.read();
  if (!again.ok) return again;
  if (!isDeepStrictEqual(again.value, first.value)) {
    return failed(
      'file_damaged',
      `The keys written to ${folder} could not be read back correctly. Check the disk and start the app again.`,
    );
  }
  return first;
}

async function settleRecovery(folder: string, bundle: KeyBundle): Promise<KeyResult<KeyBundle>> {
  const file = await readRecoveryFile(folder);
  const header = file.ok ? file.value : undefined;
  if (!file.ok && file.problem.code === 'file_newer') return file;
  if (header !== undefined && header.installation !== bundle.installation) {
    return failed(
      'folder_mixed',
      `${folder} holds the recovery.sealed of another installation: data of another machine was copied there. ` +
        'Type the recovery kit of that installation to use its data, or remove its files.',
    );
  }
  const { kit } = bundle;
  if (kit !== null && (header?.revision !== bundle.revision || header.number !== kit.number)) {
    await writeRecoveryFile(folder, bundle);
  }
  return succeeded(bundle);
}

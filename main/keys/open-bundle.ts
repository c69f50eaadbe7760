import { readdir } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { unlessAbsent } from '../../server/shared/durable-files.ts';
import { bundleOf, freshRoots, type KeyBundle, type KeyStore } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { readPlainKeys, settlePlainKeys } from './plain-key-file.ts';
import { readRecoveryFile, writeRecoveryFile } from './recovery-file.ts';

/**
 * The keys of a folder whose place for keys is empty: those of a headless service that used it, else
 * fresh ones. Never fresh ones beside data of other keys, which they could not open.
 */
export async function firstBundle(folder: string, now: Date): Promise<KeyResult<KeyBundle>> {
  const plain = await readPlainKeys(folder);
  if (!plain.ok) return plain;
  if (plain.value !== undefined) return succeeded(bundleOf(plain.value));
  const names = (await readdir(folder).catch(unlessAbsent)) ?? [];
  const refusal = whyNoFreshKeys(folder, names);
  return refusal === undefined ? succeeded(bundleOf(freshRoots(now))) : failed(...refusal);
}

/** Whichever of these files is there, it is not of the place that was found empty. */
function whyNoFreshKeys(
  folder: string,
  names: readonly string[],
): Parameters<typeof failed> | undefined {
  if (names.includes('keys.sealed')) {
    return [
      'kit_needed',
      `The keys of ${folder} are sealed for a user of the desktop app, and the service cannot open them. Make a recovery kit in the app, and type it here.`,
    ];
  }
  if (names.includes('keys.credential')) {
    return [
      'kit_needed',
      `The keys of ${folder} are those of a service. Use service mode, or make a recovery kit there and type it here.`,
    ];
  }
  if (names.includes('recovery.sealed')) {
    return [
      'kit_needed',
      `${folder} holds data of an installation whose keys are not on this machine. Type its recovery kit, or put keys.sealed back from a backup of the folder.`,
    ];
  }
  const databases = names.filter((name) => name.endsWith('.db'));
  if (databases.length === 0) return undefined;
  return [
    'keys_missing',
    `${folder} holds ${databases.join(', ')} but no keys, and new keys cannot open them. ` +
      'Put keys.sealed, or keys.json of a headless service, back from a backup of the folder. ' +
      'To start empty, move these files away, with the -wal and -shm files beside them.',
  ];
}

/**
 * The keys of a data folder, made at its first start (design D45), with what a crash may have left
 * half done settled: a plain file that was taken over, a recovery file behind its keys.
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

/** A crash here leaves `keys.json` beside what was kept of it, and the next start removes it. */
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
      `The keys that were written to ${folder} do not read as they were. Check the disk, and start the app again.`,
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
      `${folder} holds recovery.sealed of another installation than its keys are of: data of another machine was copied there. ` +
        'Type the recovery kit of that installation to use its data, or take its files away again.',
    );
  }
  const { kit } = bundle;
  if (kit !== null && (header?.revision !== bundle.revision || header.number !== kit.number)) {
    await writeRecoveryFile(folder, bundle);
  }
  return succeeded(bundle);
}

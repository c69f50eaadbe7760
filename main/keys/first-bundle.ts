import { readdir } from 'node:fs/promises';
import { unlessAbsent } from '../durable-file.ts';
import { bundleOf, freshRoots, type KeyBundle } from './key-bundle.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { readPlainKeys } from './plain-keys.ts';

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

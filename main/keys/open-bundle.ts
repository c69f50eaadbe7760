import { isDeepStrictEqual } from 'node:util';
import { firstBundle } from './first-bundle.ts';
import type { KeyBundle } from './key-bundle.ts';
import type { KeyStore } from './key-place.ts';
import { failed, type KeyResult, succeeded } from './key-problem.ts';
import { settlePlainKeys } from './plain-keys.ts';
import { readRecoveryFile, writeRecoveryFile } from './recovery-file.ts';

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
  const opened = kept.value === undefined ? await storeFirstBundle(place, folder, now) : succeeded(kept.value);
  if (!opened.ok) return opened;
  const settled = await settlePlainKeys(folder, opened.value);
  if (!settled.ok) return settled;
  return await settleRecovery(folder, opened.value);
}

/** A crash here leaves `keys.json` beside what was kept of it, and the next start removes it. */
async function storeFirstBundle(place: KeyStore, folder: string, now: Date): Promise<KeyResult<KeyBundle>> {
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

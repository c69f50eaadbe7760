import type { Refused } from './custody.ts';
import type { KeyBundle } from './key-bundle.ts';
import { readRecoveryCode } from './recovery-code.ts';
import { openRecoveryFile, readRecoveryFile } from './recovery-file.ts';

type Restored = { readonly ok: true; readonly bundle: KeyBundle } | Refused;

/** The keys that a typed kit and `recovery.sealed` of the folder give together. */
export async function restoreBundle(folder: string, typed: string): Promise<Restored> {
  const read = readRecoveryCode(typed);
  if (!read.ok) return read;
  const file = await readRecoveryFile(folder);
  if (!file.ok) return cannotRestore(file.problem.message);
  const sealed = file.value;
  const { code } = read;
  if (sealed === undefined) {
    return cannotRestore(
      `There is no recovery.sealed in ${folder}, and a kit opens nothing without it. Copy the whole data folder of the installation there.`,
    );
  }
  if (code.installation !== sealed.installation) {
    return cannotRestore(
      `This kit is of installation ${code.installation}, and the data folder is of ${sealed.installation}. Take the kit that names it.`,
    );
  }
  const day = sealed.madeAt.slice(0, 10);
  if (code.number < sealed.number) {
    return cannotRestore(
      `This is kit ${code.number}. Kit ${sealed.number}, made on ${day}, took its place: type that one.`,
    );
  }
  if (code.number > sealed.number) {
    return cannotRestore(
      `This is kit ${code.number}, and this copy of the data folder is older: it opens with kit ${sealed.number}, made on ${day}, or put back a newer recovery.sealed.`,
    );
  }
  const bundle = openRecoveryFile(sealed, code);
  if (bundle !== undefined) return { ok: true, bundle };
  return cannotRestore(
    'The kit does not open recovery.sealed: the file is damaged, or was not written by this installation. Put it back from a backup of the data folder.',
  );
}

function cannotRestore(message: string): Restored {
  return { ok: false, problems: [{ path: 'words', message }] };
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../../server/shared/durable-files.ts';
import { refusedAt } from '../ipc/refusal.ts';
import type { Outcome, Refused } from '../ipc/schema.ts';
import type { ElectronParts, ModalDialogs } from '../platform/electron-parts.ts';

export type SaveOutcome = { readonly ok: true; readonly saved: boolean } | Refused;

export interface SaveRequest {
  readonly title: string;
  /** Proposed name, in the documents folder. */
  readonly name: string;
  readonly content: string;
  /** Called once the file is written; if it refuses, the file is removed again. */
  readonly onSaved?: () => Promise<Outcome>;
}

/** Asks where to save a file, and writes it for this user alone. */
export async function saveFile(
  { app, dialog }: Pick<ElectronParts, 'app'> & { readonly dialog: ModalDialogs },
  { title, name, content, onSaved }: SaveRequest,
): Promise<SaveOutcome> {
  const defaultPath = join(app.getPath('documents'), name);
  const { canceled, filePath } = await dialog.showSaveDialog({
    title,
    defaultPath,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return { ok: true, saved: false };
  try {
    await writeWhole(filePath, content);
  } catch {
    return refusedAt(filePath, 'cannot be written: choose another folder');
  }
  const outcome = (await onSaved?.()) ?? { ok: true };
  if (outcome.ok) return { ok: true, saved: true };
  await rm(filePath, { force: true });
  return outcome;
}

import type { DialogPart, ModalDialogs, WindowFrame } from '../platform/electron-parts.ts';
import type { SettingChanges } from '../settings/open-settings.ts';
import { concernsCalls, isSettingKey, type SettingKey, settingMeta } from '../settings/schema.ts';

/** Dialogs on top of the window, which waits for the answer; without a window they stand alone. */
export function windowDialogs(
  dialog: DialogPart,
  window: () => WindowFrame | undefined,
): ModalDialogs {
  return {
    showSaveDialog(options) {
      const frame = window();
      return frame ? dialog.showSaveDialog(frame, options) : dialog.showSaveDialog(options);
    },
    showMessageBox(options) {
      const frame = window();
      return frame ? dialog.showMessageBox(frame, options) : dialog.showMessageBox(options);
    },
  };
}

/**
 * Asks the person at the machine in system dialogs, which no page can press: settings decide where
 * calls go, who may sign in and which programs run, so a page must not change them alone.
 */
export interface ConfirmDialogs {
  /** Does not ask about the app's own conveniences. */
  confirmChange(changes: SettingChanges): Promise<boolean>;
  /**
   * Asks before a new kit replaces the one made at `madeAt` (ISO 8601 UTC); null: there is none, so
   * no question.
   */
  confirmKitReplacement(madeAt: string | null): Promise<boolean>;
}

/** Characters shown of one value; a longer one is cut and ends with an ellipsis. */
const longestValue = 300;

export function createConfirmDialogs(dialog: ModalDialogs): ConfirmDialogs {
  const ask = async (yes: string, message: string, detail: string): Promise<boolean> => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Voice PHI Proxy',
      message,
      detail,
      buttons: [yes, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    });
    return response === 0;
  };
  return {
    async confirmChange(changes) {
      const lines = Object.entries(changes).flatMap(([key, value]) =>
        isSettingKey(key) && !isConvenience(key) ? [describeChange(key, value)] : [],
      );
      if (lines.length === 0) return true;
      return await ask('Change', 'Change the settings of the service?', lines.join('\n'));
    },
    async confirmKitReplacement(madeAt) {
      if (madeAt === null) return true;
      const detail = `Once the new kit is saved, the kit from ${madeAt.slice(0, 10)} no longer opens this installation.`;
      return await ask('Make a new kit', 'Make a new recovery kit?', detail);
    },
  };
}

function isConvenience(key: SettingKey): boolean {
  return !concernsCalls(key) && settingMeta(key).group === 'app';
}

function describeChange(key: SettingKey, value: SettingChanges[string]): string {
  const { title, secret } = settingMeta(key);
  if (value === null || value === '') return `${title}: unset`;
  if (secret === true) return `${title}: new value`;
  const text = String(value);
  return `${title}: ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}

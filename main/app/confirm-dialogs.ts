import type { DialogPart, ModalDialogs, WindowFrame } from '../platform/electron-parts.ts';
import { concernsCalls, isSettingKey, type SettingKey, settingMeta } from '../settings/schema.ts';

/** Dialogs that stay above the window, which waits for their answer; by themselves while there is none. */
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

type Changes = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What the person at the machine is asked in a dialog of the system, which no page can press: the
 * settings say where calls go, who may sign in and which programs run, and whoever could make the
 * portal call the app would otherwise decide that.
 */
export interface ConfirmDialogs {
  /** The app's own conveniences are changed without a question. */
  confirmChange(changes: Changes): Promise<boolean>;
  /** A new kit ends the one made at that time (ISO 8601 UTC); null: there was none, and no question. */
  confirmKitReplacement(madeAt: string | null): Promise<boolean>;
}

/** Of one value; the rest of a longer one is left out, and seen to be. */
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
      const detail = `The one of ${madeAt.slice(0, 10)} no longer opens this installation once the new one is saved.`;
      return await ask('Make a new kit', 'Make a new recovery kit?', detail);
    },
  };
}

function isConvenience(key: SettingKey): boolean {
  return !concernsCalls(key) && settingMeta(key).group === 'app';
}

function describeChange(key: SettingKey, value: Changes[string]): string {
  const { title, secret } = settingMeta(key);
  if (value === null || value === '') return `${title}: unset`;
  if (secret === true) return `${title}: a new one`;
  const text = String(value);
  return `${title}: ${text.length > longestValue ? `${text.slice(0, longestValue)}…` : text}`;
}

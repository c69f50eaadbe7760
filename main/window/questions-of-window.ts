import type { DialogPart, ModalDialogs, WindowFrame } from '../electron-parts.ts';

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

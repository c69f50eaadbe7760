import type { ElectronParts } from '../electron-parts.ts';
import type { InvocationHandlers } from '../ipc/answer-invocations.ts';
import type { TrayActions } from '../window/tray-menu.ts';

export interface TrayActionSources {
  readonly electron: Pick<ElectronParts, 'app' | 'clipboard' | 'dialog'>;
  readonly answers: InvocationHandlers;
  readonly open: () => void;
  readonly quit: () => void;
}

/** The tray's menu does what a page can ask for, and says it when something is refused. */
export function trayActions({ electron, answers, open, quit }: TrayActionSources): TrayActions {
  const { app, clipboard, dialog } = electron;
  const run =
    (name: 'restartServer' | 'startTunnel' | 'stopTunnel' | 'saveSupportBundle') =>
    async (): Promise<void> => {
      const outcome = await answers[name](undefined);
      if (outcome.ok) return;
      const problemLines = outcome.problems.map(({ path, message }) => `${path}: ${message}`);
      dialog.showErrorBox('Voice PHI Proxy', problemLines.join('\n'));
    };
  return {
    open,
    quit,
    restartServer: run('restartServer'),
    startTunnel: run('startTunnel'),
    stopTunnel: run('stopTunnel'),
    saveSupportBundle: run('saveSupportBundle'),
    copy: (text) => clipboard.writeText(text),
    about: () => app.showAboutPanel(),
  };
}

import { delimiter, posix, win32 } from 'node:path';

/** Where a service of the system keeps its things. */
export interface ServiceFolders {
  /** Of the data and the keys. */
  readonly state: string;
  readonly logs: string;
}

/** As systemd and launchd are told to say it (`STATE_DIRECTORY`, `LOGS_DIRECTORY`), else the usual ones. */
export function serviceFolders(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ServiceFolders {
  const usual = usualFolders(platform, env);
  return {
    state: first(env['STATE_DIRECTORY']) ?? usual.state,
    logs: first(env['LOGS_DIRECTORY']) ?? usual.logs,
  };
}

const first = (folders: string | undefined): string | undefined =>
  folders?.split(delimiter)[0] || undefined;

const name = 'voice-phi-proxy';

function usualFolders(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): ServiceFolders {
  if (platform === 'win32') {
    const state = win32.join(env['ProgramData'] || 'C:\\ProgramData', name);
    return { state, logs: win32.join(state, 'logs') };
  }
  if (platform === 'darwin') {
    return {
      // The folder above holds the preset and is root's alone.
      state: posix.join('/Library/Application Support', name, 'service'),
      logs: posix.join('/Library/Logs', name),
    };
  }
  return { state: posix.join('/var/lib', name), logs: posix.join('/var/log', name) };
}

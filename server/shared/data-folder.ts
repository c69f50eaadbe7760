import { posix, win32 } from 'node:path';

export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const folder = 'voice-phi-proxy';

/**
 * The user's data folder by the system's convention (design, Environment): Application Support on
 * macOS, local (not roaming) application data on Windows, the XDG data folder on other systems.
 */
export function defaultDataFolder({ platform, home, env }: UserFolders): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', folder);
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), folder);
  }
  const xdg = env['XDG_DATA_HOME'] ?? '';
  // The XDG specification says to ignore relative paths.
  return posix.join(posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), folder);
}

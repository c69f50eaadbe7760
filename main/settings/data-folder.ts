import { posix, win32 } from 'node:path';

export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where a server of this user keeps its data when nobody says otherwise; the same without the app. */
export function usualDataFolder({ platform, home, env }: UserFolders): string {
  const name = 'voice-phi-proxy';
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', name);
  if (platform === 'win32') {
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), name);
  }
  const xdg = env['XDG_DATA_HOME'] ?? '';
  return posix.join(posix.isAbsolute(xdg) ? xdg : posix.join(home, '.local', 'share'), name);
}

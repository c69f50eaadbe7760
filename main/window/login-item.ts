import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AppPart } from '../platform/electron-parts.ts';

/** Marks a start by the system, which opens no window. */
export const atLogin = '--at-login';

export interface LoginItem {
  readonly app: Pick<AppPart, 'getPath' | 'isPackaged' | 'setLoginItemSettings'>;
  readonly platform: NodeJS.Platform;
  readonly program: string;
  /** The app's arguments; a keychain named there is named again. */
  readonly args: readonly string[];
}

const namesKeychain = /^--password-store=[\w-]+$/;

/**
 * Switches the start at login on or off. Does nothing in a checkout, which is not the installed
 * app. Rejects if the file cannot be written.
 */
export async function setLoginItem(
  { app, platform, program, args }: LoginItem,
  wanted: boolean,
): Promise<void> {
  if (!app.isPackaged) return;
  if (platform !== 'linux')
    return app.setLoginItemSettings({ openAtLogin: wanted, args: [atLogin] });
  const file = join(app.getPath('appData'), 'autostart', 'voice-phi-proxy.desktop');
  if (!wanted) return rm(file, { force: true });
  await mkdir(dirname(file), { recursive: true });
  const switches = [atLogin, ...args.filter((arg) => namesKeychain.test(arg))];
  await writeFile(file, desktopEntry(program, switches));
}

function desktopEntry(program: string, switches: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Voice PHI Proxy
Comment=Masks patient identifiers in voice-AI calls
Exec=${quoted(program)} ${switches.join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Quoted as the desktop entry specification demands: some characters escaped, twice. */
function quoted(program: string): string {
  const once = program.replace(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${once.replaceAll('\\', '\\\\')}"`;
}

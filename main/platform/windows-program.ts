import { win32 } from 'node:path';

/** A program of Windows itself, by its whole path, so that no other program of that name is run. */
export function windowsProgram(...path: readonly string[]): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', ...path);
}

export function powershell(): string {
  return windowsProgram('WindowsPowerShell', 'v1.0', 'powershell.exe');
}

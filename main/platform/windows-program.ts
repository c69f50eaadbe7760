import { win32 } from 'node:path';

/** The full path of a Windows program, so that no other program of that name runs. */
export function windowsProgram(...path: readonly string[]): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', ...path);
}

export function powershell(): string {
  return windowsProgram('WindowsPowerShell', 'v1.0', 'powershell.exe');
}

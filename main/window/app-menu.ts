import type { MenuItemConstructorOptions } from 'electron';

/**
 * The menu bar: only macOS has one, because the keys to copy, paste and quit need it there. It has
 * no developer tools.
 */
export function appMenu(
  platform: NodeJS.Platform,
  about: () => void,
): MenuItemConstructorOptions[] | null {
  if (platform !== 'darwin') return null;
  return [
    {
      label: 'Voice PHI Proxy',
      submenu: [
        { label: 'About Voice PHI Proxy', click: about },
        { type: 'separator' },
        { role: 'hide' },
        { role: 'hideOthers' },
        { role: 'unhide' },
        { type: 'separator' },
        { role: 'quit', label: 'Stop the service and quit' },
      ],
    },
    { role: 'editMenu' },
    { label: 'Window', submenu: [{ role: 'minimize' }, { role: 'close' }] },
  ];
}

import { dirname, join } from 'node:path';
import type { ContentsPart, ElectronParts, SessionPart } from '../platform/electron-parts.ts';
import { isSameOrigin } from './trusted-urls.ts';

export interface DownloadOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog'>;
  /** The portal's address; null without a portal. */
  readonly portal: () => string | null;
  /** Whether these web contents belong to the portal's window. */
  readonly holds: (contents: ContentsPart) => boolean;
}

/** File types of the portal: reports, exports, checkpoints, policies. */
const kinds: Readonly<Record<string, string>> = {
  pdf: 'PDF document',
  json: 'JSON file',
  jsonl: 'Journal',
  txt: 'Text file',
  yaml: 'Policy',
};

/**
 * Saves the portal's files where the person chooses, and blocks all other downloads. The dialog
 * remembers the folder until the app quits.
 */
export function guardDownloads(session: SessionPart, options: DownloadOptions): void {
  const { electron, portal, holds } = options;
  let folder: string | undefined;
  session.on('will-download', (event, item, contents) => {
    const name = fileName(item.getFilename());
    if (name === undefined || !holds(contents) || !isSameOrigin(item.getURL(), portal()))
      return event.preventDefault();
    const extension = extensionOf(name);
    item.setSaveDialogOptions({
      title: 'Save',
      defaultPath: join(folder ?? electron.app.getPath('downloads'), name),
      filters: [{ name: kinds[extension] ?? extension, extensions: [extension] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    item.once('done', (_event, state) => {
      if (state === 'completed') folder = dirname(item.getSavePath());
      if (state === 'interrupted')
        electron.dialog.showErrorBox(
          'The file was not saved',
          'Check that the folder is writable and the disk has space, then save again.',
        );
    });
  });
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/**
 * A safe file name: letters, digits, `_` and `-`, because a page proposes it. Undefined for file
 * types that the portal does not make.
 */
function fileName(proposed: string): string | undefined {
  const extension = extensionOf(proposed);
  if (!proposed.includes('.') || !Object.hasOwn(kinds, extension)) return undefined;
  const stem = proposed
    .slice(0, -extension.length - 1)
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${stem === '' ? 'file' : stem}.${extension}`;
}

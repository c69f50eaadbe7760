import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReportFolder, ReportNotFiled } from '../../ports/receivers/report-folder.ts';
import { writeWhole } from '../../shared/durable-files.ts';

/** The folder's group may read a report. */
const reportMode = 0o640;

/** A folder that exists, perhaps on another machine: it is not made, so that nothing is written below an unmounted share. */
export function reportFolder(folder: string): ReportFolder {
  return {
    write: async (name, bytes) => {
      const path = join(folder, name);
      try {
        await writeWhole(path, bytes);
        await chmod(path, reportMode);
      } catch (error) {
        throw new ReportNotFiled(reasonOf(error), { cause: error });
      }
    },
  };
}

function reasonOf(error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such folder';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'the service may not write to the folder';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full';
    default:
      return `the folder cannot be written (${code})`;
  }
}

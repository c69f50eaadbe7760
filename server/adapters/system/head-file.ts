import { type KeyObject, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { type HeadStatus, headMac, headText } from '../../journal/index.ts';
import type { JournalHead } from '../../ports/journal.ts';

/**
 * Brings what was written to a file to disk behind its writer, who does not wait. What is written while
 * a flush is under way is flushed after it. A flush that failed is thrown by the next call.
 */
export function backgroundFlush(): (fd: number) => void {
  let flushing = false;
  let again = false;
  let failure: Error | null = null;
  const flush = (fd: number): void => {
    flushing = true;
    again = false;
    fdatasync(fd, (error) => {
      flushing = false;
      failure = error;
      if (again && error === null) flush(fd);
    });
  };
  return (fd) => {
    const failed = failure;
    failure = null;
    again = true;
    if (!flushing) flush(fd);
    if (failed !== null) throw failed;
  };
}

/** What a disk writes whole or not at all. */
const sectorBytes = 512;
const copies = 2;
const headLines = /^svc-journal-head-v1\n(?<size>0|[1-9]\d{0,15})\n(?<hash>[0-9a-f]{64})\n/;
const ownerOnly = 0o600;

/** The steps of each commit's write, in order; each may throw. */
export interface HeadWriteSteps {
  /** Writes over the whole file, from its start. */
  write(fd: number, bytes: Buffer): void;
  sync(fd: number): void;
}

export const headWriteSteps: HeadWriteSteps = {
  write: (fd, bytes) => writeSync(fd, bytes, 0, bytes.length, 0),
  sync: fdatasyncSync,
};

/** The head file of an open journal (design D23). */
export interface HeadFile {
  readonly found: HeadStatus;
  /**
   * Puts size and hash of the last record on disk, under an HMAC. A crash in here leaves the new
   * head or the one before, which is behind the database: the ordinary crash window. Throws when
   * that could not be made sure of; the next write does all of it again.
   */
  write(head: JournalHead): void;
  close(): void;
}

/**
 * Reads the head file and keeps it open. The file holds the same head twice, a sector each, and is
 * written over in place: a write cut short by a power failure leaves one of the two whole, and a
 * file that never changes its size costs one flush where a new one costs two.
 */
export function openHead(file: string, key: KeyObject, steps = headWriteSteps): HeadFile {
  const found = readHead(file, key);
  let fd = found.state === 'signed' ? openSync(file, 'r+') : undefined;
  return {
    found,
    write(head) {
      const bytes = bytesOf(head, key);
      // What is there is no head to write over: a new journal, or a gap that was acknowledged.
      if (fd === undefined) createFile(file, bytes);
      fd ??= openSync(file, 'r+');
      steps.write(fd, bytes);
      steps.sync(fd);
    },
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}

/** Reads the head file: the newest copy whose HMAC holds. No such copy in a written file is `forged`. */
export function readHead(file: string, key: KeyObject): HeadStatus {
  const content = contentOf(file);
  if (content.length === 0) return { state: 'missing' };
  const heads = Array.from({ length: copies }, (_, at) =>
    headIn(content.subarray(at * sectorBytes, (at + 1) * sectorBytes), key),
  );
  const [newest] = heads.filter((head) => head !== undefined).sort((a, b) => b.size - a.size);
  return newest === undefined ? { state: 'forged' } : { state: 'signed', head: newest };
}

function bytesOf(head: JournalHead, key: KeyObject): Buffer {
  const sector = `${headText(head)}${headMac(head, key)}\n`.padEnd(sectorBytes, '\n');
  return Buffer.from(sector.repeat(copies), 'latin1');
}

function headIn(sector: Buffer, key: KeyObject): JournalHead | undefined {
  const groups = headLines.exec(sector.toString('latin1'))?.groups;
  if (groups === undefined) return undefined;
  const head = { size: Number(groups['size']), hash: groups['hash'] ?? '' };
  const expected = bytesOf(head, key).subarray(0, sectorBytes);
  const signed = sector.length === sectorBytes && timingSafeEqual(sector, expected);
  return signed ? head : undefined;
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Puts a whole file in the place of whatever is there; on return it has its size and its name on disk. */
function createFile(file: string, bytes: Buffer): void {
  const temporary = `${file}.new`;
  withFile(temporary, 'w', (fd) => {
    writeSync(fd, bytes);
    fsyncSync(fd);
  });
  renameSync(temporary, file);
  // Windows has no handle to a directory; there the rename is journalled by the file system.
  if (process.platform !== 'win32') withFile(dirname(file), 'r', fsyncSync);
}

function withFile(path: string, flags: string, use: (fd: number) => void): void {
  const fd = openSync(path, flags, ownerOnly);
  try {
    use(fd);
  } finally {
    closeSync(fd);
  }
}

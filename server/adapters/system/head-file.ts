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
import { orIfMissing, writeDurably } from '../../shared/durable-files.ts';

/**
 * Flushes a file in the background; the writer does not wait. Writes during a flush cause another flush
 * after it. The next call throws the error of a failed flush.
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

/** A disk writes a sector completely or not at all. */
const sectorBytes = 512;
const copies = 2;
const headLines = /^svc-journal-head-v1\n(?<size>0|[1-9]\d{0,15})\n(?<hash>[0-9a-f]{64})\n/;
const ownerOnly = 0o600;

/** The steps of writing the head at a commit, in order; each may throw. */
export interface HeadWriteSteps {
  /** Overwrites the whole file. */
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
   * Writes size and hash of the last record to disk, with an HMAC. A crash leaves the new head or the
   * one before, which is behind the database: the normal crash window. Throws when the write may have
   * failed; the next write repeats all of it.
   */
  write(head: JournalHead): void;
  close(): void;
}

/**
 * Reads the head file and keeps it open. The file holds the same head twice, one sector each, and is
 * overwritten in place: a power failure during a write leaves one of the two intact, and a file of
 * constant size costs one flush where a new file costs two.
 */
export function openHead(file: string, key: KeyObject, steps = headWriteSteps): HeadFile {
  const found = readHead(file, key);
  let fd = found.state === 'signed' ? openSync(file, 'r+') : undefined;
  return {
    found,
    write(head) {
      const bytes = bytesOf(head, key);
      // No authentic head exists: the journal is new, or a gap was acknowledged.
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

/** Replaces a head file that no journal has open, durable on return. */
export function writeHead(file: string, head: JournalHead, key: KeyObject): Promise<void> {
  return writeDurably(file, bytesOf(head, key));
}

/** Reads the newest copy of the head with a valid HMAC. A written file without one is `forged`. */
export function readHead(file: string, key: KeyObject): HeadStatus {
  const content = orIfMissing(() => readFileSync(file), Buffer.alloc(0));
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

/** Creates or replaces a file; its content and its name are durable on return. */
function createFile(file: string, bytes: Buffer): void {
  const temporary = `${file}.new`;
  withFile(temporary, 'w', (fd) => {
    writeSync(fd, bytes);
    fsyncSync(fd);
  });
  renameSync(temporary, file);
  // Windows has no handle to a directory; its file system journals the rename.
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

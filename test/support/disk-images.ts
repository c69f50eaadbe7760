import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A write, a flush or an acknowledgement of a program, in the order in which they happened. */
export type DiskStep =
  | { readonly do: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly do: 'cut'; readonly file: string; readonly size: number }
  | { readonly do: 'sync'; readonly file: string }
  | { readonly do: 'rename'; readonly file: string; readonly to: string }
  | { readonly do: 'remove'; readonly file: string }
  | { readonly do: 'print'; readonly text: string };

const sectorBytes = 512;

const hex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');
const call = {
  write: /\b(p?write)(?:64)?\(\d+<([^>]*)>, "((?:\\x[0-9a-f]{2})*)", \d+(?:, (\d+))?\) = (\d+)/,
  sync: /\bf(?:data)?sync\(\d+<([^>]*)>\) += 0/,
  cut: /\bftruncate\(\d+<([^>]*)>, (\d+)\) += 0/,
  remove: /\bunlink\("((?:\\x[0-9a-f]{2})*)"\) += 0/,
  rename: /\brename\("((?:\\x[0-9a-f]{2})*)", "((?:\\x[0-9a-f]{2})*)"\) += 0/,
};
/** What strace is asked for, so that `stepsOf` can read it. */
export const straceOptions = [
  '-f',
  '--seccomp-bpf',
  '-y',
  '-xx',
  '-s',
  '10000000',
  '-e',
  'signal=none',
  '-e',
  'trace=write,pwrite64,fsync,fdatasync,ftruncate,rename,unlink',
];

/** Calls that another thread interrupted stand in two lines: put together, at the place of the second. */
function wholeLines(trace: string): readonly string[] {
  const begun = new Map<string, string>();
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/s.exec(line) ?? [];
    if (rest.endsWith(' <unfinished ...>')) {
      begun.set(thread, rest.slice(0, -' <unfinished ...>'.length));
      return [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest);
    return [resumed === null ? rest : `${begun.get(thread) ?? ''}${resumed[1] ?? ''}`];
  });
}

interface Recording {
  /** A path relative to the folder; empty for one elsewhere. */
  named(path: string | undefined): string;
  /** Where the next write without a place goes, by file. */
  readonly ends: Map<string, number>;
}

const acknowledgement = /^[0-9]+ [0-9a-f]{64}\n/;

function writeOf(found: RegExpExecArray, { named, ends }: Recording): DiskStep | undefined {
  const [, , path, text = '', place, size] = found;
  const bytes = hex(text).subarray(0, Number(size));
  const file = named(path);
  const printed = bytes.toString('latin1');
  if (file === '')
    return acknowledgement.test(printed) ? { do: 'print', text: printed } : undefined;
  const at = place === undefined ? (ends.get(file) ?? 0) : Number(place);
  ends.set(file, at + bytes.length);
  return { do: 'write', file, at, bytes };
}

function onFile(file: string, step: (file: string) => DiskStep): DiskStep | undefined {
  return file === '' ? undefined : step(file);
}

type Reader = readonly [
  RegExp,
  (found: RegExpExecArray, recording: Recording) => DiskStep | undefined,
];
const readers: readonly Reader[] = [
  [call.write, writeOf],
  [call.sync, ([, path], { named }) => onFile(named(path), (file) => ({ do: 'sync', file }))],
  [
    call.cut,
    ([, path, size], { named }) =>
      onFile(named(path), (file) => ({ do: 'cut', file, size: Number(size) })),
  ],
  [call.remove, ([, path], { named }) => onFile(named(path), (file) => ({ do: 'remove', file }))],
  [
    call.rename,
    ([, path, to], { named }) =>
      onFile(named(path), (file) => ({ do: 'rename', file, to: named(to) })),
  ],
];

/** The steps of a program in a folder, out of what strace wrote of it; names are relative to the folder. */
export function stepsOf(trace: string, folder: string): readonly DiskStep[] {
  const named = (path = ''): string => {
    const plain = path.startsWith('\\x') ? hex(path).toString() : path;
    // Every start makes a new index of the log.
    const kept = plain.startsWith(`${folder}/`) && !plain.endsWith('-shm');
    return kept ? plain.slice(folder.length + 1) : '';
  };
  const recording: Recording = { named, ends: new Map() };
  return wholeLines(trace).flatMap((line) =>
    readers.flatMap(([pattern, read]) => {
      const found = pattern.exec(line);
      return found === null ? [] : (read(found, recording) ?? []);
    }),
  );
}

/** What becomes of the sectors that were written and not flushed when the power goes. */
export type Survives = (sector: number) => boolean;

interface DiskFile {
  durable: Buffer;
  pending: { readonly at: number; readonly bytes: Buffer }[];
}

function put(content: Buffer, at: number, bytes: Buffer): Buffer {
  const grown = Buffer.alloc(Math.max(content.length, at + bytes.length));
  content.copy(grown);
  bytes.copy(grown, at);
  return grown;
}

/** Cuts a write at the sectors of the disk. */
function sectorsOf(at: number, bytes: Buffer): readonly (readonly [number, Buffer])[] {
  const parts: [number, Buffer][] = [];
  let from = 0;
  while (from < bytes.length) {
    const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes));
    parts.push([at + from, bytes.subarray(from, to)]);
    from = to;
  }
  return parts;
}

/**
 * The files as they are on disk after the power went at step `until`: all that was flushed, and of the
 * rest the sectors that `survives` lets through, in whatever order. Names and sizes are taken to last.
 */
export function imageAt(
  steps: readonly DiskStep[],
  until: number,
  survives: Survives,
): ReadonlyMap<string, Buffer> {
  const files = new Map<string, DiskFile>();
  const fileOf = (name: string): DiskFile => {
    const file = files.get(name) ?? { durable: Buffer.alloc(0), pending: [] };
    files.set(name, file);
    return file;
  };
  const settle = (file: DiskFile, kept: Survives): void => {
    for (const { at, bytes } of file.pending) {
      for (const [place, part] of sectorsOf(at, bytes)) {
        if (kept(place)) file.durable = put(file.durable, place, part);
      }
    }
    file.pending = [];
  };
  for (const step of steps.slice(0, until)) {
    if (step.do === 'write') fileOf(step.file).pending.push(step);
    if (step.do === 'sync') settle(fileOf(step.file), () => true);
    if (step.do === 'cut') {
      const file = fileOf(step.file);
      settle(file, () => true);
      file.durable = Buffer.from(file.durable.subarray(0, step.size));
    }
    if (step.do === 'remove') files.delete(step.file);
    if (step.do === 'rename') {
      files.set(step.to, fileOf(step.file));
      files.delete(step.file);
    }
  }
  for (const file of files.values()) settle(file, survives);
  return new Map([...files].map(([name, { durable }]) => [name, durable]));
}

/** Puts files into a new folder; resolves with its path. */
export async function layOut(image: ReadonlyMap<string, Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-image-'));
  for (const [name, bytes] of image) await writeFile(join(folder, name), bytes);
  return folder;
}

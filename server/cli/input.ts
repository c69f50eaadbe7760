import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { exit } from '../shared/exit-codes.ts';
import { CommandFailed } from './output.ts';
import type { Terminal } from './terminal.ts';

export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
}

/** Why a file cannot be read. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/** The text of a file. The command fails when it cannot be read. */
export async function readText(file: string): Promise<string> {
  return await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    failToRead(file, error),
  );
}

/** A file as `openFile` opens it, `-` for standard input. */
export async function openInput({ input }: Terminal, file: string): Promise<AsyncIterable<string>> {
  return file === '-' ? input.setEncoding('utf8') : await openFile(file);
}

/** A file as a stream of chunks. The command fails when it cannot be opened. */
export async function openFile(file: string): Promise<AsyncIterable<string>> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => failToRead(file, error));
  if ((await handle.stat()).isDirectory()) {
    await handle.close();
    failToRead(file, { code: 'EISDIR' });
  }
  return createReadStream('', { fd: handle, encoding: 'utf8' });
}

/**
 * Lines that end with LF or CRLF; other line ends may be part of a JSON string. A last line without an
 * end counts, unless it is empty.
 */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0;
  let unfinished: string[] = [];
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n');
    for (const piece of pieces.slice(0, -1)) {
      number += 1;
      yield { number, text: withoutReturn(unfinished.join('') + piece) };
      unfinished = [];
    }
    unfinished.push(pieces.at(-1) ?? '');
  }
  const last = unfinished.join('');
  if (last !== '') yield { number: number + 1, text: withoutReturn(last) };
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

function failToRead(file: string, error: { readonly code?: string | undefined }): never {
  const reason = reasons[error.code ?? ''] ?? 'cannot be read';
  throw new CommandFailed(exit.noInput, `svc: ${file}: ${reason}`);
}

import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { eventually } from '../eventually.ts';
import { removeFolder } from '../remove-folder.ts';

/** How a stand-in was started. */
export interface Report {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  /** The files that its arguments and its environment named, as they were then. */
  readonly files: readonly {
    readonly path: string;
    readonly text: string;
    readonly mode: number;
  }[];
}

/** What a stand-in must do. */
export interface Order {
  readonly print?: string;
  readonly complain?: string;
  /** Answers a path of HTTP from now on. */
  readonly answer?: { readonly path: string; readonly status: number; readonly body: string };
  /** Serves those answers at a port of this machine. */
  readonly listen?: number;
  readonly ignoreTerm?: true;
  readonly exit?: number;
}

/** A stand-in that was started and stays. */
export interface Puppet extends Report {
  tell(order: Order): void;
  /** Resolves when its process is gone. */
  readonly gone: Promise<void>;
}

/** A program of some name, played by the test. */
export interface Puppets {
  /** A folder to be put on `PATH`; the program lies in it. */
  readonly folder: string;
  /** In the order in which they were started; those that only answered a question are not among them. */
  readonly started: readonly Puppet[];
  /** Waits for the start with this number, from 0 on. */
  nth(number: number): Promise<Puppet>;
  close(): Promise<void>;
}

const program = fileURLToPath(new URL('./puppet-program.ts', import.meta.url));

/** How a program is played. */
export interface Role {
  readonly name: string;
  /** Arguments that ask for its version, and what it prints then. */
  readonly version?: readonly [asked: string, printed: string];
  /** What it prints before it exits with 0, by its arguments; null, as ever when left out: it stays. */
  readonly answer?: (argv: readonly string[]) => string | null;
}

export async function startPuppets({ name, version, answer }: Role): Promise<Puppets> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-puppets-'));
  const started: Puppet[] = [];
  const sockets = new Set<Socket>();
  const stage = createServer((socket) => {
    sockets.add(socket);
    const gone = new Promise<void>((resolve) => {
      socket.once('close', () => resolve());
    });
    const tell = (order: Order): void => {
      socket.write(`${JSON.stringify(order)}\n`);
    };
    // A process that is killed breaks its connection.
    const lines = createInterface(socket).on('error', () => {});
    socket.on('error', () => {});
    lines.once('line', (line) => {
      const report = JSON.parse(line) as Report;
      const printed = answer?.(report.argv) ?? null;
      if (printed === null) started.push({ ...report, tell, gone });
      else tell({ print: printed, exit: 0 });
    });
  }).listen(0, '127.0.0.1');
  await once(stage, 'listening');
  const { port } = stage.address() as AddressInfo;
  await writeFile(join(folder, name), scriptOf(port, version), { mode: 0o755 });
  return {
    folder,
    started,
    nth: (number) =>
      eventually(() => {
        const puppet = started[number];
        expect(puppet, `start ${number} of ${name}`).toBeDefined();
        if (puppet === undefined) throw new Error('not started');
        return puppet;
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      stage.close();
      await once(stage, 'close');
      await removeFolder(folder);
    },
  };
}

/** The app asks for versions at each start: a shell script answers without a process of Node. */
function scriptOf(port: number, [asked, printed]: readonly [string, string] = ['', '']): string {
  return [
    '#!/bin/sh',
    asked === '' ? '' : `[ "$*" = '${asked}' ] && { echo '${printed}'; exit; }`,
    `export NODE_COMPILE_CACHE='${process.env['NODE_COMPILE_CACHE'] ?? ''}'`,
    `exec '${process.execPath}' '${program}' ${port} "$@"`,
    '',
  ].join('\n');
}

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type ChildProcessHostOptions,
  createChildProcessHost,
} from '../../../main/appliance/child-process-host.ts';
import { ProcessSupervisor, type SupervisorOptions } from '../../../main/appliance/supervisor.ts';
import type { ServerState } from '../../../main/ipc/schema.ts';
import { removeFolder } from '../remove-folder.ts';
import { type ManualTimers, manualTimers } from './manual-timers.ts';

export const scriptedServer = new URL('scripted-server.ts', import.meta.url).pathname;

/** A supervisor of real child processes, whose time passes when the test says so. */
export async function supervised(
  options: Partial<ChildProcessHostOptions & SupervisorOptions> & {
    /** What one server after the other does, the last of them again and again. */
    readonly scripts?: readonly string[];
  } = {},
) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'svc-supervised-')));
  const timers: ManualTimers = manualTimers();
  const states: ServerState[] = [];
  const lines: string[] = [];
  const scripts = [...(options.scripts ?? ['serve'])];
  const next = () => (scripts.length > 1 ? scripts.shift() : scripts[0]) ?? 'serve';
  const log = { write: (line: string) => lines.push(line) };
  const supervisor = new ProcessSupervisor({
    host: createChildProcessHost({
      node: process.execPath,
      entry: scriptedServer,
      log,
      ...options,
      dataDir,
    }),
    secrets: async () => ({ SVC_MASTER_KEY: 'ab'.repeat(32) }),
    variables: () => ({ SVC_SCRIPT: next() }),
    onState: (state) => states.push(state),
    timers,
    ...options,
  });
  const phase = () => supervisor.state().phase;
  return {
    supervisor,
    timers,
    states,
    lines,
    dataDir,
    phase,
    /** Waits until it is in a phase. */
    reaches: async (wanted: ServerState['phase']) => {
      await expect.poll(phase).toBe(wanted);
      return supervisor.state();
    },
    /** The process id of the server that runs. */
    pid: async (): Promise<number> => {
      const read = async () =>
        JSON.parse(await readFile(join(dataDir, 'host.json'), 'utf8')).server?.pid ?? 0;
      await expect.poll(read).toBeGreaterThan(0);
      return await read();
    },
    end: async () => {
      const stopped = supervisor.stop();
      // One that is deaf is left no time.
      for (let step = 0; step < 3; step += 1) timers.advance(60_000);
      await stopped;
      await removeFolder(dataDir);
    },
  };
}

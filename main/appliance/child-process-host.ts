import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fromServer } from '../../server/contract/host-messages.ts';
import { Refusal } from '../ipc/refusal.ts';
import { type Claim, type ClaimOptions, claimFolder } from './folder-claim.ts';
import { type ResourceManifest, verifyResources } from './integrity.ts';
import type { LogFile } from './log-file.ts';
import { scrubLogLine } from './scrub-log-line.ts';
import { serverEnvironment } from './server-environment.ts';
import type { ServerHost, ServerProcess } from './supervisor.ts';

export interface ChildProcessHostOptions {
  /** The bundled Node. */
  readonly node: string;
  /** `svc.js` of the server. */
  readonly entry: string;
  readonly dataDir: string;
  /** Receives what the server prints. */
  readonly log: Pick<LogFile, 'write'>;
  /** Manifest of the installed files, checked before each start; absent in a checkout. */
  readonly integrity?: { readonly manifest: ResourceManifest; readonly folder: string };
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly claim?: Omit<ClaimOptions, 'dataDir'>;
}

/**
 * Starts servers as child processes under the bundled Node, one at a time. Secrets are in neither
 * their arguments nor their environment. Their output is logged except what may hold text of a
 * call. They end with this process, when the IPC channel closes.
 */
export function createChildProcessHost(options: ChildProcessHostOptions): ServerHost {
  const { node, entry, dataDir, log, integrity } = options;
  let released: Promise<void> = Promise.resolve();

  return {
    async spawn(variables) {
      await released;
      if (integrity !== undefined) {
        const problems = await verifyResources(integrity.manifest, integrity.folder);
        if (problems.length > 0) throw new Refusal(problems);
      }
      const env = serverEnvironment(options.env ?? process.env, variables);
      const claim = await claimFolder({ dataDir, ...options.claim });
      const child = spawn(node, [...nodeFlags, entry, 'serve'], {
        cwd: dataDir,
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        windowsHide: true,
      });
      const ended = exitOf(child);
      released = holdClaim(claim, child, ended);
      logLines(child, log);
      // Who waits for its end may quit then: the claim is released before.
      return asServer(
        child,
        released.then(() => ended),
      );
    },
  };
}

/**
 * By default Node lets the young generation grow to 134 MB, and the old one to several times its
 * live size, before it collects. These flags collect more often and for less time. One GC worker,
 * because four take the processor from the thread that answers calls.
 */
const nodeFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--v8-pool-size=1'];

/** Records the child in the claim while it lives, and releases the claim after its end. */
async function holdClaim(
  claim: Claim,
  { pid }: ChildProcess,
  ended: Promise<unknown>,
): Promise<void> {
  // Without the record, a server that lost its host still ends on its own.
  if (pid !== undefined) await claim.started(pid).catch(() => undefined);
  await ended;
  await claim.release().catch(() => undefined);
}

/** Longest wait for the last messages of a process that has ended, in milliseconds. */
const lastMessageMs = 10_000;

/**
 * Resolves with `exit 1`, `SIGKILL`, or the code of the error that prevented the start, after the
 * last message, which may give the reason.
 */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const settle = () => resolve(signal ?? `exit ${code}`);
      if (!child.connected) return settle();
      child.once('disconnect', settle);
      setTimeout(settle, lastMessageMs).unref();
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve(`not started (${error.code ?? error.name})`);
    });
  });
}

function logLines(child: ChildProcess, log: Pick<LogFile, 'write'>): void {
  let serves = false;
  child.on('message', (message: { type?: unknown } | null) => {
    serves ||= message?.type === 'ready';
  });
  const keep = (line: string): void => {
    const kept = scrubLogLine(line, serves);
    if (kept !== null) log.write(kept);
  };
  const streams = [child.stdout, child.stderr].filter((stream): stream is Readable => !!stream);
  // One tick later, after messages that the server sent before it printed the line.
  for (const input of streams)
    createInterface({ input }).on('line', (line) => setImmediate(keep, line));
}

function asServer(child: ChildProcess, ended: Promise<string>): ServerProcess {
  return {
    pid: child.pid ?? 0,
    send: (message) => {
      // A child that has just ended reports it through `onExit`.
      if (child.connected) child.send(message, () => undefined);
    },
    kill: (signal) => {
      child.kill(signal);
    },
    onMessage: (listener) => {
      child.on('message', (message) => {
        const known = fromServer.safeParse(message);
        if (known.success) listener(known.data);
      });
    },
    onExit: (listener) => {
      void ended.then(listener);
    },
  };
}

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
  /** What the server prints goes here. */
  readonly log: Pick<LogFile, 'write'>;
  /** The installed files as they were packed, checked before each start; absent in a checkout. */
  readonly integrity?: { readonly manifest: ResourceManifest; readonly folder: string };
  /** The host's own environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly claim?: Omit<ClaimOptions, 'dataDir'>;
}

/**
 * Starts servers as child processes under the bundled Node, one at a time. No secret is in their
 * arguments or their environment, and what they print is logged as far as it cannot hold text of a
 * call. They end when this process does: the channel between the two closes with it.
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
      return asServer(child, ended);
    },
  };
}

/**
 * Node would let what is new in memory grow to 134 MB, and what is old to several times what is in
 * use, before it looks for garbage. So it looks more often, and for less time each, and one thread looks
 * beside the one that answers calls: four take the processor from it.
 */
const nodeFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40', '--v8-pool-size=1'];

/** Notes the child in the claim for as long as it lives; the claim is given up after it. */
async function holdClaim(
  claim: Claim,
  { pid }: ChildProcess,
  ended: Promise<unknown>,
): Promise<void> {
  // Without a note, a server whose host is gone still ends by itself.
  if (pid !== undefined) await claim.started(pid).catch(() => undefined);
  await ended;
  await claim.release().catch(() => undefined);
}

/** Longest wait for the last messages of a process that has ended, in milliseconds. */
const lastMessageMs = 10_000;

/**
 * `exit 1`, `SIGKILL`, or the code of the error that kept it from starting; not before its last
 * message has come, which may say why.
 */
function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const tell = () => resolve(signal ?? `exit ${code}`);
      if (!child.connected) return tell();
      child.once('disconnect', tell);
      setTimeout(tell, lastMessageMs).unref();
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
  // A turn later, when what the server said before it printed the line has been heard.
  for (const input of streams)
    createInterface({ input }).on('line', (line) => setImmediate(keep, line));
}

function asServer(child: ChildProcess, ended: Promise<string>): ServerProcess {
  return {
    pid: child.pid ?? 0,
    send: (message) => {
      // One that has just ended says so by its exit.
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

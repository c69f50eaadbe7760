import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../server/cli/commands/program.ts';
import { explainError } from '../../server/cli/output.ts';
import { launcher } from './built-service/launcher.ts';
import { processEnv } from './process-env.ts';

export const shippedPolicy = fileURLToPath(
  new URL('../../configs/mask_policy.yaml', import.meta.url),
);
export const strictPolicy = fileURLToPath(
  new URL('../../configs/healthcare-strict.yaml', import.meta.url),
);

/** A command that goes on for ever ends all the same. */
const forever = { timeout: 150_000, killSignal: 'SIGKILL' } as const;

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Run {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

export interface Spawn extends Run {
  /** Another `svc.js` than that of the bundle. */
  readonly svc?: string;
  /** Arguments of Node itself. */
  readonly nodeArgs?: readonly string[];
}

const variablesOf = ({ env }: Run) => ({
  SVC_DATA_DIR: join(tmpdir(), 'svc-no-such-folder'),
  ...env,
});

/** Runs a command in this process, with no variable but those given. Not for `svc serve`, which listens to signals. */
export async function runSvc(args: readonly string[], run: Run = {}): Promise<Outcome> {
  const [input, out, err] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = Promise.all([text(out), text(err)]);
  input.end(run.input ?? '');
  const variables = () => Promise.resolve(variablesOf(run));
  const code = await runCommand(args, { input, out, err, variables }).catch((error: unknown) => {
    const explained = explainError(error);
    err.write(`${explained.line}\n`);
    return explained.code;
  });
  out.end();
  err.end();
  const [said, complained] = await written;
  return { code, out: said, err: complained };
}

/** Runs a command as a process of its own, with no variable but those given. */
export async function spawnSvc(args: readonly string[], run: Spawn = {}): Promise<Outcome> {
  const child = spawn(
    process.execPath,
    [...(run.nodeArgs ?? []), run.svc ?? (await launcher()), ...args],
    { env: { ...processEnv(), ...variablesOf(run) }, stdio: 'pipe', ...forever },
  );
  // A command may end without having read its input.
  child.stdin.on('error', () => undefined).end(run.input ?? '');
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code: child.exitCode, out, err };
}

export async function temporaryFile(name: string, content: string): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'svc-cli-'));
}

/** Every line of `out` as JSON. */
export function jsonLines(out: string): readonly unknown[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

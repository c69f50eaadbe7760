import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type ExitCode, exit } from '../../server/shared/exit-codes.ts';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import { serverEnvironment } from '../appliance/server-environment.ts';
import type { Problem, SettingView } from '../ipc/schema.ts';
import type { Service } from './open-service.ts';

/**
 * Runs an `svc` command in this terminal with the service's settings and keys; the keys reach it as
 * they reach the server. Resolves with its exit code.
 */
export async function runSvc(service: Service, args: readonly string[]): Promise<number> {
  const { settings, custody, program, dataDir } = service;
  const variables = await custody.secrets();
  const env = serverEnvironment(process.env, { ...settings.variables(), SVC_DATA_DIR: dataDir });
  const child = spawn(program.node, [program.entry, ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Its first message says that it waits for the secrets.
  child.once('message', () => child.send({ type: 'secrets', variables }, () => undefined));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? exit.software;
}

type Parts = Pick<ApplianceParts, 'settings' | 'custody'>;

/** Input and output of the administrator's commands. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Prints every setting that differs from its default, and its source. */
export async function printSettings(
  { settings, custody }: Parts,
  { print }: Terminal,
): Promise<ExitCode> {
  // The keys must be open to know which secrets are set.
  await custody.secrets();
  for (const { key, value, isSet, source, type } of settings.views()) {
    if (source !== 'default' || (type === 'secret' && isSet))
      print(`${key} = ${type === 'secret' ? '(secret)' : JSON.stringify(value)} (${source})`);
  }
  return exit.ok;
}

/**
 * Sets or, without a value, unsets a setting that no policy sets; reads a secret from standard
 * input.
 */
export async function setSetting(
  { settings }: Parts,
  [key, value]: readonly [key: string, value: string | undefined],
  { input, complain }: Terminal,
): Promise<ExitCode> {
  const type = settings.views().find((view) => view.key === key)?.type;
  if (type === 'secret' && value !== undefined) {
    complain(`${key} is a secret: other users can see arguments. Give it on standard input`);
    return exit.usage;
  }
  const given = type === 'secret' ? (await text(input)).replace(/\r?\n$/, '') : value;
  const outcome = await settings.change({ [key]: parseValue(given, type) });
  return outcome.ok ? exit.ok : refuse(outcome.problems, complain);
}

function parseValue(given: string | undefined, type: SettingView['type'] | undefined) {
  if (given === undefined) return null;
  if (type === 'integer' && /^\d+$/.test(given)) return Number(given);
  return type === 'boolean' && /^(true|false)$/.test(given) ? given === 'true' : given;
}

/** Writes a recovery kit as a page to print; the kit is in force once the page is written. */
export async function writeRecoveryKit(
  { custody }: Parts,
  file: string,
  { print, complain }: Terminal,
): Promise<ExitCode> {
  const made = await custody.draftRecoveryKit();
  if (!made.ok) return refuse(made.problems, complain);
  try {
    await writeFile(file, made.draft.page, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return refuse(
      [{ path: file, message: `cannot be written (${code})` }],
      complain,
      'cannotWrite',
    );
  }
  const kept = await made.draft.keep();
  if (!kept.ok) return refuse(kept.problems, complain);
  print(`${file}: print it, keep it away from this machine, and delete the file`);
  return exit.ok;
}

/** Restores the keys from a recovery kit, read from standard input. */
export async function restoreKeys(
  { custody }: Parts,
  { input, print, complain }: Terminal,
): Promise<ExitCode> {
  const outcome = await custody.restore(await text(input));
  if (!outcome.ok) return refuse(outcome.problems, complain);
  print('the keys are restored: start the service');
  return exit.ok;
}

/** Adds a masking key for policies to name. */
export async function addKey({ custody }: Parts, terminal: Terminal): Promise<ExitCode> {
  const added = await custody.addKid();
  if (!added.ok) return refuse(added.problems, terminal.complain);
  terminal.print(`new key ${added.kid}: restart the service, then name it in the policy (kid)`);
  return exit.ok;
}

function refuse(
  problems: readonly Problem[],
  complain: Terminal['complain'],
  code: keyof typeof exit = 'badConfig',
): ExitCode {
  for (const { path, message } of problems) complain(`${path}: ${message}`);
  return exit[code];
}

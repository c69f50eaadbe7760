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
 * Runs an `svc` command with the settings and the keys of this service, as it stands in the terminal;
 * the keys go to it as they go to the server. Resolves with its exit code.
 */
export async function runSvc(service: Service, args: readonly string[]): Promise<number> {
  const { settings, custody, program, dataDir } = service;
  const variables = await custody.secrets();
  const env = serverEnvironment(process.env, { ...settings.variables(), SVC_DATA_DIR: dataDir });
  const child = spawn(program.node, [program.entry, ...args], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // Its first word is that it waits for them.
  child.once('message', () => child.send({ type: 'secrets', variables }, () => undefined));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? exit.software;
}

type Parts = Pick<ApplianceParts, 'settings' | 'custody'>;

/** What the commands of an administrator read and write. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** Every setting that is not as it is by default, and where it comes from. */
export async function printSettings(
  { settings, custody }: Parts,
  { print }: Terminal,
): Promise<ExitCode> {
  // Which secrets are set is known once the keys were opened.
  await custody.secrets();
  for (const { key, value, isSet, source, type } of settings.views()) {
    if (source !== 'default' || (type === 'secret' && isSet))
      print(`${key} = ${type === 'secret' ? '(secret)' : JSON.stringify(value)} (${source})`);
  }
  return exit.ok;
}

/** Sets what is not set by policy; a secret is read from standard input. Without a value: unset. */
export async function setSetting(
  { settings }: Parts,
  [key, value]: readonly [key: string, value: string | undefined],
  { input, complain }: Terminal,
): Promise<ExitCode> {
  const type = settings.views().find((view) => view.key === key)?.type;
  if (type === 'secret' && value !== undefined) {
    complain(`${key} is a secret: arguments can be seen by others. Give it on standard input`);
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

/** Writes a recovery kit, a page to print; it is in force once the page is written. */
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

/** Takes the keys back from the words of a recovery kit, read from standard input. */
export async function restoreKeys(
  { custody }: Parts,
  { input, print, complain }: Terminal,
): Promise<ExitCode> {
  const outcome = await custody.restore(await text(input));
  if (!outcome.ok) return refuse(outcome.problems, complain);
  print('the keys are back: start the service');
  return exit.ok;
}

/** Makes a further key of tokens, for a policy to name. */
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

import { wipeEnvironment } from '../adapters/system/wipe-environment.ts';
import { connectHost, type HostLink } from '../app/host-link.ts';
import { serve } from '../app/serve.ts';
import { readConfig } from '../config/config.ts';
import type { Problem } from '../domain/fault.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { printError, problemLine } from './output.ts';

/** `svc serve`: runs the service until a signal or its host stops it. */
export async function serveFromEnvironment(options: { readonly guide?: true }): Promise<ExitCode> {
  // Secrets move to a copy, which no child process, thread or crash report gets.
  const own = { ...process.env };
  if (!wipeEnvironment('SVC_')) printError(environmentAdvice);
  const host = connectHost(own);
  try {
    return await serveUnder(host, own, options.guide === true);
  } finally {
    host?.close();
  }
}

const environmentAdvice =
  'svc: while this process runs, /proc shows the keys and secrets of its environment: put keys into keys.json';

async function serveUnder(
  host: HostLink | undefined,
  own: Readonly<Record<string, string | undefined>>,
  guide: boolean,
): Promise<ExitCode> {
  const refuse = (problems: readonly Problem[]): ExitCode => {
    host?.refused(problems);
    for (const problem of problems) printError(problemLine('svc', problem));
    return exit.badConfig;
  };
  const secrets = await (host?.secrets() ?? {});
  if (secrets === undefined) {
    printError('svc: the program that started the server sent no keys');
    return exit.unavailable;
  }
  const env = { ...own, ...secrets };
  const config = readConfig(env);
  if (!config.ok) return refuse(config.problems);
  const served = await serve(config.value, { env, guide, host });
  return served.ok ? exit.ok : refuse(served.problems);
}

import { wipeEnvironment } from '../adapters/system/wipe-environment.ts';
import { connectHost, type HostLink } from '../app/host-link.ts';
import { serve } from '../app/serve.ts';
import { readConfig } from '../config/config.ts';
import type { Problem } from '../domain/fault.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { openBrowser } from './open-browser.ts';
import { printError, problemLine } from './output.ts';
import type { Terminal } from './terminal.ts';

/** `svc serve`: runs the service until a signal or its host stops it. */
export async function serveFromEnvironment(
  terminal: Terminal,
  options: { readonly guide?: true },
): Promise<ExitCode> {
  // Secrets move to a copy, which no child process, thread or crash report gets.
  const own = { ...terminal.env };
  if (!wipeEnvironment()) printError(terminal, environmentAdvice);
  const host = connectHost(own);
  try {
    return await serveUnder(terminal, host, own, options.guide === true);
  } finally {
    host?.close();
  }
}

const environmentAdvice =
  'svc: while this process runs, /proc shows the keys and secrets of its environment: put keys into keys.json';

async function serveUnder(
  terminal: Terminal,
  host: HostLink | undefined,
  own: Readonly<Record<string, string | undefined>>,
  guide: boolean,
): Promise<ExitCode> {
  const refuse = (problems: readonly Problem[]): ExitCode => {
    host?.refused(problems);
    for (const problem of problems) printError(terminal, problemLine('svc', problem));
    return exit.badConfig;
  };
  const secrets = await (host?.secrets() ?? {});
  if (secrets === undefined) {
    printError(terminal, 'svc: the program that started the server sent no keys');
    return exit.unavailable;
  }
  const env: typeof own = { ...own, ...secrets };
  // Lines about each request would hide what the guide says.
  const config = readConfig(
    guide ? { ...env, SVC_LOG_LEVEL: env['SVC_LOG_LEVEL'] || 'warn' } : env,
  );
  if (!config.ok) return refuse(config.problems);
  const showSignIn = (link: string): void => {
    const { openBrowser: wanted } = config.value;
    if (wanted && terminal.out.isTTY) openBrowser(link, { platform: process.platform, env });
  };
  const served = await serve(config.value, { env, host, ...(guide && { guide: { showSignIn } }) });
  return served.ok ? exit.ok : refuse(served.problems);
}

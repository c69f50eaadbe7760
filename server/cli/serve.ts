import { readConfig } from '../config.ts';
import type { Problem } from '../domain/fault.ts';
import { connectHost, type HostLink } from '../host.ts';
import { serve } from '../index.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, problemLine } from './output.ts';

/** `svc serve`: runs the service until it is told to stop. */
export async function serveFromEnvironment(options: { readonly guide?: true }): Promise<ExitCode> {
  const host = connectHost(process.env);
  try {
    return await serveUnder(host, options.guide === true);
  } finally {
    host?.close();
  }
}

async function serveUnder(host: HostLink | undefined, guide: boolean): Promise<ExitCode> {
  const refuse = (problems: readonly Problem[]): ExitCode => {
    host?.refused(problems);
    for (const problem of problems) complain(problemLine('svc', problem));
    return exit.badConfig;
  };
  const secrets = await (host?.secrets() ?? {});
  if (secrets === undefined) {
    complain('svc: the program that started the server sent no keys');
    return exit.unavailable;
  }
  // Secrets stand in a copy, which no child or thread of this process inherits and no report of a crash shows.
  const env = { ...process.env, ...secrets };
  for (const name of Object.keys(process.env))
    if (name.startsWith('SVC_')) delete process.env[name];
  const config = readConfig(env);
  if (!config.ok) return refuse(config.problems);
  const served = await serve(config.value, { env, guide, host });
  return served.ok ? exit.ok : refuse(served.problems);
}

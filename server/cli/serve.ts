import { readConfig } from '../config.ts';
import type { Problem } from '../domain/fault.ts';
import { serve } from '../index.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, problemLine } from './output.ts';

/** `svc serve`: runs the service until it is told to stop. */
export async function serveFromEnvironment(options: { readonly guide?: true }): Promise<ExitCode> {
  const config = readConfig(process.env);
  if (!config.ok) return refuse(config.problems);
  const served = await serve(config.value, { env: process.env, guide: options.guide === true });
  return served.ok ? exit.ok : refuse(served.problems);
}

function refuse(problems: readonly Problem[]): ExitCode {
  for (const problem of problems) complain(problemLine('svc', problem));
  return exit.badConfig;
}

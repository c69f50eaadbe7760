import { readConfig } from '../config.ts';
import { serve } from '../index.ts';
import { type ExitCode, exit } from './exit.ts';
import { complain, problemLine } from './output.ts';

/** `svc serve`: starts the service; the process then lives until it is told to stop. */
export async function serveFromEnvironment(options: { readonly guide?: true }): Promise<ExitCode> {
  const config = readConfig(process.env);
  if (!config.ok) {
    for (const problem of config.problems) complain(problemLine('svc', problem));
    return exit.badConfig;
  }
  await serve(config.value, { guide: options.guide === true });
  return exit.ok;
}

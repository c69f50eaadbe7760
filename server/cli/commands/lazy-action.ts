import type { ExitCode } from '../../shared/exit-codes.ts';

/** An action of a command, whose code is loaded only when it runs. Sets the exit code. */
export function lazyAction<Args extends readonly unknown[]>(
  load: () => Promise<(...args: Args) => Promise<ExitCode>>,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    const run = await load();
    process.exitCode = await run(...args);
  };
}

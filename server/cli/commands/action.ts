import type { ExitCode } from '../../shared/exit-codes.ts';
import type { Terminal } from '../terminal.ts';

/** Makes the action of a command from what loads its code, which happens only when it runs. */
export type ActionOf = <Args extends readonly unknown[]>(
  load: () => Promise<(terminal: Terminal, ...args: Args) => Promise<ExitCode>>,
) => (...args: Args) => Promise<void>;

import { Command, CommanderError } from 'commander';
import { productVersion } from '../../product.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { CommandFailed, exitCodesHelp, printError } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { ActionOf } from './action.ts';
import { auditCommands } from './audit.ts';
import { dataCommands } from './data.ts';
import { policyCommands } from './policy.ts';
import { rosterCommands } from './roster.ts';
import { serviceCommands, signInCommands } from './service.ts';

/** Streams of a command, and its variables once it is known which command it is. */
export interface Caller extends Omit<Terminal, 'env'> {
  variables(command: string): Promise<Terminal['env']>;
}

/**
 * Runs the `svc` command that the arguments name (spec, Command-line tool), and loads its code only.
 * Returns its exit code; rejects with an error that no command explains.
 */
export async function runCommand(args: readonly string[], caller: Caller): Promise<ExitCode> {
  const { input, out, err } = caller;
  let env: Terminal['env'] = {};
  let code: ExitCode = exit.ok;
  const action: ActionOf =
    (load) =>
    async (...given) => {
      const run = await load();
      code = await run({ input, out, err, env }, ...given);
    };
  const program = new Command('svc')
    .description('Masks patient identifiers in voice-AI calls before any language model sees them.')
    .version(productVersion)
    .showSuggestionAfterError()
    .showHelpAfterError('(see svc --help, or --help after a command)')
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.write(text), writeErr: (text) => err.write(text) })
    .addHelpText('after', exitCodesHelp)
    .hook('preAction', async (_, command) => {
      env = await caller.variables(command.name());
    });
  addCommands(program, action);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.usage;
    if (!(error instanceof CommandFailed)) throw error;
    printError({ err }, error.message);
    return error.code;
  }
}

/** Declares all commands. */
export function addCommands(program: Command, action: ActionOf): Command {
  serviceCommands(program, action);
  policyCommands(program, action);
  auditCommands(program, action);
  dataCommands(program, action);
  rosterCommands(program, action);
  signInCommands(program, action);
  return program;
}

import { Command, CommanderError } from 'commander';
import { readSettingsFile } from '../../config/settings-file.ts';
import { productVersion } from '../../product.ts';
import { exit } from '../../shared/exit-codes.ts';
import {
  CommandFailed,
  exitCodesHelp,
  explainSystemError,
  failWithProblems,
  printError,
} from '../output.ts';
import { auditCommands } from './audit.ts';
import { dataCommands } from './data.ts';
import { policyCommands } from './policy.ts';
import { rosterCommands } from './roster.ts';
import { serviceCommands, signInCommands } from './service.ts';

// Only the owner may read the files that svc writes, keys and databases above all.
process.umask(0o077);

/** The `svc` command (spec, Command-line tool). It loads the code of the requested command only. */
const program = new Command('svc')
  .description('Masks patient identifiers in voice-AI calls before any language model sees them.')
  .version(productVersion)
  .showSuggestionAfterError()
  .showHelpAfterError('(see svc --help, or --help after a command)')
  .exitOverride()
  .addHelpText('after', exitCodesHelp)
  // The service talks to its host while it runs, and keeps secrets out of its environment.
  .hook('preAction', async (_, command) => {
    if (process.send === undefined) return addSettingsFile();
    if (command.name() === 'serve') return;
    const { adoptSecrets } = await import('../../app/host-link.ts');
    await adoptSecrets();
  });

/** A program that is the host gives all settings itself. */
function addSettingsFile(): void {
  const added = readSettingsFile(process.env);
  if (added.ok) Object.assign(process.env, added.value);
  else failWithProblems(added.problems);
}

serviceCommands(program);
policyCommands(program);
auditCommands(program);
dataCommands(program);
rosterCommands(program);
signInCommands(program);

// A reader may stop early, as in `svc detect | head`. That is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? exit.ok);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exit.ok : exit.usage;
  } else if (error instanceof CommandFailed) {
    printError(error.message);
    process.exitCode = error.code;
  } else {
    // Node would exit with 1, which here means that the answer is no.
    const known = explainSystemError(error);
    const trace = error instanceof Error ? error.stack : 'unknown error';
    process.stderr.write(`${known?.line ?? trace}\n`);
    process.exit(known?.code ?? exit.software);
  }
}

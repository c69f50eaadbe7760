import { Command, CommanderError } from 'commander';
import { productVersion } from '../../product.ts';
import { exit } from '../../shared/exit-codes.ts';
import { exitCodesHelp, explainSystemError } from '../output.ts';
import { agentCommands } from './agents.ts';
import { auditCommands } from './audit.ts';
import { dataCommands } from './data.ts';
import { policyCommands } from './policy.ts';
import { serviceCommands, signInCommands } from './service.ts';

// Whatever is written, keys and databases above all, is for its owner alone.
process.umask(0o077);

/** The `svc` command (spec, Command-line tool). What a command does is loaded when it is the one asked for. */
const program = new Command('svc')
  .description('Masks patient identifiers in voice-AI calls before any language model sees them.')
  .version(productVersion)
  .showSuggestionAfterError()
  .showHelpAfterError('(svc --help, or --help after any command, says more)')
  .exitOverride()
  .addHelpText('after', exitCodesHelp)
  // The service speaks with its host for as long as it runs, and keeps secrets out of its environment.
  .hook('preAction', async (_, command) => {
    if (process.send === undefined || command.name() === 'serve') return;
    const { adoptSecrets } = await import('../../app/host-link.ts');
    await adoptSecrets();
  });

serviceCommands(program);
policyCommands(program);
agentCommands(program);
auditCommands(program);
dataCommands(program);
signInCommands(program);

// A reader that has seen enough, as `svc detect | head` has, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? exit.ok);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? exit.ok : exit.usage;
  } else {
    // Left alone, a crash would exit with 1, which here means that the answer is no.
    const known = explainSystemError(error);
    const trace = error instanceof Error ? error.stack : 'unknown error';
    process.stderr.write(`${known?.line ?? trace}\n`);
    process.exit(known?.code ?? exit.software);
  }
}

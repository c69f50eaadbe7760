import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { exit, exitCodesHelp } from './cli/exit.ts';

/** The `svc` command (spec, Command-line tool). Each command is loaded only when it is the one asked for. */
const program = new Command('svc')
  .description('Masks patient identifiers in voice-AI calls before any language model sees them.')
  .version(packageVersion())
  .showSuggestionAfterError()
  .exitOverride()
  .addHelpText('after', exitCodesHelp);

program
  .command('serve')
  .description('start the service; SIGTERM ends the calls in progress, then the service')
  .option('--guide', 'explain the first steps on the terminal')
  .action(async (options: { guide?: true }) => {
    const { serveFromEnvironment } = await import('./cli/serve.ts');
    process.exitCode = await serveFromEnvironment(options);
  });

const policy = program.command('policy').description('check and compare masking policies');

policy
  .command('validate')
  .description('check a policy file')
  .argument('<file>', 'policy in YAML')
  .option('--json', 'print the outcome as JSON')
  .action(async (file: string, options: { json?: true }) => {
    const { validatePolicy } = await import('./cli/policy-validate.ts');
    process.exitCode = await validatePolicy(file, options);
  });

policy
  .command('diff')
  .description('list what changes from one policy to another')
  .argument('<file_a>', 'policy in YAML')
  .argument('<file_b>', 'policy in YAML')
  .option('--json', 'print the differences as JSON')
  .option('--exit-code', 'exit with 1 when the policies differ')
  .action(async (a: string, b: string, options: { json?: true; exitCode?: true }) => {
    const { diffPolicyFiles } = await import('./cli/policy-diff.ts');
    process.exitCode = await diffPolicyFiles(a, b, options);
  });

program
  .command('detect')
  .description(
    'run detection against transcripts; prints kinds and places as JSON lines, never text',
  )
  .argument('[files...]', 'text files, one utterance per line (default: standard input)')
  .option('--jsonl <file>', 'rows of {"id","text"} or {"id","messages"}; - for standard input')
  .option('--policy <file>', 'policy in YAML (default: the configured one)')
  .action(async (files: string[], options: { jsonl?: string; policy?: string }) => {
    const { detect } = await import('./cli/detect.ts');
    process.exitCode = await detect(files, options);
  });

const audit = program.command('audit').description('check the audit journal');

audit
  .command('acknowledge')
  .description('with the service stopped: take note that events were lost, so that it serves again')
  .action(async () => {
    const { acknowledgeAudit } = await import('./cli/audit-acknowledge.ts');
    process.exitCode = await acknowledgeAudit();
  });

audit
  .command('verify')
  .description('verify hash chain, head and checkpoints of the data folder')
  .option('--json', 'print the outcome as JSON')
  .action(async (options: { json?: true }) => {
    const { verifyAudit } = await import('./cli/audit-verify.ts');
    process.exitCode = await verifyAudit(options);
  });

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
    process.stderr.write(`${error instanceof Error ? error.stack : 'unknown error'}\n`);
    process.exit(exit.software);
  }
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

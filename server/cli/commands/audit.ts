import type { Command } from 'commander';
import type { ExitCode } from '../../shared/exit-codes.ts';
import type { VerifyOptions } from '../audit/verify-file.ts';
import type { Terminal } from '../terminal.ts';
import type { ActionOf } from './action.ts';

/** `svc audit …`. */
export function auditCommands(program: Command, action: ActionOf): void {
  const audit = program.command('audit').description('verify and export the audit journal');

  audit
    .command('verify')
    .description(
      'verify the journal of this machine or of the shared database, or a file (without keys)',
    )
    .argument('[file]', 'an export, or a report in JSON (default: the journal)')
    .option(
      '--anchor <file>',
      'an older checkpoint, report or export, which the journal must continue; may be repeated',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
A file proves that it holds together and that its key signed it. To prove whose key it is, and that nothing
was cut off or rewritten, compare it with a file that you kept elsewhere: give that with --anchor.

Exits with 0 for ok, with 1 for broken, and with 3 for a file that is consistent, but not anchored.

Examples:
  svc audit verify
  svc audit verify journal.jsonl --anchor last-year.jsonl
  svc audit verify report.json --anchor journal.jsonl`,
    )
    .action(action(async () => verify));

  audit
    .command('export')
    .description('write the journal as JSON lines that verify without this machine')
    .option('--out <file>', 'write to a file (default: standard output)')
    .option('--session <id>', 'only this session, with a proof for each of its events')
    .option('--from <seq>', 'start at this event')
    .addHelpText(
      'after',
      `
Also works while the service runs. The export holds no values of callers.

Examples:
  svc audit export --out journal.jsonl
  svc audit export --session sess_01J8Z0Q4XN6R3V5T7W9Y2B4D6F --out session.jsonl`,
    )
    .action(action(async () => (await import('../audit/export-journal.ts')).exportAudit));

  audit
    .command('acknowledge')
    .description(
      'acknowledge lost events, so that the service serves calls again (stop the service first)',
    )
    .action(action(async () => (await import('../audit/acknowledge-gap.ts')).acknowledgeGap));
}

async function verify(
  terminal: Terminal,
  file: string | undefined,
  options: VerifyOptions,
): Promise<ExitCode> {
  if (file === undefined) {
    const { verifyAudit } = await import('../audit/verify-journal.ts');
    return await verifyAudit(terminal, options);
  }
  const { verifyAuditFile } = await import('../audit/verify-file.ts');
  return await verifyAuditFile(terminal, file, options);
}

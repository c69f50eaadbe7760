import type { Command } from 'commander';

/** `svc audit …`. */
export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('check and export the audit journal');

  audit
    .command('verify')
    .description(
      'verify the journal kept here or in the shared database, or a file, which needs no keys',
    )
    .argument('[file]', 'an export, or a report in JSON (default: the journal)')
    .option(
      '--anchor <file>',
      'a checkpoint, report or export kept from earlier, from which it must have grown; may be repeated',
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
By itself a file shows that it is whole and signed by the key it names. Whose key that is, and that
nothing was cut off or written anew, is shown by something kept elsewhere: give it with --anchor.

Examples:
  svc audit verify
  svc audit verify journal.jsonl --anchor last-year.jsonl
  svc audit verify report.json --anchor journal.jsonl`,
    )
    .action(
      async (file: string | undefined, options: { json?: true; anchor?: readonly string[] }) => {
        if (file === undefined) {
          const { verifyAudit } = await import('../audit/verify-journal.ts');
          process.exitCode = await verifyAudit(options);
        } else {
          const { verifyAuditFile } = await import('../audit/verify-file.ts');
          process.exitCode = await verifyAuditFile(file, options);
        }
      },
    );

  audit
    .command('export')
    .description('write the journal as JSON lines that can be verified without this machine')
    .option('--out <file>', 'write to a file (default: standard output)')
    .option('--session <id>', 'one session, with a proof for each of its events')
    .option('--from <seq>', 'leave out what is before this event')
    .addHelpText(
      'after',
      `
Works while the service runs. The export holds no values of callers.

Examples:
  svc audit export --out journal.jsonl
  svc audit export --session sess_01J8Z0Q4XN6R3V5T7W9Y2B4D6F --out session.jsonl`,
    )
    .action(async (options: { out?: string; session?: string; from?: string }) => {
      const { exportAudit } = await import('../audit/export-journal.ts');
      process.exitCode = await exportAudit(options);
    });

  audit
    .command('acknowledge')
    .description(
      'with the service stopped: take note that events were lost, so that it serves again',
    )
    .action(async () => {
      const { acknowledgeGap } = await import('../audit/acknowledge-gap.ts');
      process.exitCode = await acknowledgeGap();
    });
}

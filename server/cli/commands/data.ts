import type { Command } from 'commander';
import type { ExitCode } from '../../shared/exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import type { ActionOf } from './action.ts';

/** `svc keys …`, `svc backup`, `svc restore` and `svc migrate`. */
export function dataCommands(program: Command, action: ActionOf): void {
  const keys = program.command('keys').description('manage the keys of tokens and databases');

  keys
    .command('rotate')
    .description('create a new key; tokens of the old keys can still be restored')
    .option('--kid <name>', 'name of the new key (default: the name in the policy, with a number)')
    .option('--policy <file>', 'also put the new name into this policy (default: only say where)')
    .option('--database', 'encrypt the databases with a new key instead (stop the service first)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
To use a new key, name it in the policy (kid), restart the service, and approve or reload the policy.

Examples:
  svc keys rotate
  svc keys rotate --kid K_2027 --policy configs/mask_policy.yaml
  svc keys rotate --database`,
    )
    .action(action(async () => rotate));

  program
    .command('backup')
    .description('write all data to one encrypted file; the service may run')
    .argument('<file>', 'new file to write')
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      `
The file opens only with the keys, which are not in it. Keep a copy of keys.json elsewhere, and a new
copy after each rotation.

Example:
  svc backup /mnt/backup/$(date +%F).svcbackup`,
    )
    .action(action(async () => (await import('../data/backup.ts')).backup));

  program
    .command('restore')
    .description('verify a backup and put it into the data folder (stop the service first)')
    .argument('<file>', 'a file of svc backup')
    .option('--check', 'only verify the backup')
    .option('--force', 'replace existing databases')
    .addHelpText(
      'after',
      `
On a new machine first put keys.json into the data folder (mode 0600), or set the keys in the
environment.

Example:
  svc restore /mnt/backup/2026-11-21.svcbackup`,
    )
    .action(action(async () => (await import('../data/restore.ts')).restore));

  program
    .command('migrate')
    .description('copy all data to the empty database of SVC_DATABASE_URL (stop the service first)')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Copies every record unchanged, so the chain, its checkpoints and all reports stay valid, and verifies
the copy. People sign in again. The files in the data folder stay.

Example:
  SVC_DATABASE_URL=postgres://svc@db.example.com/svc svc migrate`,
    )
    .action(action(async () => (await import('../data/migrate.ts')).migrate));
}

interface RotateOptions {
  readonly kid?: string;
  readonly policy?: string;
  readonly database?: true;
  readonly json?: true;
}

async function rotate(
  terminal: Terminal,
  options: RotateOptions,
  command: Command,
): Promise<ExitCode> {
  if (options.database !== true) {
    const { rotateKid } = await import('../data/rotate-kid.ts');
    return await rotateKid(terminal, options);
  }
  if (options.kid !== undefined || options.policy !== undefined) {
    command.error('error: --database cannot be used with --kid or --policy');
  }
  const { rotateDatabaseKey } = await import('../data/rotate-database-key.ts');
  return await rotateDatabaseKey(terminal, options);
}

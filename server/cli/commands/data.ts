import type { Command } from 'commander';

/** `svc keys …`, `svc backup`, `svc restore` and `svc migrate`. */
export function dataCommands(program: Command): void {
  const keys = program.command('keys').description('keys of tokens and databases');

  keys
    .command('rotate')
    .description('make a new key; tokens made with the old ones can still be restored')
    .option('--kid <name>', 'name of the new key (default: that of the policy, with a number)')
    .option('--policy <file>', 'also put the new name in this policy (default: say where to)')
    .option(
      '--database',
      'instead: encrypt the databases with a new key; the service must be stopped',
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
A new key is used once the policy names it (kid) and the service was started anew.

Examples:
  svc keys rotate
  svc keys rotate --kid K_2027 --policy configs/mask_policy.yaml
  svc keys rotate --database`,
    )
    .action(
      async (options: { kid?: string; policy?: string; database?: true; json?: true }, command) => {
        if (options.database === true) {
          if (options.kid !== undefined || options.policy !== undefined) {
            (command as Command).error('error: --database goes without --kid and --policy');
          }
          const { rotateDatabaseKey } = await import('../data/rotate-database-key.ts');
          process.exitCode = await rotateDatabaseKey(options);
        } else {
          const { rotateKid } = await import('../data/rotate-kid.ts');
          process.exitCode = await rotateKid(options);
        }
      },
    );

  program
    .command('backup')
    .description('write all data as one encrypted file, while the service runs or not')
    .argument('<file>', 'file to write; there must be none of that name')
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      `
The file opens only with the keys, and they are not in it: keep keys.json elsewhere, and a new copy
of it after each rotation.

Example:
  svc backup /mnt/backup/$(date +%F).svcbackup`,
    )
    .action(async (file: string, options: { json?: true }) => {
      const { backup } = await import('../data/backup.ts');
      process.exitCode = await backup(file, options);
    });

  program
    .command('restore')
    .description('put a backup in the data folder, with the service stopped, once it was verified')
    .argument('<file>', 'a file that svc backup wrote')
    .option('--check', 'verify the backup and replace nothing')
    .option('--force', 'replace databases that are there')
    .addHelpText(
      'after',
      `
On a new machine put keys.json in the data folder first (mode 0600), or set the keys in the
environment.

Example:
  svc restore /mnt/backup/2026-11-21.svcbackup`,
    )
    .action(async (file: string, options: { check?: true; force?: true }) => {
      const { restore } = await import('../data/restore.ts');
      process.exitCode = await restore(file, options);
    });

  program
    .command('migrate')
    .description(
      'move all data to the empty database of SVC_DATABASE_URL, with the service stopped',
    )
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
The records go over to the byte, so that the chain, its checkpoints and every report hold on. It is
verified there before it says done. People sign in again. The files in the data folder stay.

Example:
  SVC_DATABASE_URL=postgres://svc@db.example.com/svc svc migrate`,
    )
    .action(async (options: { json?: true }) => {
      const { migrate } = await import('../data/migrate.ts');
      process.exitCode = await migrate(options);
    });
}

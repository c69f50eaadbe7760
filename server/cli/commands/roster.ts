import { type Command, Option } from 'commander';
import { rosterRoles } from '../../domain/roster.ts';
import type { ActionOf } from './action.ts';

/** `svc roster …`. */
export function rosterCommands(program: Command, action: ActionOf): void {
  const roster = program.command('roster').description('the people whom the clinic knows');

  roster
    .command('import')
    .description('import people; the service may run')
    .argument('<file>', 'CSV with a header, or FHIR: a bundle or NDJSON')
    .option('--merge', 'add to the roster (default: the file takes its place)')
    .addOption(
      new Option('--role <role>', 'role of people whose row has none')
        .choices([...rosterRoles])
        .default('patient'),
    )
    .option(
      '--staff-may-be-said',
      'names of staff may reach the model, where the file does not say',
    )
    .option('--check', 'only read the file and report what an import would do')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'after',
      `
The roster in force changes when the whole file is read. Refused rows are reported by line, never by value.

Examples:
  svc roster import patients.csv
  svc roster import staff.csv --merge --role staff --staff-may-be-said`,
    )
    .action(action(async () => (await import('../data/roster.ts')).importFile));

  roster
    .command('status')
    .description('say how many people the roster has')
    .option('--json', 'print it as JSON')
    .action(action(async () => (await import('../data/roster.ts')).rosterStatus));

  roster
    .command('remove')
    .description('erase one person')
    .argument('<id>', "the clinic's id of the person")
    .action(action(async () => (await import('../data/roster.ts')).removePerson));

  roster
    .command('delete')
    .description('erase everybody')
    .option('--yes', 'do it')
    .action(action(async () => (await import('../data/roster.ts')).deleteRoster));
}

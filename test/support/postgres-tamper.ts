import type { FreshDatabase } from './postgres.ts';

const tables = [
  'journal_record',
  'journal_head',
  'journal_checkpoint',
  'journal_retention',
  'journal_tile',
  'journal_hold',
];

/** What the server's superuser can do to a journal: its guards do not see it. */
export async function tamper({ adminSql }: FreshDatabase, sql: string): Promise<void> {
  await adminSql(`SET session_replication_role = replica; ${sql}`);
}

/** Keeps the journal as it is, as a dump of the database would. */
export async function dump({ adminSql }: FreshDatabase): Promise<void> {
  await adminSql(
    tables
      .map(
        (name) => `DROP TABLE IF EXISTS dump_${name}; CREATE TABLE dump_${name} AS TABLE ${name};`,
      )
      .join('\n'),
  );
}

/** Puts the journal back to what it was at its last dump. */
export async function putBack(place: FreshDatabase): Promise<void> {
  const filled = (name: string) =>
    `INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM dump_${name};`;
  await tamper(place, `BEGIN; TRUNCATE ${tables.join()}; ${tables.map(filled).join('\n')} COMMIT`);
}

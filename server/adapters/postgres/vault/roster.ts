import type { RosterImportId } from '../../../domain/ids.ts';
import type { ImportReport, Person, RosterCounts, RosterRole } from '../../../domain/roster.ts';
import { chunksOf, mapInSlices } from '../../../domain/time-slices.ts';
import type { InstallationData } from '../../../ports/installation-data.ts';
import { ImportDisplaced, isOver, RosterChanged, type RosterStore } from '../../../ports/roster.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** People in one statement. */
const batchRows = 500;

interface State {
  readonly version: number;
  readonly generation: number;
  readonly finished: string | null;
}

interface Latest {
  readonly generation: number;
  readonly report: string;
}

interface SealedPerson {
  readonly index: string;
  readonly role: RosterRole;
  readonly sealed: Uint8Array;
}

/** Whoever changes the roster locks the row of `roster_state` first, so that changes follow each other. */
export const rosterSql = {
  state: statement<[], State>('SELECT version, generation, finished FROM roster_state'),
  lock: statement<[], State>('SELECT version, generation, finished FROM roster_state FOR UPDATE'),
  putInForce: statement<[generation: number, finished: string | null]>(
    'UPDATE roster_state SET version = version + 1, generation = $1, finished = $2',
  ),
  changed: statement<[]>('UPDATE roster_state SET version = version + 1'),
  latest: statement<[], Latest>('SELECT generation, report FROM roster_import'),
  setLatest: statement<[generation: number, report: string]>(
    `INSERT INTO roster_import (id, generation, report) VALUES (1, $1, $2)
     ON CONFLICT (id) DO UPDATE SET generation = excluded.generation, report = excluded.report`,
  ),
  forgetLatest: statement<[]>('DELETE FROM roster_import'),
  // `xmax` is 0 in a row that no transaction has updated.
  add: statement<
    [
      generation: number,
      indexes: readonly string[],
      roles: readonly string[],
      sealed: readonly Uint8Array[],
    ],
    { readonly fresh: boolean }
  >(
    `INSERT INTO roster_person (generation, id_index, role, sealed)
     SELECT $1, id_index, role, sealed
     FROM unnest($2::text[], $3::text[], $4::bytea[]) AS added (id_index, role, sealed)
     ON CONFLICT (generation, id_index) DO UPDATE
       SET role = excluded.role, sealed = excluded.sealed
     RETURNING xmax = 0 AS fresh`,
  ),
  keep: statement<[to: number, from: number]>(
    `INSERT INTO roster_person (generation, id_index, role, sealed)
     SELECT $1, id_index, role, sealed FROM roster_person WHERE generation = $2
     ON CONFLICT DO NOTHING`,
  ),
  page: statement<[generation: number, after: string, limit: number], SealedPerson>(
    `SELECT id_index AS "index", role, sealed FROM roster_person
     WHERE generation = $1 AND id_index > $2 ORDER BY id_index LIMIT $3`,
  ),
  counts: statement<[generation: number], { readonly role: RosterRole; readonly count: number }>(
    'SELECT role, count(*) FROM roster_person WHERE generation = $1 GROUP BY role',
  ),
  has: statement<[generation: number, index: string], { readonly one: number }>(
    'SELECT 1 AS one FROM roster_person WHERE generation = $1 AND id_index = $2',
  ),
  remove: statement<[index: string, generations: readonly number[]]>(
    'DELETE FROM roster_person WHERE id_index = $1 AND generation = ANY ($2::bigint[])',
  ),
  erase: statement<[kept: readonly number[]]>(
    'DELETE FROM roster_person WHERE generation <> ALL ($1::bigint[])',
  ),
};

const pageRows = 250;
const noPeople: RosterCounts = { patient: 0, relative: 0, staff: 0 };

/** The roster with the row of its state locked. */
interface Locked {
  readonly connection: Connection;
  readonly inForce: number;
  readonly latest: Latest | undefined;
}

/** Runs `work` under the lock. Without time limits: a merge copies the whole roster. */
type Change = <T>(work: (locked: Locked) => Promise<T>) => Promise<T>;

/**
 * The roster in PostgreSQL: an HMAC finds a person by id, and everything but the role is sealed. The rows of
 * an import have a generation of their own until `roster_state` names it.
 */
export function postgresRoster(database: PostgresDatabase, cipher: ColumnCipher): RosterStore {
  const change: Change = (work) =>
    database.longTransaction('change', async (connection) => {
      const state = await connection.row(rosterSql.lock, []);
      const latest = await connection.row(rosterSql.latest, []);
      return await work({ connection, inForce: state?.generation ?? 0, latest });
    });
  return {
    ...readsOf(database, cipher),
    ...importsOf(change, cipher),
    ...erasuresOf(change, cipher),
  };
}

/** Writes the roster of another store into an empty one. */
export async function insertRoster(
  connection: Connection,
  cipher: ColumnCipher,
  { people, finished }: ReturnType<InstallationData['roster']>,
): Promise<void> {
  if (finished === undefined) return;
  await connection.changes(rosterSql.putInForce, [1, JSON.stringify(finished)]);
  for (const batch of chunksOf(people, batchRows)) await insertPeople(connection, cipher, 1, batch);
}

async function insertPeople(
  connection: Connection,
  cipher: ColumnCipher,
  generation: number,
  people: readonly Person[],
): Promise<number> {
  const byIndex = new Map(people.map((person) => [indexOf(cipher, person.id), person]));
  const rows = await mapInSlices([...byIndex], ([index, person]) =>
    sealedOf(cipher, index, person),
  );
  const added = await connection.rows(rosterSql.add, [
    generation,
    rows.map(({ index }) => index),
    rows.map(({ role }) => role),
    rows.map(({ sealed }) => sealed),
  ]);
  return added.filter(({ fresh }) => fresh).length;
}

function readsOf(
  database: PostgresDatabase,
  cipher: ColumnCipher,
): Pick<RosterStore, 'version' | 'people' | 'counts' | 'imports' | 'has'> {
  const stateNow = async (): Promise<State> =>
    (await database.row(rosterSql.state, [])) ?? { version: 0, generation: 0, finished: null };

  return {
    version: async () => (await stateNow()).version,
    people: async function* people() {
      const { version, generation } = await stateNow();
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: readonly SealedPerson[] = await database.rows(rosterSql.page, [
          generation,
          after,
          pageRows,
        ]);
        if (page.length > 0) yield await mapInSlices(page, (row) => opened(cipher, row));
        after = page.at(-1)?.index;
      }
      if ((await stateNow()).version !== version) throw new RosterChanged();
    },
    has: async (id) => {
      const { generation } = await stateNow();
      return (await database.row(rosterSql.has, [generation, indexOf(cipher, id)])) !== undefined;
    },
    counts: async () => countsOf(database, (await stateNow()).generation),
    imports: async () => {
      const last = await database.row(rosterSql.latest, []);
      const { finished } = await stateNow();
      return {
        ...(last !== undefined && { latest: parsed(last.report) }),
        ...(finished !== null && { finished: parsed(finished) }),
      };
    },
  };
}

function importsOf(
  change: Change,
  cipher: ColumnCipher,
): Pick<RosterStore, 'begin' | 'add' | 'finish' | 'fail'> {
  return {
    begin: (report) =>
      change(async ({ connection, inForce, latest }) => {
        if (!isOver(latest && parsed(latest.report), Date.parse(report.startedAt))) return false;
        const generation = newGeneration({ inForce, latest });
        await connection.changes(rosterSql.setLatest, [generation, JSON.stringify(report)]);
        await connection.changes(rosterSql.erase, [[inForce]]);
        return true;
      }),
    add: (report, people) =>
      change(async (locked) => {
        const generation = runningIn(locked, report.id);
        await locked.connection.changes(rosterSql.setLatest, [generation, JSON.stringify(report)]);
        return await insertPeople(locked.connection, cipher, generation, people);
      }),
    finish: (report) =>
      change(async (locked) => {
        const { connection, inForce } = locked;
        const generation = runningIn(locked, report.id);
        if (report.mode === 'merge')
          await connection.changes(rosterSql.keep, [generation, inForce]);
        const text = JSON.stringify(report);
        await connection.changes(rosterSql.putInForce, [generation, text]);
        await connection.changes(rosterSql.setLatest, [generation, text]);
        await connection.changes(rosterSql.erase, [[generation]]);
      }),
    fail: (report) =>
      change(async ({ connection, inForce, latest }) => {
        if (latest === undefined || parsed(latest.report).id !== report.id) return;
        await connection.changes(rosterSql.setLatest, [latest.generation, JSON.stringify(report)]);
        await connection.changes(rosterSql.erase, [[inForce]]);
      }),
  };
}

function erasuresOf(
  change: Change,
  cipher: ColumnCipher,
): Pick<RosterStore, 'remove' | 'clear' | 'eraseAbandoned'> {
  return {
    remove: (id) =>
      change(async ({ connection, inForce, latest }) => {
        const generations = [inForce, latest?.generation ?? inForce];
        const index = indexOf(cipher, id);
        const removed = await connection.changes(rosterSql.remove, [index, generations]);
        if (removed > 0) await connection.changes(rosterSql.changed, []);
        return removed > 0;
      }),
    clear: () =>
      change(async ({ connection, inForce, latest }) => {
        const before = await countsOf(connection, inForce);
        const next = newGeneration({ inForce, latest });
        await connection.changes(rosterSql.putInForce, [next, null]);
        await connection.changes(rosterSql.forgetLatest, []);
        await connection.changes(rosterSql.erase, [[next]]);
        return before;
      }),
    eraseAbandoned: (nowMs) =>
      change(async ({ connection, inForce, latest }) => {
        const isRunning = latest !== undefined && !isOver(parsed(latest.report), nowMs);
        const kept = isRunning ? [inForce, latest.generation] : [inForce];
        await connection.changes(rosterSql.erase, [kept]);
      }),
  };
}

function newGeneration({ inForce, latest }: Omit<Locked, 'connection'>): number {
  return Math.max(inForce, latest?.generation ?? 0) + 1;
}

function indexOf(cipher: ColumnCipher, id: string): string {
  return cipher.indexOf('roster_person.id', id);
}

/** The generation of a running import. */
function runningIn({ latest }: Locked, id: RosterImportId): number {
  const report = latest && parsed(latest.report);
  if (latest === undefined || report?.id !== id || report.state !== 'running') {
    throw new ImportDisplaced();
  }
  return latest.generation;
}

async function countsOf(connection: Connection, generation: number): Promise<RosterCounts> {
  const rows = await connection.rows(rosterSql.counts, [generation]);
  return { ...noPeople, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) };
}

function cellOf({ index, role }: Omit<SealedPerson, 'sealed'>): CellAddress {
  return ['roster_person', 'sealed', index, role];
}

function sealedOf(cipher: ColumnCipher, index: string, person: Person): SealedPerson {
  const { role } = person;
  return { index, role, sealed: cipher.seal(cellOf({ index, role }), JSON.stringify(person)) };
}

function opened(cipher: ColumnCipher, row: SealedPerson): Person {
  return JSON.parse(cipher.open(cellOf(row), row.sealed)) as Person;
}

function parsed(report: string): ImportReport {
  return JSON.parse(report) as ImportReport;
}

import type { Person, RosterRole } from '../../../domain/roster.ts';
import { runLater, type Steps } from '../../../domain/steps.ts';
import { chunksOf, mapInSlices } from '../../../domain/time-slices.ts';
import type { InstallationData } from '../../../ports/installation-data.ts';
import type { RosterStore } from '../../../ports/roster.ts';
import {
  type LatestImport,
  type RosterReads,
  type RosterState,
  type RosterSteps,
  type RosterTables,
  rosterSteps,
  rosterStore,
} from '../../../roster/roster-store.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection, PostgresDatabase } from '../engine/connection.ts';
import { statement } from '../engine/statement.ts';

/** People in one statement. */
const batchRows = 500;

interface SealedPerson {
  readonly index: string;
  readonly role: RosterRole;
  readonly sealed: Uint8Array;
}

/** Whoever changes the roster locks the row of `roster_state` first, so that changes follow each other. */
export const rosterSql = {
  state: statement<[], RosterState>('SELECT version, generation, finished FROM roster_state'),
  lock: statement<[], RosterState>(
    'SELECT version, generation, finished FROM roster_state FOR UPDATE',
  ),
  putInForce: statement<[generation: number, finished: string | null]>(
    'UPDATE roster_state SET version = version + 1, generation = $1, finished = $2',
  ),
  changed: statement<[]>('UPDATE roster_state SET version = version + 1'),
  latest: statement<[], LatestImport>('SELECT generation, report FROM roster_import'),
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

/**
 * The roster in PostgreSQL: an HMAC finds a person by id, and everything but the role is sealed. Changes have no
 * time limits: a merge copies the whole roster at once.
 */
export function postgresRoster(database: PostgresDatabase, cipher: ColumnCipher): RosterStore {
  const change = <T>(stepsOf: (steps: RosterSteps) => Steps<T>): Promise<T> =>
    database.longTransaction('change', async (connection) => {
      await connection.row(rosterSql.lock, []);
      return await runLater(stepsOf(rosterSteps(tablesOf(connection, cipher))));
    });
  return rosterStore(readsOf(database, cipher), {
    begin: (report) => change((steps) => steps.begin(report)),
    add: (report, people) => change((steps) => steps.add(report, people)),
    keepNext: (report, after) => change((steps) => steps.keepNext(report, after)),
    finish: (report) => change((steps) => steps.finish(report)),
    fail: (report) => change((steps) => steps.fail(report)),
    remove: (id) => change((steps) => steps.remove(id)),
    clear: () => change((steps) => steps.clear()),
    eraseNext: (nowMs) => change((steps) => steps.eraseNext(nowMs)),
  });
}

/** Writes the roster of another store into an empty one. */
export async function insertRoster(
  connection: Connection,
  cipher: ColumnCipher,
  { people, finished }: ReturnType<InstallationData['roster']>,
): Promise<void> {
  if (finished === undefined) return;
  const { putInForce, add } = tablesOf(connection, cipher);
  await putInForce(1, JSON.stringify(finished));
  for (const batch of chunksOf(people, batchRows)) await add(1, batch);
}

function readsOf(connection: Connection, cipher: ColumnCipher): RosterReads {
  return {
    state: () => connection.row(rosterSql.state, []),
    latest: () => connection.row(rosterSql.latest, []),
    page: async (generation, after) => {
      const rows = await connection.rows(rosterSql.page, [generation, after, pageRows]);
      return {
        people: await mapInSlices(rows, (row) => opened(cipher, row)),
        last: rows.at(-1)?.index,
      };
    },
    counts: (generation) => connection.rows(rosterSql.counts, [generation]),
    has: async (generation, id) =>
      (await connection.row(rosterSql.has, [generation, indexOf(cipher, id)])) !== undefined,
  };
}

function tablesOf(connection: Connection, cipher: ColumnCipher): RosterTables {
  return {
    ...readsOf(connection, cipher),
    setLatest: (generation, report) =>
      connection.changes(rosterSql.setLatest, [generation, report]),
    forgetLatest: () => connection.changes(rosterSql.forgetLatest, []),
    putInForce: (generation, finished) =>
      connection.changes(rosterSql.putInForce, [generation, finished]),
    changed: () => connection.changes(rosterSql.changed, []),
    add: async (generation, people) => {
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
    },
    keepNext: async (to, from) => {
      await connection.changes(rosterSql.keep, [to, from]);
      return '';
    },
    remove: (id, generations) =>
      connection.changes(rosterSql.remove, [indexOf(cipher, id), generations]),
    eraseNext: async (kept) => {
      await connection.changes(rosterSql.erase, [kept]);
      return false;
    },
  };
}

function indexOf(cipher: ColumnCipher, id: string): string {
  return cipher.indexOf('roster_person.id', id);
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

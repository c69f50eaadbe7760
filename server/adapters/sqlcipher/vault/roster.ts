import type Database from 'better-sqlite3-multiple-ciphers';
import type { ImportReport, Person, RosterRole } from '../../../domain/roster.ts';
import { runToEnd } from '../../../domain/time-slices.ts';
import type { RosterStore } from '../../../ports/roster.ts';
import {
  type LatestImport,
  type RosterChanges,
  type RosterState,
  type RosterTables,
  rosterSteps,
  rosterStore,
} from '../../../roster/roster-store.ts';

export const rosterSql = {
  state: 'SELECT version, generation, finished FROM roster_state',
  putInForce: `UPDATE roster_state SET version = version + 1, generation = ?, finished = ?`,
  changed: 'UPDATE roster_state SET version = version + 1',
  latest: 'SELECT generation, report FROM roster_import',
  setLatest: 'INSERT OR REPLACE INTO roster_import (id, generation, report) VALUES (1, ?, ?)',
  forgetLatest: 'DELETE FROM roster_import',
  add: `INSERT INTO roster_person (generation, id, role, person)
        VALUES (:generation, :id, :role, :person) ON CONFLICT DO NOTHING`,
  replace: `UPDATE roster_person SET role = :role, person = :person
            WHERE generation = :generation AND id = :id`,
  ids: 'SELECT id FROM roster_person WHERE generation = ? AND id > ? ORDER BY id LIMIT ?',
  keep: `INSERT INTO roster_person (generation, id, role, person)
         SELECT :to, id, role, person FROM roster_person
         WHERE generation = :from AND id > :after AND id <= :last
         ON CONFLICT DO NOTHING`,
  page: 'SELECT id, person FROM roster_person WHERE generation = ? AND id > ? ORDER BY id LIMIT ?',
  counts: 'SELECT role, count(*) AS count FROM roster_person WHERE generation = ? GROUP BY role',
  has: 'SELECT 1 FROM roster_person WHERE generation = ? AND id = ?',
  remove: 'DELETE FROM roster_person WHERE generation = ? AND id = ?',
  nextGeneration: `SELECT generation FROM roster_person WHERE generation > ?
                   ORDER BY generation LIMIT 1`,
  erase: `DELETE FROM roster_person WHERE no IN (
            SELECT no FROM roster_person WHERE generation = ? LIMIT ?)`,
} as const;

/** Rows in one transaction, and in one read of the main thread: a few milliseconds. */
const batchRows = 500;
const pageRows = 250;
/** How many transactions of an import one checkpoint of the write-ahead log covers. */
const checkpointBatches = 10;

type AddedRow = { generation: number; id: string; role: RosterRole; person: string };

/** What the thread does after its next commit. */
export interface RosterEffects {
  /** Empties the write-ahead log. */
  readonly erased: () => void;
  /** Moves it into the file. */
  readonly grown: () => void;
}

/** The changes of the roster, in the thread that owns the database. Work of many rows is in batches that hold up no token. */
export function rosterMethods(db: Database.Database, effects: RosterEffects) {
  const steps = rosterSteps(tablesOf(db, effects));
  return {
    begin: (report: ImportReport) => runToEnd(steps.begin(report)),
    add: (report: ImportReport, people: readonly Person[]) => runToEnd(steps.add(report, people)),
    keepNext: (report: ImportReport, after: string) => runToEnd(steps.keepNext(report, after)),
    finish: (report: ImportReport) => runToEnd(steps.finish(report)),
    fail: (report: ImportReport) => runToEnd(steps.fail(report)),
    remove: (id: string) => runToEnd(steps.remove(id)),
    clear: () => runToEnd(steps.clear()),
    eraseNext: (nowMs: number) => runToEnd(steps.eraseNext(nowMs)),
  };
}

/** The roster in `vault.db`. `reader` is a read-only connection of this thread; the writer thread changes. */
export function sqlcipherRoster(reader: Database.Database, changes: RosterChanges): RosterStore {
  return rosterStore(readsOf(reader), changes);
}

/** The roster in force, read at once by a program that has the file to itself. */
export function wholeRoster(db: Database.Database) {
  const { state, page } = readsOf(db);
  const { generation = 0, finished = null } = state() ?? {};
  function* everybody(): Generator<Person> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { people, last }: ReturnType<typeof page> = page(generation, after);
      yield* people;
      after = last;
    }
  }
  return {
    people: everybody(),
    finished: finished === null ? undefined : (JSON.parse(finished) as ImportReport),
  };
}

function readsOf(db: Database.Database) {
  const state = db.prepare<[], RosterState>(rosterSql.state);
  const latest = db.prepare<[], LatestImport>(rosterSql.latest);
  const counts = db.prepare<[number], { role: RosterRole; count: number }>(rosterSql.counts);
  const page = db.prepare<[number, string, number], { id: string; person: string }>(rosterSql.page);
  const has = db.prepare<[number, string], number>(rosterSql.has);
  return {
    state: () => state.get(),
    latest: () => latest.get(),
    page: (generation: number, after: string) => {
      const rows = page.all(generation, after, pageRows);
      return {
        people: rows.map(({ person }) => JSON.parse(person) as Person),
        last: rows.at(-1)?.id,
      };
    },
    counts: (generation: number) => counts.all(generation),
    has: (generation: number, id: string) => has.get(generation, id) !== undefined,
  };
}

function tablesOf(db: Database.Database, { erased, grown }: RosterEffects): RosterTables {
  const setLatest = db.prepare<[number, string]>(rosterSql.setLatest);
  const forgetLatest = db.prepare<[]>(rosterSql.forgetLatest);
  const putInForce = db.prepare<[number, string | null]>(rosterSql.putInForce);
  const changed = db.prepare<[]>(rosterSql.changed);
  const add = db.prepare<[AddedRow]>(rosterSql.add);
  const replace = db.prepare<[AddedRow]>(rosterSql.replace);
  const ids = db.prepare<[number, string, number], string>(rosterSql.ids).pluck();
  const keep = db.prepare<[{ to: number; from: number; after: string; last: string }]>(
    rosterSql.keep,
  );
  const remove = db.prepare<[number, string]>(rosterSql.remove);
  const nextGeneration = db.prepare<[number], number>(rosterSql.nextGeneration).pluck();
  const erase = db.prepare<[number, number]>(rosterSql.erase);

  let batches = 0;
  const countBatch = () => {
    batches += 1;
    if (batches % checkpointBatches === 0) grown();
  };
  function* generations(): Generator<number> {
    for (let at = nextGeneration.get(-1); at !== undefined; at = nextGeneration.get(at)) yield at;
  }

  return {
    ...readsOf(db),
    setLatest: (generation, report) => setLatest.run(generation, report),
    forgetLatest: () => forgetLatest.run(),
    putInForce: (generation, finished) => putInForce.run(generation, finished),
    changed: () => changed.run(),
    add: (generation, people) => {
      let fresh = 0;
      for (const person of people) {
        const { id, role } = person;
        const row = { generation, id, role, person: JSON.stringify(person) };
        if (add.run(row).changes === 1) fresh += 1;
        else replace.run(row);
      }
      countBatch();
      return fresh;
    },
    keepNext: (to, from, after) => {
      const last = ids.all(from, after, batchRows).at(-1);
      if (last === undefined) return '';
      keep.run({ to, from, after, last });
      countBatch();
      return last;
    },
    remove: (id, of) => {
      const removed = of.reduce((sum, at) => sum + remove.run(at, id).changes, 0);
      if (removed > 0) erased();
      return removed;
    },
    eraseNext: (kept) => {
      for (const at of generations()) {
        if (!kept.includes(at)) return erase.run(at, batchRows).changes > 0;
      }
      erased();
      return false;
    },
  };
}

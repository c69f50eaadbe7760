import type Database from 'better-sqlite3-multiple-ciphers';
import type { RosterImportId } from '../../../domain/ids.ts';
import type { ImportReport, Person, RosterCounts, RosterRole } from '../../../domain/roster.ts';
import { ImportDisplaced, isOver, RosterChanged, type RosterStore } from '../../../ports/roster.ts';

/**
 * The rows of an import have a generation of their own until `roster_state` names it. So a change of one row
 * puts a whole roster in force, and all other work is in batches that hold up no token.
 */
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

interface State {
  readonly version: number;
  readonly generation: number;
  readonly finished: string | null;
}

interface Latest {
  readonly generation: number;
  readonly report: string;
}

type AddedRow = { generation: number; id: string; role: RosterRole; person: string };

/** What the thread does after its next commit. */
export interface RosterEffects {
  /** Empties the write-ahead log. */
  readonly erased: () => void;
  /** Moves it into the file. */
  readonly grown: () => void;
}

const noPeople: RosterCounts = { patient: 0, relative: 0, staff: 0 };

/** The roster, in the thread that owns the database. Undefined instead of a result: the import was displaced. */
export function rosterMethods(db: Database.Database, effects: RosterEffects) {
  const rows = rowsOf(db);
  return { ...importMethods(db, rows, effects), ...erasureMethods(db, rows, effects) };
}

/** What both groups of methods read and write. */
function rowsOf(db: Database.Database) {
  const state = db.prepare<[], State>(rosterSql.state);
  const latest = db.prepare<[], Latest>(rosterSql.latest);
  const putInForce = db.prepare<[number, string | null]>(rosterSql.putInForce);
  const inForce = (): number => state.get()?.generation ?? 0;
  return {
    latest: () => latest.get(),
    inForce,
    putInForce: (generation: number, finished: string | null) =>
      putInForce.run(generation, finished),
    newGeneration: (): number => Math.max(inForce(), latest.get()?.generation ?? 0) + 1,
  };
}

type Rows = ReturnType<typeof rowsOf>;

function importMethods(db: Database.Database, rows: Rows, { grown }: RosterEffects) {
  const setLatest = db.prepare<[number, string]>(rosterSql.setLatest);
  const add = db.prepare<[AddedRow]>(rosterSql.add);
  const replace = db.prepare<[AddedRow]>(rosterSql.replace);
  const ids = db.prepare<[number, string, number], string>(rosterSql.ids).pluck();
  const keep = db.prepare<[{ to: number; from: number; after: string; last: string }]>(
    rosterSql.keep,
  );
  let batches = 0;

  const running = (id: RosterImportId): number | undefined => {
    const found = rows.latest();
    const report = found && parsed(found.report);
    return report?.id === id && report.state === 'running' ? found?.generation : undefined;
  };
  const countBatch = () => {
    batches += 1;
    if (batches % checkpointBatches === 0) grown();
  };

  return {
    begin: (report: ImportReport): boolean => {
      const before = rows.latest();
      if (!isOver(before && parsed(before.report), Date.parse(report.startedAt))) return false;
      setLatest.run(rows.newGeneration(), JSON.stringify(report));
      return true;
    },
    add: (report: ImportReport, people: readonly Person[]): number | undefined => {
      const generation = running(report.id);
      if (generation === undefined) return undefined;
      let fresh = 0;
      for (const person of people) {
        const { id, role } = person;
        const row = { generation, id, role, person: JSON.stringify(person) };
        if (add.run(row).changes === 1) fresh += 1;
        else replace.run(row);
      }
      setLatest.run(generation, JSON.stringify(report));
      countBatch();
      return fresh;
    },
    /** Copies the next people in force whom the import lacks; returns the last one's id, '' after all. */
    keepNext: (id: RosterImportId, after: string): string | undefined => {
      const to = running(id);
      if (to === undefined) return undefined;
      const from = rows.inForce();
      const last = ids.all(from, after, batchRows).at(-1);
      if (last === undefined) return '';
      keep.run({ to, from, after, last });
      countBatch();
      return last;
    },
    finish: (report: ImportReport): true | undefined => {
      const generation = running(report.id);
      if (generation === undefined) return undefined;
      rows.putInForce(generation, JSON.stringify(report));
      setLatest.run(generation, JSON.stringify(report));
      return true;
    },
    fail: (report: ImportReport): void => {
      const generation = running(report.id);
      if (generation !== undefined) setLatest.run(generation, JSON.stringify(report));
    },
  };
}

function erasureMethods(db: Database.Database, rows: Rows, { erased }: RosterEffects) {
  const changed = db.prepare<[]>(rosterSql.changed);
  const forgetLatest = db.prepare<[]>(rosterSql.forgetLatest);
  const remove = db.prepare<[number, string]>(rosterSql.remove);
  const nextGeneration = db.prepare<[number], number>(rosterSql.nextGeneration).pluck();
  const erase = db.prepare<[number, number]>(rosterSql.erase);

  function* generations(): Generator<number> {
    for (let at = nextGeneration.get(-1); at !== undefined; at = nextGeneration.get(at)) yield at;
  }

  return {
    remove: (id: string): boolean => {
      const removed = [...generations()].map((at) => remove.run(at, id).changes);
      if (removed.every((changes) => changes === 0)) return false;
      changed.run();
      erased();
      return true;
    },
    clear: (): void => {
      rows.putInForce(rows.newGeneration(), null);
      forgetLatest.run();
    },
    /** Erases a batch of rows of no roster; false when none is left. */
    eraseNext: (nowMs: number): boolean => {
      const found = rows.latest();
      const isRunning = found !== undefined && !isOver(parsed(found.report), nowMs);
      const kept = [rows.inForce(), isRunning ? found.generation : rows.inForce()];
      for (const at of generations()) {
        if (!kept.includes(at)) return erase.run(at, batchRows).changes > 0;
      }
      erased();
      return false;
    },
  };
}

export type RosterMethods = ReturnType<typeof rosterMethods>;

type RemoteMethods = {
  readonly [K in keyof RosterMethods]: (
    ...args: Parameters<RosterMethods[K]>
  ) => Promise<ReturnType<RosterMethods[K]>>;
};

export interface RosterStoreDeps {
  /** A read-only connection of this thread. */
  readonly reader: Database.Database;
  readonly methods: RemoteMethods;
}

/** The roster in `vault.db`. The calling thread reads, the writer thread changes. */
export function sqlcipherRoster({ reader, methods }: RosterStoreDeps): RosterStore {
  const { counts, stateNow, latest, page, has } = readsOf(reader);

  const eraseAll = async (nowMs: number): Promise<void> => {
    while (await methods.eraseNext(nowMs));
  };

  return {
    version: async () => stateNow().version,
    people: async function* people() {
      const { version, generation } = stateNow();
      for (let after: string | undefined = ''; after !== undefined; ) {
        const rows = page(generation, after);
        if (rows.length > 0) yield rows.map(({ person }) => JSON.parse(person) as Person);
        after = rows.at(-1)?.id;
      }
      if (stateNow().version !== version) throw new RosterChanged();
    },
    counts: async () => counts(stateNow().generation),
    imports: async () => {
      const [last, finished] = [latest.get()?.report, stateNow().finished];
      return {
        ...(last !== undefined && { latest: parsed(last) }),
        ...(finished !== null && { finished: parsed(finished) }),
      };
    },
    begin: async (report) => {
      if (!(await methods.begin(report))) return false;
      await eraseAll(Date.parse(report.startedAt));
      return true;
    },
    add: async (report, people) => orDisplaced(await methods.add(report, people)),
    finish: async (report) => {
      for (let after = ''; report.mode === 'merge'; ) {
        after = orDisplaced(await methods.keepNext(report.id, after));
        if (after === '') break;
      }
      orDisplaced(await methods.finish(report));
      await eraseAll(Date.parse(report.updatedAt));
    },
    fail: async (report) => {
      await methods.fail(report);
      await eraseAll(Date.parse(report.updatedAt));
    },
    has: async (id) => has(stateNow().generation, id),
    remove: methods.remove,
    clear: async () => {
      const before = counts(stateNow().generation);
      await methods.clear();
      await eraseAll(0);
      return before;
    },
    eraseAbandoned: eraseAll,
  };
}

/** The roster in force, read at once by a program that has the file to itself. */
export function wholeRoster(db: Database.Database) {
  const { stateNow, page } = readsOf(db);
  const { generation, finished } = stateNow();
  function* people(): Generator<Person> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows = page(generation, after);
      for (const { person } of rows) yield JSON.parse(person) as Person;
      after = rows.at(-1)?.id;
    }
  }
  return { people: people(), finished: finished === null ? undefined : parsed(finished) };
}

function readsOf(reader: Database.Database) {
  const state = reader.prepare<[], State>(rosterSql.state);
  const latest = reader.prepare<[], Latest>(rosterSql.latest);
  const counted = reader.prepare<[number], { role: RosterRole; count: number }>(rosterSql.counts);
  const page = reader.prepare<[number, string, number], { id: string; person: string }>(
    rosterSql.page,
  );
  const has = reader.prepare<[number, string], number>(rosterSql.has);
  return {
    latest,
    has: (generation: number, id: string): boolean => has.get(generation, id) !== undefined,
    stateNow: (): State => state.get() ?? { version: 0, generation: 0, finished: null },
    page: (generation: number, after: string) => page.all(generation, after, pageRows),
    counts: (generation: number): RosterCounts => {
      const rows = counted.all(generation).map(({ role, count }) => [role, count]);
      return { ...noPeople, ...Object.fromEntries(rows) };
    },
  };
}

function parsed(report: string): ImportReport {
  return JSON.parse(report) as ImportReport;
}

function orDisplaced<T>(result: T | undefined): T {
  if (result === undefined) throw new ImportDisplaced();
  return result;
}

import type { ImportReport, Person, RosterCounts, RosterRole } from '../domain/roster.ts';
import { type Answer, answered, type Steps } from '../domain/steps.ts';
import { ImportDisplaced, isOver, RosterChanged, type RosterStore } from '../ports/roster.ts';

/**
 * What is in force. The rows of an import have a generation of their own until this names it, so that a change
 * of one row puts a whole roster in force.
 */
export interface RosterState {
  readonly version: number;
  readonly generation: number;
  /** The last import that was finished, as JSON. */
  readonly finished: string | null;
}

/** The import that began last, as JSON, and the generation of its rows. */
export interface LatestImport {
  readonly generation: number;
  readonly report: string;
}

/** People of a generation; `last` is the place of the last one, undefined after all. */
export interface RosterPage {
  readonly people: readonly Person[];
  readonly last: string | undefined;
}

/** What a database reads of a roster. */
export interface RosterReads {
  state(): Answer<RosterState | undefined>;
  latest(): Answer<LatestImport | undefined>;
  page(generation: number, after: string): Answer<RosterPage>;
  counts(
    generation: number,
  ): Answer<readonly { readonly role: RosterRole; readonly count: number }[]>;
  has(generation: number, id: string): Answer<boolean>;
}

/** What a database writes of a roster, in a transaction in which no one else writes it. */
export interface RosterTables extends Pick<RosterReads, 'state' | 'latest'> {
  setLatest(generation: number, report: string): Answer<unknown>;
  forgetLatest(): Answer<unknown>;
  /** Names the generation in force, and raises the version. */
  putInForce(generation: number, finished: string | null): Answer<unknown>;
  /** Raises the version. */
  changed(): Answer<unknown>;
  /** Inserts people or replaces those with the same id; returns how many ids were new. */
  add(generation: number, people: readonly Person[]): Answer<number>;
  /** Copies people whom `to` lacks, from the place `after` on; returns the place of the last one, '' after all. */
  keepNext(to: number, from: number, after: string): Answer<string>;
  /** Erases a person from generations; returns how many rows that were. */
  remove(id: string, generations: readonly number[]): Answer<number>;
  /** Erases rows of all other generations, or some of them; false when none was left. */
  eraseNext(kept: readonly number[]): Answer<boolean>;
}

/** The changes of a roster, each for one transaction. Undefined instead of a result: the import was displaced. */
export function rosterSteps(tables: RosterTables) {
  function* inForce(): Steps<number> {
    return (yield* answered(tables.state()))?.generation ?? 0;
  }
  function* newGeneration(): Steps<number> {
    const latest = yield* answered(tables.latest());
    return Math.max(yield* inForce(), latest?.generation ?? 0) + 1;
  }
  /** The generation of an import; undefined unless it runs. */
  function* runningIn({ id }: ImportReport): Steps<number | undefined> {
    const latest = yield* answered(tables.latest());
    const report = latest && parsed(latest.report);
    return report?.id === id && report.state === 'running' ? latest?.generation : undefined;
  }

  return {
    *begin(report: ImportReport): Steps<boolean> {
      const before = yield* answered(tables.latest());
      if (!isOver(before && parsed(before.report), Date.parse(report.startedAt))) return false;
      yield* answered(tables.setLatest(yield* newGeneration(), JSON.stringify(report)));
      return true;
    },
    *add(report: ImportReport, people: readonly Person[]): Steps<number | undefined> {
      const generation = yield* runningIn(report);
      if (generation === undefined) return undefined;
      yield* answered(tables.setLatest(generation, JSON.stringify(report)));
      return yield* answered(tables.add(generation, people));
    },
    /** Keeps the next people in force whom the import lacks; see `RosterTables.keepNext`. */
    *keepNext(report: ImportReport, after: string): Steps<string | undefined> {
      const generation = yield* runningIn(report);
      if (generation === undefined) return undefined;
      return yield* answered(tables.keepNext(generation, yield* inForce(), after));
    },
    *finish(report: ImportReport): Steps<true | undefined> {
      const generation = yield* runningIn(report);
      if (generation === undefined) return undefined;
      yield* answered(tables.putInForce(generation, JSON.stringify(report)));
      yield* answered(tables.setLatest(generation, JSON.stringify(report)));
      return true;
    },
    *fail(report: ImportReport): Steps<void> {
      const generation = yield* runningIn(report);
      if (generation === undefined) return;
      yield* answered(tables.setLatest(generation, JSON.stringify(report)));
    },
    *remove(id: string): Steps<boolean> {
      const generations = [yield* inForce()];
      const latest = yield* answered(tables.latest());
      if (latest !== undefined) generations.push(latest.generation);
      if ((yield* answered(tables.remove(id, generations))) === 0) return false;
      yield* answered(tables.changed());
      return true;
    },
    *clear(): Steps<void> {
      yield* answered(tables.putInForce(yield* newGeneration(), null));
      yield* answered(tables.forgetLatest());
    },
    /** Erases what belongs to no roster, or some of it; false when nothing was left. */
    *eraseNext(nowMs: number): Steps<boolean> {
      const kept = [yield* inForce()];
      const latest = yield* answered(tables.latest());
      if (latest && !isOver(parsed(latest.report), nowMs)) kept.push(latest.generation);
      return yield* answered(tables.eraseNext(kept));
    },
  };
}

export type RosterSteps = ReturnType<typeof rosterSteps>;

/** The changes of a roster, each in a transaction of its own. */
export type RosterChanges = {
  readonly [K in keyof RosterSteps]: RosterSteps[K] extends (...args: infer A) => Steps<infer R>
    ? (...args: A) => Promise<R>
    : never;
};

/** A roster in a database. */
export function rosterStore(reads: RosterReads, changes: RosterChanges): RosterStore {
  const stateNow = async (): Promise<RosterState> =>
    (await reads.state()) ?? { version: 0, generation: 0, finished: null };
  const counts = async (): Promise<RosterCounts> => {
    const rows = await reads.counts((await stateNow()).generation);
    const noPeople: RosterCounts = { patient: 0, relative: 0, staff: 0 };
    return { ...noPeople, ...Object.fromEntries(rows.map(({ role, count }) => [role, count])) };
  };
  const eraseAll = async (nowMs: number): Promise<void> => {
    while (await changes.eraseNext(nowMs));
  };

  return {
    version: async () => (await stateNow()).version,
    people: async function* everybody() {
      const { version, generation } = await stateNow();
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: RosterPage = await reads.page(generation, after);
        if (page.people.length > 0) yield page.people;
        after = page.last;
      }
      if ((await stateNow()).version !== version) throw new RosterChanged();
    },
    counts,
    imports: async () => {
      const last = await reads.latest();
      const { finished } = await stateNow();
      return {
        ...(last !== undefined && { latest: parsed(last.report) }),
        ...(finished !== null && { finished: parsed(finished) }),
      };
    },
    has: async (id) => reads.has((await stateNow()).generation, id),
    begin: async (report) => {
      if (!(await changes.begin(report))) return false;
      await eraseAll(Date.parse(report.startedAt));
      return true;
    },
    add: async (report, people) => orDisplaced(await changes.add(report, people)),
    finish: async (report) => {
      for (let after = ''; report.mode === 'merge'; ) {
        after = orDisplaced(await changes.keepNext(report, after));
        if (after === '') break;
      }
      orDisplaced(await changes.finish(report));
      await eraseAll(Date.parse(report.updatedAt));
    },
    fail: async (report) => {
      await changes.fail(report);
      await eraseAll(Date.parse(report.updatedAt));
    },
    remove: changes.remove,
    clear: async () => {
      const before = await counts();
      await changes.clear();
      await eraseAll(0);
      return before;
    },
    eraseAbandoned: eraseAll,
  };
}

function orDisplaced<T>(result: T | undefined): T {
  if (result === undefined) throw new ImportDisplaced();
  return result;
}

function parsed(report: string): ImportReport {
  return JSON.parse(report) as ImportReport;
}

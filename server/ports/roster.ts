import type { ImportReport, Person, RosterCounts } from '../domain/roster.ts';

/** The people that the clinic knows, as the matcher reads them. */
export interface Roster {
  /** Grows with each change of the roster, by any process; 0 as long as there never was one. Cheap. */
  version(): Promise<number>;
  /**
   * All people in batches of a few hundred, in no particular order. Throws `RosterChanged` when the roster
   * changes before the last batch: then begin again.
   */
  people(): AsyncIterable<readonly Person[]>;
}

/** The roster changed while it was read. */
export class RosterChanged extends Error {
  constructor() {
    super('the roster changed while it was read');
  }
}

/** An import that cannot go on: another one began meanwhile, or somebody deleted the roster. */
export class ImportDisplaced extends Error {
  constructor() {
    super('the import was displaced');
  }
}

/**
 * Changes of the roster. All are durable on return. What they erase is gone from the files of the database
 * on return, or as soon as a reader such as a backup has ended.
 */
export interface RosterStore extends Roster {
  counts(): Promise<RosterCounts>;
  /** The import that began last, and the last one that was finished. */
  imports(): Promise<{ readonly latest?: ImportReport; readonly finished?: ImportReport }>;
  /**
   * Begins an import apart from the roster in force. False while another import runs; one that was not
   * updated for `abandonedMs` does not run any more.
   */
  begin(report: ImportReport): Promise<boolean>;
  /**
   * Adds people to the import and stores its progress; of two with the same id the later one stays. Returns
   * how many ids were new to the import. Rejects with `ImportDisplaced`.
   */
  add(report: ImportReport, people: readonly Person[]): Promise<number>;
  /**
   * Puts the import in force, and erases what it replaces. A crash leaves the old roster or the new one,
   * each whole. Rejects with `ImportDisplaced`.
   */
  finish(report: ImportReport): Promise<void>;
  /** Ends an import that runs without a change of the roster, and erases what it added. */
  fail(report: ImportReport): Promise<void>;
  has(id: string): Promise<boolean>;
  /** Erases one person by the clinic's id; false if there is none. */
  remove(id: string): Promise<boolean>;
  /** Erases all people and what is known of imports; returns how many there were. */
  clear(): Promise<RosterCounts>;
  /** Erases what imports and deletions left that a crash cut short. Call it at each start. */
  eraseAbandoned(nowMs: number): Promise<void>;
}

export const abandonedMs = 120_000;

/** True of an import that another one may take the place of. */
export function isOver(report: ImportReport | undefined, nowMs: number): boolean {
  if (report?.state !== 'running') return true;
  return nowMs - Date.parse(report.updatedAt) >= abandonedMs;
}

/** A file that somebody sent, until it is removed. */
export interface Upload {
  /** In bytes. */
  readonly size: number;
  readonly bytes: AsyncIterable<Uint8Array>;
  remove(): Promise<void>;
}

/** Keeps files that are too large for memory. What lies on the disk nobody else can read, also after a crash. */
export interface Uploads {
  /** Rejects with the error of `body`; then nothing is kept. */
  keep(body: AsyncIterable<Uint8Array>): Promise<Upload>;
}

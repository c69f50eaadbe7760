import type { RosterImportId } from './ids.ts';

/** Who somebody is to the clinic; a relative is somebody who calls for a patient. */
export const rosterRoles = ['patient', 'relative', 'staff'] as const;
export type RosterRole = (typeof rosterRoles)[number];
export type RosterCounts = Readonly<Record<RosterRole, number>>;

/**
 * Somebody whom the clinic knows. All values are as the clinic's records write them, single-spaced, and none
 * is empty. Most values per field: `maxValues`; most characters per value: `maxLength`.
 */
export interface Person {
  /** The clinic's own id, unique in the roster. */
  readonly id: string;
  readonly role: RosterRole;
  /** In order, such as `Maria`, `José`. A person has a given, a family or a full name. */
  readonly givenNames: readonly string[];
  /** One entry per surname or per hyphenated surname, such as `García`, `Okafor-Reyes`, `van der Berg`. */
  readonly familyNames: readonly string[];
  /** Full names where the record has them: the usual one first, then former names and nicknames. */
  readonly fullNames: readonly string[];
  /** `YYYY-MM-DD`; null if unknown. */
  readonly birthDate: string | null;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** One line each. */
  readonly addresses: readonly string[];
  /** Medical record numbers and other ids of the clinic for this person; `id` is among them only if the record says so. */
  readonly recordNumbers: readonly string[];
  /** True of staff whose names may reach the model. False for everybody else. */
  readonly mayBeSaid: boolean;
}

export const maxValues = 20;
export const maxLength = 200;

/** How an import joins what is there: it takes its place, or adds people and replaces those with the same id. */
export const importModes = ['replace', 'merge'] as const;
export type ImportMode = (typeof importModes)[number];

/** Why an import refuses a row. */
export const refusals = ['malformed', 'no_id', 'no_name', 'not_a_person', 'too_long'] as const;
/** Which value an import leaves out, of a person whom it takes. */
export const omissions = [
  'birth_date_left_out',
  'phone_left_out',
  'email_left_out',
  'values_left_out',
] as const;

/** What an import says about a row; never a value. */
export interface RowProblem {
  /** The line in a CSV or NDJSON file, from 1; the number of the entry in a bundle. */
  readonly row: number;
  readonly problem: (typeof refusals)[number] | (typeof omissions)[number];
}

/** Why an import ended without a change of the roster. */
export const importFailures = ['unreadable', 'no_known_column', 'no_person', 'failed'] as const;

/** An import, while it runs and afterwards. */
export interface ImportReport {
  readonly id: RosterImportId;
  readonly mode: ImportMode;
  readonly state: 'running' | 'finished' | (typeof importFailures)[number];
  /** ISO 8601 UTC. */
  readonly startedAt: string;
  readonly updatedAt: string;
  /** Rows read so far. */
  readonly rows: number;
  /** About how many rows the file has, from its size; null until it can be told. */
  readonly rowsExpected: number | null;
  /** People taken so far; of people with the same id the last counts. */
  readonly imported: number;
  readonly refused: number;
  /** The first problems, at most `maxProblems`. */
  readonly problems: readonly RowProblem[];
  /** Names of columns that were not read; at most `maxProblems`. */
  readonly unknownColumns: readonly string[];
  /** HMAC-SHA256 of the file in hex, under a key of this installation; '' until the file is read. */
  readonly fileHmac: string;
}

export const maxProblems = 1_000;

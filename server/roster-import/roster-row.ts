import type { RosterRole } from '../domain/roster.ts';
import type { MadePerson } from './make-person.ts';

/** A row of a file with the person in it; for the row's number see `RowProblem`. */
export type RosterRow = { readonly row: number } & MadePerson;

export interface ReadOptions {
  /** The role of people whose row names none. */
  readonly role: RosterRole;
  /** Whether names of staff may reach the model, where the row does not say. */
  readonly staffMayBeSaid: boolean;
  readonly onUnknownColumns: (names: readonly string[]) => void;
}

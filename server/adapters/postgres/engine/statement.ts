import { createHash } from 'node:crypto';

/** Value of a statement parameter; lists become arrays. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | null | Uint8Array)[];

/** SQL that a connection prepares once and then runs by name; `$1` is the first value. */
export interface Statement<Values extends readonly Value[], Row> {
  readonly name: string;
  readonly text: string;
  /** Types only; never set. */
  readonly shape?: (values: Values) => Row;
}

/** A statement with the types of its values and of its rows. */
export function statement<Values extends readonly Value[], Row = never>(
  text: string,
): Statement<Values, Row> {
  // The server distinguishes the statements of a connection by name only.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { name: `svc_${name}`, text };
}

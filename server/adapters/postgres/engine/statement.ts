import { createHash } from 'node:crypto';

/** What a statement can be given; lists become arrays. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | null | Uint8Array)[];

/** SQL that a connection prepares once and then runs by name; `$1` is the first of its values. */
export interface Statement<Values extends readonly Value[], Row> {
  readonly name: string;
  readonly text: string;
  /** For the compiler alone. */
  readonly shape?: (values: Values) => Row;
}

/** A statement with the types of its values and of the rows it gives. */
export function statement<Values extends readonly Value[], Row = never>(
  text: string,
): Statement<Values, Row> {
  // The server tells statements of a connection apart by name alone.
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { name: `svc_${name}`, text };
}

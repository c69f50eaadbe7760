import type { IdPrefix } from '../domain/ids.ts';

/** Identifiers and randomness. */
export interface Ids {
  /** A fresh ULID with its type prefix, such as `agt_01J…` (spec, Conventions). */
  next<P extends IdPrefix>(prefix: P): `${P}_${string}`;
  /** `size` bytes from a cryptographic source. */
  randomBytes(size: number): Uint8Array;
}

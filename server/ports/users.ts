import type { UserId } from '../domain/ids.ts';

/** A person known to this installation (spec, User). Times are ISO 8601 UTC. */
export interface User {
  readonly id: UserId;
  readonly login: string;
  readonly displayName: string;
  readonly admin: boolean;
  readonly createdAt: string;
}

/** The people of this installation. */
export interface Users {
  /** The user with this login, made when new; `admin` only ever raises, never lowers. */
  upsert(user: User): Promise<User>;
  count(): Promise<number>;
  /** Newest first; `before` is the id of the last one of the page before. */
  list(query: { readonly before?: UserId; readonly limit: number }): Promise<readonly User[]>;
  /** The user as they were before; undefined when there is none. */
  setAdmin(id: UserId, admin: boolean): Promise<User | undefined>;
}

import type { UserId } from '../domain/ids.ts';
import type { Role } from '../domain/settings/role.ts';

/** A person known to this installation (spec, User). Times are ISO 8601 UTC. */
export interface User {
  readonly id: UserId;
  /** The identity at the provider; null for users of versions that did not store it. */
  readonly identity: { readonly issuer: string; readonly subject: string } | null;
  /** The verified e-mail address, else the subject. It may change from one sign-in to the next. */
  readonly login: string;
  /** True when `login` is an address that the provider has verified. */
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly role: Role;
  readonly createdAt: string;
}

/** A user whose identity is known. */
export type KnownUser = User & { readonly identity: NonNullable<User['identity']> };

/** The users of this installation. */
export interface Users {
  /**
   * Creates or updates the user with this identity: login and name are replaced, and the role
   * only ever becomes `admin`. With `adoptLogin`, a user without an identity who has the same login gets this
   * identity (decision 0056).
   */
  signIn(user: KnownUser, adoptLogin: boolean): Promise<User>;
  count(): Promise<number>;
  /** Newest first; `before` is the last id of the previous page. */
  list(query: { readonly before?: UserId; readonly limit: number }): Promise<readonly User[]>;
  /**
   * The user before the change; undefined for an unknown id. Where `by` is given and is no admin at that moment, nothing
   * changes: of two admins who take the role from each other, one stays.
   */
  setRole(id: UserId, role: Role, by?: UserId): Promise<User | 'refused' | undefined>;
}

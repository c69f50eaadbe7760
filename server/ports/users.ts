import type { UserId } from '../domain/ids.ts';

/** A person known to this installation (spec, User). Times are ISO 8601 UTC. */
export interface User {
  readonly id: UserId;
  /** As whom the identity provider knows them; null for a user from before this was kept. */
  readonly identity: { readonly issuer: string; readonly subject: string } | null;
  /** The verified e-mail address, else the subject. It may change from one sign-in to the next. */
  readonly login: string;
  /** Whether `login` is an address that the provider has verified. */
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly admin: boolean;
  readonly createdAt: string;
}

/** Somebody whom the identity provider has named. */
export type KnownUser = User & { readonly identity: NonNullable<User['identity']> };

/** The people of this installation. */
export interface Users {
  /**
   * The user with this identity, made when new; login and name are updated, and `admin` only ever
   * raises, never lowers. With `adoptLogin` a user without an identity who has the same login gets this
   * one (decision 0056).
   */
  signIn(user: KnownUser, adoptLogin: boolean): Promise<User>;
  count(): Promise<number>;
  /** Newest first; `before` is the id of the last one of the page before. */
  list(query: { readonly before?: UserId; readonly limit: number }): Promise<readonly User[]>;
  /** The user as they were before; undefined when there is none. */
  setAdmin(id: UserId, admin: boolean): Promise<User | undefined>;
}

import type { UserId } from '../domain/ids.ts';

/** A person known to this installation (spec, User). Times are ISO 8601 UTC. */
export interface User {
  readonly id: UserId;
  readonly login: string;
  readonly displayName: string;
  readonly admin: boolean;
  readonly createdAt: string;
}

/** A server-side web session; the cookie's value is never kept, only its SHA-256 in hex. */
export interface WebSession {
  readonly cookieHash: string;
  readonly userId: UserId;
  readonly lastSeenAt: string;
}

/** Users and their web sessions (spec, Session (server side)). */
export interface Logins {
  /** The user with this login, made when new; `admin` only ever raises, never lowers. */
  upsertUser(user: User): Promise<User>;
  countUsers(): Promise<number>;
  startSession(session: WebSession): Promise<void>;
  /** The session's user; `notBefore` (ISO 8601 UTC) hides sessions last seen earlier. */
  findSession(
    cookieHash: string,
    notBefore: string,
  ): Promise<{ user: User; session: WebSession } | undefined>;
  touchSession(cookieHash: string, lastSeenAt: string): Promise<void>;
  endSession(cookieHash: string): Promise<void>;
}

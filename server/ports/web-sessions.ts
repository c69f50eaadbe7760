import type { UserId, WebSessionId } from '../domain/ids.ts';
import type { User } from './users.ts';

/**
 * Until when a web session may see real values (ISO 8601 UTC), by what they belong to: the id of a call,
 * or `roster` (decision 0088).
 */
export type Reveals = Readonly<Record<string, string>>;

/** A server-side web session. Only the SHA-256 in hex of the cookie's value is stored. */
export interface WebSession {
  readonly id: WebSessionId;
  readonly cookieHash: string;
  readonly userId: UserId;
  readonly startedAt: string;
  readonly lastSeenAt: string;
  readonly reveals: Reveals;
}

/** A live session and its user. */
export interface OpenWebSession {
  readonly session: WebSession;
  readonly user: User;
  /** Sees real values without a reveal: the visitor of a demo, where no value is real. */
  readonly seesAll?: true;
}

/**
 * The browsers that are signed in (spec, Session (server side)). Times are ISO 8601 UTC with
 * milliseconds, as `toISOString` writes them. `notBefore` hides sessions last seen earlier.
 */
export interface WebSessions {
  /** Adds a session, and deletes those last seen before `notBefore`. */
  start(session: WebSession, notBefore: string): Promise<void>;
  find(cookieHash: string, notBefore: string): Promise<OpenWebSession | undefined>;
  /** Newest first; `before` is the last id of the previous page. */
  list(query: {
    readonly notBefore: string;
    readonly before?: WebSessionId;
    readonly limit: number;
  }): Promise<readonly OpenWebSession[]>;
  touch(cookieHash: string, lastSeenAt: string): Promise<void>;
  /** Replaces what the session may see. */
  setReveals(id: WebSessionId, reveals: Reveals): Promise<void>;
  /** The session that ended, or undefined. */
  end(
    which: { readonly cookieHash: string } | { readonly id: WebSessionId },
  ): Promise<WebSession | undefined>;
}

import type { UserId, WebSessionId } from '../domain/ids.ts';
import type { User } from './users.ts';

/** A server-side web session; the cookie's value is never kept, only its SHA-256 in hex. */
export interface WebSession {
  readonly id: WebSessionId;
  readonly cookieHash: string;
  readonly userId: UserId;
  readonly startedAt: string;
  readonly lastSeenAt: string;
}

/** A live session with whose it is. */
export interface OpenWebSession {
  readonly session: WebSession;
  readonly user: User;
}

/**
 * The browsers that are signed in (spec, Session (server side)). `notBefore` (ISO 8601 UTC) hides
 * sessions last seen earlier.
 */
export interface WebSessions {
  /** Keeps a new session, and forgets those last seen before `notBefore` for good. */
  start(session: WebSession, notBefore: string): Promise<void>;
  find(cookieHash: string, notBefore: string): Promise<OpenWebSession | undefined>;
  /** Newest first; `before` is the id of the last one of the page before. */
  list(query: {
    readonly notBefore: string;
    readonly before?: WebSessionId;
    readonly limit: number;
  }): Promise<readonly OpenWebSession[]>;
  touch(cookieHash: string, lastSeenAt: string): Promise<void>;
  /** The session that ended; undefined when there was none. */
  end(
    which: { readonly cookieHash: string } | { readonly id: WebSessionId },
  ): Promise<WebSession | undefined>;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { UserId } from '../../domain/ids.ts';
import type { User } from '../../ports/users.ts';
import type { HttpDeps } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { openText, sealText } from './sealed-cookies.ts';
import { cookieOptions, sessionCookie } from './session-cookies.ts';

/**
 * Sessions of admins whose sign-in the journal could not record (decision 0054). They show the state of
 * the service and acknowledge a loss. Only the browser keeps one, sealed, so it works on a full disk and
 * at every replica.
 */
export interface LimitedSessions {
  /** Begins one. Unless `isRecorded`, its login is owed to the journal. */
  begin(reply: FastifyReply, user: User, isRecorded: boolean): void;
  /** The user of a request with a limited session. */
  userOf(request: FastifyRequest): User | undefined;
  /** Ends the session in this process, and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** Records the owed logins. Fault `AuditUnavailable` while the journal cannot. */
  recordOwedLogins(): Promise<void>;
}

const lifetimeMs = 900_000;
const purpose = 'limited-session';

const sealedSchema = z.object({
  id: z.string(),
  expiresAt: z.number(),
  user: z.custom<User>(),
});

type Deps = RecordDeps & Pick<HttpDeps, 'ids' | 'signInKey' | 'signInMethod'>;

export function limitedSessions(deps: Deps): LimitedSessions {
  const { clock, ids, signInKey, signInMethod } = deps;
  const owed: UserId[] = [];
  /** Sessions that a user signed out of, until they expire. */
  const ended = new Map<string, number>();
  let recording: Promise<void> = Promise.resolve();

  const open = (request: FastifyRequest) => {
    const sealed = request.cookies[sessionCookie] ?? '';
    const text = openText(signInKey, purpose, sealed);
    const found = text === undefined ? undefined : sealedSchema.parse(JSON.parse(text));
    const isLive = found !== undefined && found.expiresAt > clock.now() && !ended.has(found.id);
    return isLive ? found : undefined;
  };
  const recordOwed = async (): Promise<void> => {
    for (let [actor] = owed; actor !== undefined; [actor] = owed) {
      await recordEvent(deps, 'login', { actor, method: signInMethod });
      owed.shift();
    }
  };

  return {
    begin(reply, user, isRecorded) {
      if (!isRecorded) owed.push(user.id);
      const expiresAt = clock.now() + lifetimeMs;
      const text = JSON.stringify({ id: ids.next('web'), expiresAt, user });
      reply.setCookie(sessionCookie, sealText(signInKey, purpose, text), {
        ...cookieOptions,
        maxAge: lifetimeMs / 1000,
      });
    },
    userOf: (request) => open(request)?.user,
    end(request, reply) {
      for (const [id, expiresAt] of ended) if (expiresAt < clock.now()) ended.delete(id);
      const found = open(request);
      if (found !== undefined) ended.set(found.id, found.expiresAt);
      reply.clearCookie(sessionCookie, { ...cookieOptions, maxAge: 0 });
    },
    recordOwedLogins() {
      const work = recording.then(recordOwed);
      recording = work.catch(() => undefined);
      return work;
    },
  };
}

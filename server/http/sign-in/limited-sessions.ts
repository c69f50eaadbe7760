import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { UserId } from '../../domain/ids.ts';
import type { User } from '../../ports/users.ts';
import type { HttpDeps } from '../server/deps.ts';
import { recordEvent } from '../server/record-event.ts';
import { openText, sealText } from './sealed-cookies.ts';
import { cookieOptions, sessionCookie } from './session-cookies.ts';

/**
 * Sessions of admins whose sign-in could not be put on record (decision 0054): for looking at the state
 * of the service and for acknowledging a loss. Nothing is kept but by the browser, sealed, so that a
 * full disk allows one, and every replica knows it.
 */
export interface LimitedSessions {
  /** Begins one; its login is owed to the journal unless that has it. */
  begin(reply: FastifyReply, user: User, isRecorded: boolean): void;
  /** The user of a request that brings one. */
  userOf(request: FastifyRequest): User | undefined;
  /** Ends it at this process, and clears the cookie. */
  end(request: FastifyRequest, reply: FastifyReply): void;
  /** Puts on record what is owed. Fault `AuditUnavailable` while that cannot be. */
  settle(): Promise<void>;
}

const lifetimeMs = 900_000;
const purpose = 'limited-session';

const sealedSchema = z.object({
  id: z.string(),
  expiresAt: z.number(),
  user: z.custom<User>(),
});

type Deps = Pick<HttpDeps, 'clock' | 'ids' | 'journal' | 'signInKey' | 'signInMethod'>;

export function limitedSessions(deps: Deps): LimitedSessions {
  const { clock, ids, signInKey, signInMethod } = deps;
  const owed: UserId[] = [];
  /** Those that were signed out of, each until it has expired. */
  const ended = new Map<string, number>();
  let settling: Promise<void> = Promise.resolve();

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
    settle() {
      const work = settling.then(recordOwed);
      settling = work.catch(() => undefined);
      return work;
    },
  };
}

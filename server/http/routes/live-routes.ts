import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LiveQuery } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import type { SessionId } from '../../domain/ids.ts';
import type { OpenWebSession } from '../../ports/web-sessions.ts';
import { type FedEvent, publicLiveEvent } from '../../projections/public-side.ts';
import { refTo } from '../openapi/json-schemas.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { mayReveal } from '../sign-in/reveals.ts';
import { type SessionCookies, webSessionOf } from '../sign-in/session-cookies.ts';
import { LiveStream, liveFrame } from './live-stream.ts';
import { findSession } from './session-routes.ts';

export interface LiveDeps
  extends Pick<HttpDeps, 'clock' | 'liveFeed' | 'onReplicaSignOut' | 'summaries'> {
  readonly sessions: Pick<SessionCookies, 'current' | 'onEnded' | 'onAccessChanged'>;
}

/** A signed-in browser that watches, and a check what it still may see. */
interface Viewer {
  /** As of the last check. */
  login: OpenWebSession;
  readonly check: () => void;
}

/** The open streams of this process. */
interface LiveViewers {
  /** Undefined when too many people watch. */
  open(request: LiveRequest): LiveStream | undefined;
  closeAll(): void;
}

type LiveRequest = FastifyRequest<{ Querystring: z.output<typeof LiveQuery> }>;
type EventBatch = readonly FedEvent[];

const heartbeatMs = 15_000;
/** A viewer that reads nothing for this many heartbeats is disconnected. */
const maxUnreadHeartbeats = 2;
const retryMs = 2_000;

const eventStream = z.string().meta({
  contentMediaType: 'application/json',
  contentSchema: refTo('LiveEvent'),
});

/** Live calls on both sides as server-sent events (design D30). */
export function liveRoutes(deps: LiveDeps): Routes {
  const viewers = createViewers(deps);
  return defineRoutes(
    deps,
    { tags: ['Sessions'] },
    (api) => api.addHook('preClose', async () => viewers.closeAll()),
    (api) => watchLive(api, deps, viewers),
  );
}

function watchLive(api: ApiScope, deps: LiveDeps, viewers: LiveViewers): void {
  api.get('/live', {
    schema: {
      operationId: 'watchLive',
      summary: 'Watch calls live',
      description:
        'Server-sent events: what was said and what the model received, turn by turn. What was said only in calls that are revealed (`POST /api/v1/reveals`).',
      querystring: LiveQuery,
      requestHeaders: { 'Last-Event-ID': 'Where an earlier stream ended.' },
      response: {
        200: {
          description: 'A stream that lasts until either side closes it.',
          content: { 'text/event-stream': { schema: eventStream } },
        },
      },
      errors: ['session_not_found'],
    },
    handler: async (request, reply) => {
      const { session_id: sessionId } = request.query;
      if (sessionId !== undefined) await findSession(deps, sessionId);
      const stream = viewers.open(request);
      if (stream === undefined) {
        void reply.header('retry-after', '5');
        throw new Fault('rate_limited', 'too many people are watching');
      }
      // From here on the end of the session ends the stream. The session may have ended before.
      const login = await deps.sessions.current(request);
      if (login === undefined || stream.destroyed) {
        stream.destroy();
        throw new Fault('unauthenticated', 'sign in first');
      }
      return sendStream(stream, reply);
    },
  });
}

function createViewers(deps: LiveDeps): LiveViewers {
  const viewers = new Map<LiveStream, Viewer>();
  const publicFrame = cachedPublicFramer();
  const { sessions, onReplicaSignOut } = deps;
  sessions.onEnded((id) => {
    for (const [stream, { login }] of viewers) if (login.session.id === id) signOut(stream);
  });
  sessions.onAccessChanged((isTheirs) => {
    for (const { login, check } of viewers.values()) if (isTheirs(login)) check();
  });
  onReplicaSignOut(() => {
    for (const { check } of viewers.values()) check();
  });
  return {
    open: (request) => {
      const opened = openViewer(deps, request, publicFrame);
      if (opened === undefined) return undefined;
      const { stream, viewer } = opened;
      viewers.set(stream, viewer);
      stream.once('close', () => viewers.delete(stream));
      return stream;
    },
    closeAll: () => {
      for (const stream of viewers.keys()) close(stream, 'shutdown');
    },
  };
}

/** A stream that shows real values of the calls that its web session revealed; undefined for one viewer too many. */
function openViewer(
  { clock, liveFeed, sessions }: LiveDeps,
  request: LiveRequest,
  publicFrame: (batch: EventBatch, position: string) => string,
): { readonly stream: LiveStream; readonly viewer: Viewer } | undefined {
  const { session_id: sessionId, side } = request.query;
  const viewer: Viewer = { login: webSessionOf(request), check: () => check() };
  const isRevealed = (id: SessionId): boolean =>
    side === 'both' && mayReveal(viewer.login, id, clock.now());
  const after = request.headers['last-event-id'];
  const stream = new LiveStream(() => watch?.catchUp('too_slow'));
  stream.write(`retry: ${retryMs}\n\n`);
  const watch = liveFeed.watch(
    {
      ...(sessionId !== undefined && { sessionId }),
      ...(typeof after === 'string' && { after }),
    },
    (events, position) => {
      const shown = events.flatMap(callsOf).some(isRevealed);
      const own = () => events.map((event) => publicLiveEvent(event, isRevealed));
      stream.write(shown ? liveFrame(own(), position) : publicFrame(events, position));
    },
  );
  if (watch === undefined) return undefined;
  /** A check that fails closes the stream: the viewer may no longer be allowed to watch. */
  const orClosed = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) => {
      request.log.error({ err: error }, 'live view closed');
      stream.destroy();
    });
  };
  const updateLogin = async (): Promise<void> => {
    const login = await sessions.current(request);
    if (login === undefined) return signOut(stream);
    const seen = ({ session, user }: OpenWebSession) => [session.reveals, user.role];
    const changed = !isDeepStrictEqual(seen(viewer.login), seen(login));
    viewer.login = login;
    if (side === 'both' && changed) watch.catchUp('reveals_changed');
  };
  const check = orClosed(updateLogin);
  let unread = 0;
  const beat = async (): Promise<void> => {
    unread = stream.blocked ? unread + 1 : 0;
    if (unread >= maxUnreadHeartbeats) return close(stream, 'too_slow');
    await updateLogin();
    stream.write(': \n\n');
  };
  const timer = setInterval(orClosed(beat), heartbeatMs).unref();
  stream.once('close', () => {
    clearInterval(timer);
    watch.close();
  });
  return { stream, viewer };
}

/** Ends the stream without another event, and drops what the viewer has not read. */
function signOut(stream: LiveStream): void {
  if (stream.readableLength > 0) stream.destroy();
  else close(stream, 'signed_out');
}

function close(stream: LiveStream, reason: string): void {
  stream.close(liveFrame([{ type: 'closing', reason }]));
}

function sendStream(stream: LiveStream, reply: FastifyReply): FastifyReply {
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      // A connection that stays open after the stream would delay the end of the service.
      .header('connection', 'close')
      .send(stream)
  );
}

/** The calls that an event shows texts of. */
function callsOf(event: FedEvent): readonly SessionId[] {
  if (event.type === 'reset') return event.calls.map(({ session_id }) => session_id);
  return 'session_id' in event ? [event.session_id] : [];
}

/** Encodes a batch once for all viewers who see the public side of its calls. */
function cachedPublicFramer() {
  const frames = new WeakMap<EventBatch, string>();
  return (batch: EventBatch, position: string): string => {
    const events = () => batch.map((event) => publicLiveEvent(event));
    const frame = frames.get(batch) ?? liveFrame(events(), position);
    frames.set(batch, frame);
    return frame;
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type LiveEvent, LiveQuery, publicLiveEvent } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import type { WebSessionId } from '../../domain/ids.ts';
import { refTo } from '../openapi/json-schemas.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { type RecordDeps, recordEvent } from '../server/record-event.ts';
import { type SessionCookies, userOf, webSessionOf } from '../sign-in/session-cookies.ts';
import { LiveStream, liveFrame } from './live-stream.ts';
import { findSession } from './session-routes.ts';

export interface LiveDeps
  extends RecordDeps,
    Pick<HttpDeps, 'liveFeed' | 'onReplicaSignOut' | 'summaries'> {
  readonly sessions: Pick<SessionCookies, 'isLive' | 'onEnded'>;
}

/** A signed-in browser that watches, and a check whether it still may. */
interface Viewer {
  readonly webSession: WebSessionId;
  check(): void;
}

/** The open streams of this process. */
interface LiveViewers {
  /** Undefined when too many people watch. */
  open(request: LiveRequest): LiveStream | undefined;
  closeAll(): void;
}

type LiveRequest = FastifyRequest<{ Querystring: z.output<typeof LiveQuery> }>;
type EventBatch = readonly LiveEvent[];

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
        'Server-sent events: what was said and what the model received, turn by turn. The journal records who watches both sides.',
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
      const { session_id: sessionId, side } = request.query;
      const session = sessionId && (await findSession(deps, sessionId)).summary;
      // Recorded before the first real value is shown. Without a record nothing is shown.
      if (side === 'both') {
        const scope = session && { sessionId: session.id, agentId: session.agentId };
        const fields = { actor: userOf(request).id, view: 'live' } as const;
        await recordEvent(deps, 'regulated_view_opened', fields, scope);
      }
      const stream = viewers.open(request);
      if (stream === undefined) {
        void reply.header('retry-after', '5');
        throw new Fault('rate_limited', 'too many people are watching');
      }
      // From here on the end of the session ends the stream. The session may have ended before.
      const signedIn = await deps.sessions.isLive(request);
      if (!signedIn || stream.destroyed) {
        stream.destroy();
        throw new Fault('unauthenticated', 'sign in first');
      }
      return sendStream(stream, reply);
    },
  });
}

function createViewers({ liveFeed, sessions, onReplicaSignOut }: LiveDeps): LiveViewers {
  const viewers = new Map<LiveStream, Viewer>();
  const framed = { both: cachedFramer((batch) => batch), public: cachedFramer(withoutValues) };

  sessions.onEnded((id) => {
    for (const [stream, { webSession }] of viewers) if (webSession === id) signOut(stream);
  });
  onReplicaSignOut(() => {
    for (const { check } of viewers.values()) check();
  });

  const open = (request: LiveRequest): LiveStream | undefined => {
    const { session_id: sessionId, side } = request.query;
    const after = request.headers['last-event-id'];
    const stream = new LiveStream(() => watch?.catchUp());
    stream.write(`retry: ${retryMs}\n\n`);
    const watch = liveFeed.watch(
      {
        ...(sessionId !== undefined && { sessionId }),
        ...(typeof after === 'string' && { after }),
      },
      (events, position) => stream.write(framed[side](events, position)),
    );
    if (watch === undefined) return undefined;
    /** A check that fails closes the stream: the viewer may no longer be allowed to watch. */
    const orClosed = (work: () => Promise<void>) => () => {
      work().catch((error: unknown) => {
        request.log.error({ err: error }, 'live view closed');
        stream.destroy();
      });
    };
    const check = async (): Promise<void> => {
      if (!(await sessions.isLive(request))) signOut(stream);
    };
    let unread = 0;
    const beat = async (): Promise<void> => {
      unread = stream.blocked ? unread + 1 : 0;
      if (unread >= maxUnreadHeartbeats) return close(stream, 'too_slow');
      await check();
      stream.write(': \n\n');
    };
    const timer = setInterval(orClosed(beat), heartbeatMs).unref();
    viewers.set(stream, { webSession: webSessionOf(request).session.id, check: orClosed(check) });
    stream.once('close', () => {
      viewers.delete(stream);
      clearInterval(timer);
      watch.close();
    });
    return stream;
  };

  return {
    open,
    closeAll: () => {
      for (const stream of viewers.keys()) close(stream, 'shutdown');
    },
  };
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

function withoutValues(batch: EventBatch): EventBatch {
  return batch.map(publicLiveEvent);
}

/** Encodes a batch once for all viewers of one side. */
function cachedFramer(sideOf: (batch: EventBatch) => EventBatch) {
  const frames = new WeakMap<EventBatch, string>();
  return (batch: EventBatch, position: string): string => {
    const frame = frames.get(batch) ?? liveFrame(sideOf(batch), position);
    frames.set(batch, frame);
    return frame;
  };
}

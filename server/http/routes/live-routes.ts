import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type LiveEvent, LiveQuery, publicLiveEvent } from '../../contract/live.ts';
import { Fault } from '../../domain/fault.ts';
import type { WebSessionId } from '../../domain/ids.ts';
import type { LiveFeed } from '../../live-view/live-feed.ts';
import { refTo } from '../openapi/components.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordView } from '../server/record-event.ts';
import { type SessionCookies, userOf, webSessionOf } from '../sign-in/session-cookies.ts';
import { LiveStream, liveFrame } from './live-stream.ts';
import { findSession } from './session-routes.ts';

type LiveDepNames = 'summaries' | 'clock' | 'heartbeatMs' | 'journal' | 'onSignOutElsewhere';

export interface LiveDeps extends Pick<HttpDeps, LiveDepNames> {
  readonly feed: LiveFeed;
  readonly sessions: SessionCookies;
}

/** Who watches, and how to find out whether they still may. */
interface Viewer {
  readonly webSession: WebSessionId;
  check(): void;
}

const defaultHeartbeatMs = 15_000;
/** After so many heartbeats a viewer that reads nothing is let go of. */
const maxUnreadHeartbeats = 2;
const retryMs = 2_000;

const eventStream = z.string().meta({
  contentMediaType: 'application/json',
  contentSchema: refTo('LiveEvent'),
});

type EventBatch = readonly LiveEvent[];

/** Live calls on both sides as server-sent events (design D30). */
export function liveRoutes(deps: LiveDeps): Routes {
  const { feed, sessions, heartbeatMs = defaultHeartbeatMs } = deps;
  const viewers = new Map<LiveStream, Viewer>();
  const framed = { both: cachedFramer((batch) => batch), public: cachedFramer(withoutValues) };

  sessions.onEnded((id) => {
    for (const [stream, { webSession }] of viewers) if (webSession === id) signOut(stream);
  });
  deps.onSignOutElsewhere?.(() => {
    for (const { check } of viewers.values()) check();
  });

  return async (scope) => {
    scope.addHook('preClose', async () => {
      for (const stream of viewers.keys()) close(stream, 'shutdown');
    });

    scope.withTypeProvider<ZodTypeProvider>().route({
      method: 'GET',
      url: '/live',
      schema: {
        operationId: 'watchLive',
        summary: 'Watch calls live',
        description:
          'Server-sent events: what was said and what the model was sent, turn by turn. Asking for both sides goes on record.',
        tags: ['Sessions'],
        querystring: LiveQuery,
        requestHeaders: { 'Last-Event-ID': 'Where an earlier stream ended.' },
        response: {
          200: {
            description: 'A stream that goes on until either side closes it.',
            content: { 'text/event-stream': { schema: eventStream } },
          },
        },
        errors: ['session_not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { session_id: sessionId, side } = request.query;
        const session = sessionId && (await findSession(deps, sessionId)).summary;
        // On record before the first real value is shown; refused when it cannot be.
        if (side === 'both') await recordView(deps, userOf(request).id, 'live', session);
        const stream = openStream(request, side);
        if (stream === undefined) {
          void reply.header('retry-after', '5');
          throw new Fault('rate_limited', 'too many people are watching');
        }
        // The end of the session ends the stream from now on; it may have come before.
        const signedIn = await sessions.isLive(request);
        if (!signedIn || stream.destroyed) {
          stream.destroy();
          throw new Fault('unauthenticated', 'sign in first');
        }
        return sendStream(stream, reply);
      },
    });
  };

  function openStream(
    request: FastifyRequest<{ Querystring: z.infer<typeof LiveQuery> }>,
    side: 'both' | 'public',
  ): LiveStream | undefined {
    const { session_id: sessionId } = request.query;
    const after = request.headers['last-event-id'];
    const stream = new LiveStream(() => watch?.catchUp());
    stream.write(`retry: ${retryMs}\n\n`);
    const watch = feed.watch(
      {
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(typeof after === 'string' ? { after } : {}),
      },
      (events, position) => stream.write(framed[side](events, position)),
    );
    if (watch === undefined) return undefined;
    /** Whether the viewer may still look on; where that can't be told, they may not. */
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
  }
}

/** Nothing is told from here on, also not what waits to be read. */
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
      // A connection that stayed open behind the stream would keep the service from stopping.
      .header('connection', 'close')
      .send(stream)
  );
}

function withoutValues(batch: EventBatch): EventBatch {
  return batch.map(publicLiveEvent);
}

/** Writes a batch once for all viewers that are told it. */
function cachedFramer(sideOf: (batch: EventBatch) => EventBatch) {
  const frames = new WeakMap<EventBatch, string>();
  return (batch: EventBatch, position: string): string => {
    const frame = frames.get(batch) ?? liveFrame(sideOf(batch), position);
    frames.set(batch, frame);
    return frame;
  };
}

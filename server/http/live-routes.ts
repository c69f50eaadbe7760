import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type LiveEvent, LiveQuery, publicLiveEvent } from '../contract/live.ts';
import { Fault } from '../domain/fault.ts';
import type { LiveFeed } from '../pipeline/live-feed.ts';
import type { HttpDeps, Routes } from './deps.ts';
import { recordView } from './events.ts';
import { existingSession } from './existing-session.ts';
import { LiveStream, liveFrame } from './live-stream.ts';
import { refTo } from './openapi/components.ts';
import { createWebSessions, userOf } from './web-sessions.ts';

type NeededDeps =
  | 'adminLogins'
  | 'allowedLogins'
  | 'signInMethod'
  | 'calls'
  | 'clock'
  | 'heartbeatMs'
  | 'ids'
  | 'journal'
  | 'logins';

export interface LiveDeps extends Pick<HttpDeps, NeededDeps> {
  readonly feed: LiveFeed;
}

const defaultHeartbeatMs = 15_000;
/** After so many heartbeats a viewer that reads nothing is let go of. */
const patience = 2;
const retryMs = 2_000;

const eventStream = z.string().meta({
  contentMediaType: 'application/json',
  contentSchema: refTo('LiveEvent'),
});

type Batch = readonly LiveEvent[];

/** Live calls on both sides as server-sent events (design D30). */
export function liveRoutes(deps: LiveDeps): Routes {
  const { feed, heartbeatMs = defaultHeartbeatMs } = deps;
  const sessions = createWebSessions(deps);
  const streams = new Set<LiveStream>();
  const framed = { both: framer((batch) => batch), public: framer(withoutValues) };

  return async (scope) => {
    scope.addHook('preClose', async () => {
      for (const stream of streams) close(stream, 'shutdown');
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
        const session = sessionId && (await existingSession(deps, sessionId)).summary;
        // On record before the first real value is shown; refused when it cannot be.
        if (side === 'both') await recordView(deps, userOf(request).id, 'live', session);
        const stream = openStream(request, side);
        if (stream === undefined) {
          void reply.header('retry-after', '5');
          throw new Fault('rate_limited', 'too many people are watching');
        }
        return send(stream, reply);
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
    const stopBeating = beat(stream, request);
    streams.add(stream);
    stream.once('close', () => {
      streams.delete(stream);
      stopBeating();
      watch.close();
    });
    return stream;
  }

  /** Ends the stream of who has signed out, and of who no longer reads. */
  function beat(stream: LiveStream, request: FastifyRequest): () => void {
    let unread = 0;
    const once = async (): Promise<void> => {
      unread = stream.blocked ? unread + 1 : 0;
      if (unread >= patience) close(stream, 'too_slow');
      else if (await sessions.holds(request)) stream.write(': \n\n');
      else close(stream, 'signed_out');
    };
    const timer = setInterval(() => {
      once().catch((error: unknown) => {
        // Whether the viewer may still look on can't be told, so it may not.
        request.log.error({ err: error }, 'live view closed');
        stream.destroy();
      });
    }, heartbeatMs).unref();
    return () => clearInterval(timer);
  }
}

function close(stream: LiveStream, reason: string): void {
  stream.close(liveFrame([{ type: 'closing', reason }]));
}

function send(stream: LiveStream, reply: FastifyReply): FastifyReply {
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

function withoutValues(batch: Batch): Batch {
  return batch.map(publicLiveEvent);
}

/** Writes a batch once for all viewers that are told it. */
function framer(sideOf: (batch: Batch) => Batch) {
  const frames = new WeakMap<Batch, string>();
  return (batch: Batch, position: string): string => {
    const frame = frames.get(batch) ?? liveFrame(sideOf(batch), position);
    frames.set(batch, frame);
    return frame;
  };
}

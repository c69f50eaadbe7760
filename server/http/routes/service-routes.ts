import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Health, KeysStoredAnswer, SystemStatus, systemToWire } from '../../contract/system.ts';
import { Fault } from '../../domain/fault.ts';
import { areKeysStored } from '../../domain/settings/keys-stored.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, MetricsEndpoint, Routes, ServerDeps } from '../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../server/record-event.ts';
import { userOf } from '../sign-in/session-cookies.ts';

/** For a Prometheus server: without the cookie, host and origin checks, and never reachable by tunnel. */
export function metricsRoute({ token, contentType, read }: MetricsEndpoint): Routes {
  const wanted = sha256(`Bearer ${token.reveal()}`);
  return async (scope) => {
    scope.get('/metrics', async ({ headers }, reply) => {
      if (!timingSafeEqual(sha256(headers.authorization ?? ''), wanted))
        throw new Fault('unauthenticated', 'the metrics token is missing or wrong');
      const text = await read();
      return reply.header('cache-control', 'no-store').type(contentType).send(text);
    });
  };
}

/** Digests have equal lengths, so the comparison takes constant time. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether calls can be served (spec, GET /health): 200, or 503 with the reasons. */
export function healthRoute({ health, version }: Pick<ServerDeps, 'health' | 'version'>): Routes {
  return async (scope) => {
    const schema = {
      operationId: 'getHealth',
      summary: 'Check whether calls can be served',
      tags: ['Service'],
      credentials: [],
      response: { 200: Health, 503: Health },
    };
    scope.get('/health', { schema }, async (_request: FastifyRequest, reply: FastifyReply) => {
      const reasons = [...health()];
      const body: Health =
        reasons.length === 0
          ? { status: 'ok', version }
          : { status: 'unavailable', version, reasons };
      return reply
        .code(reasons.length === 0 ? 200 : 503)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .serializer((payload: unknown) => JSON.stringify(payload))
        .send(body);
    });
  };
}

type SystemDeps = RecordDeps & Pick<HttpDeps, 'keysStored' | 'system'>;

/** The service's settings and state: names and sizes, no secret. */
export function systemRoutes(deps: SystemDeps): Routes {
  return defineRoutes(deps, { tags: ['Service'] }, getSystem, postKeysStored);
}

function getSystem(api: ApiScope, deps: SystemDeps): void {
  api.get('/system', {
    config: { limited: true },
    schema: {
      operationId: 'getSystem',
      summary: "Get the service's settings and state",
      description: 'Names, sizes and times; never the value of a key or of a variable.',
      response: { 200: SystemStatus },
    },
    handler: async () => {
      const [view, stored] = await Promise.all([deps.system(), deps.keysStored.read()]);
      return systemToWire(view, areKeysStored(stored, view.keys) ? stored : null);
    },
  });
}

function postKeysStored(api: ApiScope, deps: SystemDeps): void {
  api.post('/system/keys-stored', {
    schema: {
      operationId: 'sayKeysStored',
      summary: 'Confirm that you stored the keys elsewhere',
      description:
        'Says that `keys.json` was copied to a safe place. The journal records who said so. It holds until a newer key is made.',
      response: { 200: KeysStoredAnswer },
    },
    handler: async (request) => {
      const { id: actor, login: by } = userOf(request);
      const at = new Date(deps.clock.now()).toISOString();
      const fields = { actor, settings: 'keys', fields: ['stored_elsewhere'] } as const;
      const after = await changeSetting(
        deps.keysStored,
        () => ({ at, by }),
        () => recordEvent(deps, 'settings_changed', fields),
      );
      return { keys_stored: after };
    },
  });
}

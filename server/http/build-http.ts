import type { FastifyInstance } from 'fastify';
import type { HttpDeps, Routes, ServerDeps } from './deps.ts';
import { healthRoute } from './health-route.ts';
import { management } from './management.ts';
import { metricsRoute } from './metrics-route.ts';
import { collectOpenApi } from './openapi/gather.ts';
import { limitRate } from './rate-limit.ts';
import { createServer } from './server.ts';

/** The whole service on one server (design D41); ready, not listening. */
export async function buildHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  const document = collectOpenApi(app, deps);
  await registerIngressRoutes(app, deps);
  if (deps.metrics !== undefined) await app.register(metricsRoute(deps.metrics));
  await app.register(management(deps, document));
  await app.ready();
  return app;
}

/** What the tunnel may reach: calls and health, nothing else (design D41); ready, not listening. */
export async function buildIngress(deps: ServerDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await registerIngressRoutes(app, deps);
  await app.ready();
  return app;
}

async function registerIngressRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(healthRoute(deps));
  if (deps.proxy !== undefined) await app.register(withCallRateLimit(deps, deps.proxy));
}

function withCallRateLimit(deps: ServerDeps, proxy: Routes): Routes {
  return async (scope) => {
    // After the signature has been checked, so that strangers can't use up an account's share.
    scope.addHook('preHandler', limitRate(deps.rateLimits?.calls));
    await scope.register(proxy);
  };
}

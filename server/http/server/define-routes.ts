import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifySchema, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Routes } from './deps.ts';

/** A scope whose handlers get their input as the zod schemas parsed it. */
export type ApiScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Adds each route, or hook for the routes after it, to one scope. `shared` is a part of every schema. */
export function defineRoutes<Deps>(
  deps: Deps,
  shared: FastifySchema,
  ...parts: readonly ((api: ApiScope, deps: Deps) => void)[]
): Routes {
  return async (scope) => {
    const api = scope.withTypeProvider<ZodTypeProvider>();
    api.addHook('onRoute', (route) => {
      route.schema = { ...shared, ...route.schema };
    });
    for (const add of parts) add(api, deps);
  };
}

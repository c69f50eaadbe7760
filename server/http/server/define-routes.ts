import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
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

/** Adds each route, or hook for the routes after it, to one scope. */
export function defineRoutes<Deps>(
  deps: Deps,
  ...parts: readonly ((api: ApiScope, deps: Deps) => void)[]
): Routes {
  return async (scope) => {
    const api = scope.withTypeProvider<ZodTypeProvider>();
    for (const add of parts) add(api, deps);
  };
}

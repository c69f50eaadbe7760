import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { RegisteredRoute } from '../../../server/http/openapi/operation.ts';

const routesByApp = new WeakMap<FastifyInstance, RegisteredRoute[]>();

/** Calls `meet` with every server made from here on, before any route is registered. */
export function onServerMade(meet: (app: FastifyInstance) => void): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify: app } = message as { fastify: FastifyInstance };
    const routes: RegisteredRoute[] = [];
    routesByApp.set(app, routes);
    app.addHook('onRoute', ({ method, url, schema = {} }) => {
      for (const each of [method].flat()) routes.push({ method: each, url, schema });
    });
    meet(app);
  });
}

/** Every route of a server, documented or not. */
export function routesOf(app: FastifyInstance): readonly RegisteredRoute[] {
  return routesByApp.get(app) ?? [];
}

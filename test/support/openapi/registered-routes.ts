import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { registeredRoutes } from '../../../server/http/openapi/document.ts';
import type { RegisteredRoute } from '../../../server/http/openapi/operation.ts';

const routesByApp = new WeakMap<FastifyInstance, RouteOptions[]>();

/** Calls `meet` with every server made from here on, before any route is registered. */
export function onServerMade(meet: (app: FastifyInstance) => void): void {
  subscribe('fastify.initialization', (message) => {
    const { fastify: app } = message as { fastify: FastifyInstance };
    const routes: RouteOptions[] = [];
    routesByApp.set(app, routes);
    app.addHook('onRoute', (route) => {
      routes.push(route);
    });
    meet(app);
  });
}

/** Every route of a server, documented or not. */
export function routesOf(app: FastifyInstance): readonly RegisteredRoute[] {
  return registeredRoutes(routesByApp.get(app) ?? []);
}

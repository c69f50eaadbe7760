import type { FastifyInstance, RouteOptions } from 'fastify';
import { documentOf, type OpenApi } from './document.ts';
import type { RegisteredRoute } from './operation.ts';

/**
 * Watches the routes registered on `app` from here on; the result makes their OpenAPI document, once,
 * when it is first asked for.
 */
export function collectOpenApi(
  app: FastifyInstance,
  facts: { readonly version: string; readonly baseUrl: string },
): () => OpenApi {
  const routes: RegisteredRoute[] = [];
  let document: OpenApi | undefined;
  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      // HEAD comes by itself with every GET.
      if (method !== 'HEAD') routes.push({ method, url: route.url, schema: route.schema ?? {} });
    }
  });
  return () => {
    document ??= documentOf({ ...facts, routes });
    return document;
  };
}

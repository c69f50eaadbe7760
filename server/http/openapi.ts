import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { HttpDeps } from './deps.ts';
import { sessionCookie } from './web-sessions.ts';

/** Gathers the routes registered after it in this scope into an OpenAPI document. */
export async function gatherApi(scope: FastifyInstance, deps: HttpDeps): Promise<void> {
  await scope.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Voice PHI Proxy management API', version: deps.version },
      servers: [{ url: deps.baseUrl }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
}

/** The document, made from the same schemas that check requests and answers. */
export function openApiRoute(scope: FastifyInstance): void {
  scope.get('/api/v1/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(scope.swagger())),
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from './deps.ts';

const hidden = { schema: { hide: true } };

/**
 * The portal's built files below `/portal`. Every address of the portal is answered with its one page,
 * which holds no data: that comes from the API, to who is signed in.
 */
export async function portalFiles(folder: string): Promise<Routes> {
  const page = await readFile(join(folder, 'index.html'));
  const icon = await readFile(join(folder, 'icon.svg'));
  return async (scope) => {
    // File names carry a hash of what they hold, so a browser may keep them for good.
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/portal/assets/',
      schemaHide: true,
      cacheControl: false,
      setHeaders: (reply) => {
        void reply.header('cache-control', 'public, max-age=31536000, immutable');
      },
    });
    const sendPage = async (_request: FastifyRequest, reply: FastifyReply) =>
      reply.type('text/html; charset=utf-8').send(page);
    scope.get('/portal', hidden, sendPage);
    scope.get('/portal/*', hidden, sendPage);
    scope.get('/portal/icon.svg', hidden, async (_request, reply) =>
      reply.type('image/svg+xml').send(icon),
    );
  };
}

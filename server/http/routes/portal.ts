import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../server/deps.ts';

const hidden = { schema: { hide: true } };

/**
 * The portal's built files below `/portal`. Every address of the portal answers with its one page, which
 * holds no data. The page gets its data from the API, which asks for a sign-in.
 */
export async function portalFiles(folder: string): Promise<Routes> {
  const page = await readFile(join(folder, 'index.html'));
  const icon = await readFile(join(folder, 'icon.svg'));
  return async (scope) => {
    // A file's name has a hash of its content, so a browser may keep the file for good.
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
    for (const path of ['/portal', '/demo/portal']) {
      scope.get(path, hidden, sendPage);
      scope.get(`${path}/*`, hidden, sendPage);
    }
    scope.get('/portal/icon.svg', hidden, async (_request, reply) =>
      reply.type('image/svg+xml').send(icon),
    );
  };
}

/** In place of the portal where it is not built. */
export const missingPortal: Routes = async (scope) => {
  const explain = async (_request: FastifyRequest, reply: FastifyReply) =>
    reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send('The portal is not built: run `npm run build`.\n');
  scope.get('/portal', hidden, explain);
  scope.get('/portal/*', hidden, explain);
};

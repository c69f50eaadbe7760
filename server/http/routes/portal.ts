import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../../ports/users.ts';
import type { Routes } from '../server/deps.ts';
import { escapeHtml } from '../server/escape-html.ts';
import type { SessionCookies } from '../sign-in/session-cookies.ts';

/** Where sign-in ends when no portal files are served: who is signed in, and where the API is. */
export function plainPortal(sessions: SessionCookies, baseUrl: string): Routes {
  return async (scope) => {
    scope.get('/portal', async (request: FastifyRequest, reply: FastifyReply) => {
      const login = await sessions.find(request, reply);
      return reply.type('text/html; charset=utf-8').send(plainPortalPage(login?.user, baseUrl));
    });
  };
}

function plainPortalPage(user: User | undefined, baseUrl: string): string {
  const status =
    user === undefined
      ? '<p>Not signed in. <a href="/api/v1/auth/idp">Sign in</a></p>'
      : `<p>Signed in as ${escapeHtml(user.login)}${user.admin ? ' (account admin)' : ''}.</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Voice PHI Proxy</title></head>
<body>
<main>
<h1>Voice PHI Proxy</h1>
${status}
<p>The REST API is at <code>${escapeHtml(baseUrl)}/api/v1</code>.</p>
</main>
</body>
</html>
`;
}

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

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { User } from '../ports/users.ts';
import type { Routes } from './deps.ts';
import { escapeHtml } from './html.ts';
import type { SessionCookies } from './web-sessions.ts';

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

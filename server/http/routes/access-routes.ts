import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CreatedSignInLink,
  CreateSignInLink,
  OneUser,
  UpdateUser,
  UserPage,
  UserPath,
  userToWire,
  WebSessionPage,
  WebSessionPath,
  webSessionToWire,
} from '../../contract/access.ts';
import { UserId, WebSessionId } from '../../contract/ids.ts';
import { PageQuery } from '../../contract/pagination.ts';
import { Fault } from '../../domain/fault.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { recordEvent } from '../server/record-event.ts';
import {
  requireAdmin,
  type SessionCookies,
  userOf,
  webSessionOf,
} from '../sign-in/session-cookies.ts';
import { orUndo } from './agent-routes.ts';
import { cutPage, decodeCursor } from './pagination.ts';

/** Who may come in, for account admins: users, browsers that are signed in, one-time links. */
export function accessRoutes(deps: HttpDeps, sessions: SessionCookies): Routes {
  return async (scope) => {
    scope.addHook('onRequest', requireAdmin);
    const routes = scope.withTypeProvider<ZodTypeProvider>();

    routes.route({
      method: 'GET',
      url: '/admin/users',
      schema: {
        operationId: 'listUsers',
        summary: 'List the people who have signed in',
        description: 'For admins. Newest first.',
        tags: ['Sign-in'],
        querystring: PageQuery,
        response: { 200: UserPage },
      },
      handler: async ({ query }) => {
        const found = await deps.users.list({
          limit: query.limit + 1,
          ...(query.cursor === undefined ? {} : { before: decodeCursor(UserId, query.cursor) }),
        });
        const page = cutPage(found, query.limit, ({ id }) => id);
        return { data: page.rows.map(userToWire), next_cursor: page.nextCursor };
      },
    });

    routes.route({
      method: 'PATCH',
      url: '/admin/users/:user_id',
      schema: {
        operationId: 'updateUser',
        summary: 'Make somebody an admin, or no longer',
        description:
          'For admins, of others than themselves. Logins of `SVC_ADMIN_LOGINS` become admins again when they next sign in.',
        tags: ['Sign-in'],
        params: UserPath,
        body: UpdateUser,
        response: { 200: OneUser },
        errors: ['not_found', 'AuditUnavailable'],
      },
      handler: async (request) => {
        const actor = userOf(request).id;
        const id = UserId.safeParse(request.params.user_id);
        // So that an installation always has an admin: the one who asks.
        if (actor === id.data) throw notYourself();
        const { admin } = request.body;
        const before = id.success ? await deps.users.setAdmin(id.data, admin) : undefined;
        if (before === undefined) throw new Fault('not_found', 'there is no user with this id');
        const change = admin ? 'admin_granted' : 'admin_revoked';
        await orUndo(
          recordEvent(deps, 'access_changed', { actor, change, user_id: before.id }),
          () => deps.users.setAdmin(before.id, before.admin),
        );
        return { user: userToWire({ ...before, admin }) };
      },
    });

    routes.route({
      method: 'GET',
      url: '/admin/web-sessions',
      schema: {
        operationId: 'listWebSessions',
        summary: 'List the browsers that are signed in',
        description: 'For admins. The newest sign-in first; expired ones are left out.',
        tags: ['Sign-in'],
        querystring: PageQuery,
        response: { 200: WebSessionPage },
      },
      handler: async (request) => {
        const { limit, cursor } = request.query;
        const found = await deps.webSessions.list({
          notBefore: sessions.expiry(),
          limit: limit + 1,
          ...(cursor === undefined ? {} : { before: decodeCursor(WebSessionId, cursor) }),
        });
        const page = cutPage(found, limit, ({ session }) => session.id);
        const current = webSessionOf(request).session.id;
        const data = page.rows.map((login) => webSessionToWire(login, current));
        return { data, next_cursor: page.nextCursor };
      },
    });

    routes.route({
      method: 'DELETE',
      url: '/admin/web-sessions/:web_session_id',
      schema: {
        operationId: 'revokeWebSession',
        summary: 'Sign a browser out',
        description: 'For admins. Its cookie is worth nothing from then on.',
        tags: ['Sign-in'],
        params: WebSessionPath,
        response: { 204: z.undefined() },
        errors: ['not_found', 'AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const id = WebSessionId.safeParse(request.params.web_session_id);
        const ended = id.success ? await sessions.revoke(id.data) : undefined;
        if (ended === undefined) throw new Fault('not_found', 'there is no such web session');
        // A door that was closed stays closed, also when that cannot be put on record.
        await recordEvent(deps, 'access_changed', {
          actor: userOf(request).id,
          change: 'web_session_revoked',
          user_id: ended.userId,
        });
        return reply.code(204).send();
      },
    });

    const { createSignInLink } = deps;
    if (createSignInLink === undefined) return;
    routes.route({
      method: 'POST',
      url: '/admin/sign-in-links',
      schema: {
        operationId: 'createSignInLink',
        summary: 'Make a one-time sign-in link',
        description:
          'For admins, where people sign in without a provider of their own. Give the link to the person it names: whoever opens it first is signed in as them.',
        tags: ['Sign-in'],
        body: CreateSignInLink,
        response: { 201: CreatedSignInLink },
        errors: ['AuditUnavailable'],
      },
      handler: async (request, reply) => {
        const { login } = request.body;
        const actor = userOf(request).id;
        await recordEvent(deps, 'access_changed', { actor, change: 'sign_in_link_created' });
        const url = createSignInLink(login);
        return reply.code(201).send({ sign_in_link: { url, login } });
      },
    });
  };
}

function notYourself(): Fault {
  return new Fault('validation_failed', 'nobody changes their own rights', {
    details: [{ path: 'user_id', message: 'must be of another user' }],
  });
}

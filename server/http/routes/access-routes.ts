import { z } from 'zod';
import {
  AdminList,
  CreatedSignInLink,
  CreateSignInLink,
  OneUser,
  PeopleList,
  UpdateUser,
  UserPage,
  UserPath,
  WebSessionItem,
  WebSessionPage,
  WebSessionPath,
} from '../../contract/access.ts';
import { UserId, WebSessionId } from '../../contract/ids.ts';
import { PageQuery, ShortListQuery } from '../../contract/pagination.ts';
import { toWire } from '../../contract/wire-form.ts';
import type { EventFields } from '../../domain/event.ts';
import { Fault } from '../../domain/fault.ts';
import type { Role } from '../../domain/settings/role.ts';
import { allUsers } from '../../sessions/user-names.ts';
import { type ApiScope, defineRoutes } from '../server/define-routes.ts';
import type { HttpDeps, Routes } from '../server/deps.ts';
import { orUndo, type RecordDeps, recordEvent } from '../server/record-event.ts';
import { type SessionCookies, userOf, webSessionOf } from '../sign-in/session-cookies.ts';
import { userToWire } from '../sign-in/user-to-wire.ts';
import { readPage, readShortList } from './pagination.ts';

export interface AccessDeps extends RecordDeps, Pick<HttpDeps, 'users' | 'webSessions' | 'issuer'> {
  readonly sessions: Pick<SessionCookies, 'expiry' | 'revoke' | 'roleChanged'>;
}

/** Users, signed-in browsers and one-time links, for account admins. */
export function accessRoutes(deps: AccessDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Sign-in'] },
    listAdmins,
    listPeople,
    listUsers,
    updateUser,
    listWebSessions,
    revokeWebSession,
    createSignInLink,
  );
}

function listAdmins(api: ApiScope, { users }: AccessDeps): void {
  api.get('/admins', {
    schema: {
      operationId: 'listAdmins',
      summary: 'List the account admins',
      description: 'Whom a person can ask for another role.',
      querystring: ShortListQuery,
      response: { 200: AdminList },
    },
    handler: async ({ query }) => {
      const all = (await allUsers(users)).filter(({ role }) => role === 'admin');
      return readShortList(query, { all, keyOf: ({ id }) => id, toWire: userToWire });
    },
  });
}

function listPeople(api: ApiScope, { users }: AccessDeps): void {
  api.get('/people', {
    schema: {
      operationId: 'listPeople',
      summary: 'List names of people',
      description: 'Everyone who has signed in, by id, for those who review what people did.',
      querystring: ShortListQuery,
      response: { 200: PeopleList },
    },
    handler: async ({ query }) => {
      const all = await allUsers(users);
      return readShortList(query, { all, keyOf: ({ id }) => id, toWire: userToWire });
    },
  });
}

function listUsers(api: ApiScope, { users }: AccessDeps): void {
  api.get('/admin/users', {
    schema: {
      operationId: 'listUsers',
      summary: 'List users',
      description: 'Everyone who has signed in, newest first.',
      querystring: PageQuery,
      response: { 200: UserPage },
    },
    handler: ({ query }) =>
      readPage(query, {
        list: (page) => users.list(page),
        position: UserId,
        positionOf: ({ id }) => id,
        toWire: userToWire,
      }),
  });
}

function updateUser(api: ApiScope, deps: AccessDeps): void {
  api.patch('/admin/users/:user_id', {
    schema: {
      operationId: 'updateUser',
      summary: "Change a user's role",
      description:
        'Nobody can change their own role. Logins in `SVC_ADMIN_LOGINS` become admins again at their next sign-in.',
      params: UserPath,
      body: UpdateUser,
      response: { 200: OneUser },
      errors: ['not_found'],
    },
    handler: async (request) => {
      const actor = userOf(request).id;
      const id = UserId.safeParse(request.params.user_id);
      // The admin who asks stays one, also for another one who asks at the same moment: there is always an admin.
      if (actor === id.data) throw notYourself();
      const { admin, role = admin ? 'admin' : 'viewer' } = request.body;
      const before = id.success ? await deps.users.setRole(id.data, role, actor) : undefined;
      if (before === 'refused') throw new Fault('forbidden', 'you are no admin any more');
      if (before === undefined) throw new Fault('not_found', 'there is no user with this id');
      const fields = { actor, change: changeOf(before.role, role), user_id: before.id, role };
      await orUndo(recordEvent(deps, 'access_changed', fields), () =>
        deps.users.setRole(before.id, before.role),
      );
      deps.sessions.roleChanged(before.id);
      return { user: userToWire({ ...before, role }) };
    },
  });
}

function changeOf(before: Role, role: Role): EventFields['access_changed']['change'] {
  if (role === 'admin') return 'admin_granted';
  return before === 'admin' ? 'admin_revoked' : 'role_changed';
}

function listWebSessions(api: ApiScope, { webSessions, sessions }: AccessDeps): void {
  api.get('/admin/web-sessions', {
    schema: {
      operationId: 'listWebSessions',
      summary: 'List signed-in browsers',
      description: 'Newest sign-in first, without expired ones.',
      querystring: PageQuery,
      response: { 200: WebSessionPage },
    },
    handler: (request) => {
      const current = webSessionOf(request).session.id;
      return readPage(request.query, {
        list: (page) => webSessions.list({ notBefore: sessions.expiry(), ...page }),
        position: WebSessionId,
        positionOf: ({ session }) => session.id,
        toWire: ({ session, user: { login } }) =>
          toWire(WebSessionItem, {
            ...session,
            login,
            createdAt: session.startedAt,
            current: session.id === current,
          }),
      });
    },
  });
}

function revokeWebSession(api: ApiScope, deps: AccessDeps): void {
  api.delete('/admin/web-sessions/:web_session_id', {
    schema: {
      operationId: 'revokeWebSession',
      summary: 'Sign out a browser',
      description: 'Its cookie stops working immediately.',
      params: WebSessionPath,
      response: { 204: z.undefined() },
      errors: ['not_found'],
    },
    handler: async (request, reply) => {
      const id = WebSessionId.safeParse(request.params.web_session_id);
      const ended = id.success ? await deps.sessions.revoke(id.data) : undefined;
      if (ended === undefined) throw new Fault('not_found', 'there is no web session with this id');
      // The session stays ended even when the journal cannot record it.
      await recordEvent(deps, 'access_changed', {
        actor: userOf(request).id,
        change: 'web_session_revoked',
        user_id: ended.userId,
      });
      return reply.code(204).send();
    },
  });
}

function createSignInLink(api: ApiScope, { issuer, ...deps }: AccessDeps): void {
  if (issuer === undefined) return;
  api.post('/admin/sign-in-links', {
    schema: {
      operationId: 'createSignInLink',
      summary: 'Create a one-time sign-in link',
      description:
        'Only where the clinic has no identity provider of its own. Anyone who opens the link first signs in as the person it names, so give it to that person only. The journal records who made it and, of a person who has signed in before, for which one.',
      body: CreateSignInLink,
      response: { 201: CreatedSignInLink },
    },
    handler: async (request, reply) => {
      const { login } = request.body;
      const actor = userOf(request).id;
      const named = (await allUsers(deps.users)).find((user) => user.login === login);
      await recordEvent(deps, 'access_changed', {
        actor,
        change: 'sign_in_link_created',
        ...(named && { user_id: named.id }),
      });
      const url = issuer.createSignInLink(login);
      return reply.code(201).send({ sign_in_link: { url, login } });
    },
  });
}

function notYourself(): Fault {
  return new Fault('validation_failed', 'admins cannot change their own role', {
    details: [{ path: 'user_id', message: 'must be the id of another user' }],
  });
}

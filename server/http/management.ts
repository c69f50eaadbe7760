import fastifyCookie from '@fastify/cookie';
import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { Me, userToWire } from '../contract/me.ts';
import { accessRoutes } from './access-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { agentActivityRoutes } from './agent-activity-routes.ts';
import { agentRoutes } from './agent-routes.ts';
import { apiDocs } from './api-docs.ts';
import { auditRoutes } from './audit-routes.ts';
import { auditStateRoutes } from './audit-state-routes.ts';
import { authRoutes, logoutRoute } from './auth-routes.ts';
import { bearerTokenRoutes } from './bearer-token-routes.ts';
import type { HttpDeps, Routes } from './deps.ts';
import { issuerRoutes } from './issuer-mount.ts';
import { limitedSessions } from './limited-sessions.ts';
import { liveRoutes } from './live-routes.ts';
import type { OpenApi } from './openapi/document.ts';
import { policyRoutes } from './policy-routes.ts';
import { plainPortal } from './portal-route.ts';
import { limitRate } from './rate-limit.ts';
import { reportRoutes } from './report-routes.ts';
import { retentionRoutes } from './retention-routes.ts';
import { sameSiteOnly } from './same-site.ts';
import { sessionRoutes } from './session-routes.ts';
import { systemRoutes } from './system-routes.ts';
import { testCallRoutes } from './test-call-routes.ts';
import { transcriptRoutes } from './transcript-routes.ts';
import { forbidUnlistedQuery } from './validator.ts';
import { createSessionCookies, webSessionKey, requireUser, userOf } from './web-sessions.ts';

/** How often logins that are owed to the journal are written, in milliseconds (decision 0054). */
const owedLoginsMs = 15_000;

/** Everything people use: the REST API, sign-in and the portal, behind the host check (design D41). */
export function management(deps: HttpDeps, document: () => OpenApi): Routes {
  const sessions = createSessionCookies(deps);
  const limited = limitedSessions(deps);

  return async (scope) => {
    scope.addHook('onRequest', sameSiteOnly(deps.baseUrl));
    const settleLater = () => limited.settle().catch(() => undefined);
    const settling = setInterval(() => void settleLater(), owedLoginsMs).unref();
    scope.addHook('onClose', async () => {
      clearInterval(settling);
      await settleLater();
    });
    if (deps.issuer !== undefined) await scope.register(issuerRoutes(deps.issuer));
    await scope.register(async (pages) => {
      await pages.register(fastifyCookie);
      await pages.register(fastifyHelmet, helmetOptions(deps.baseUrl));
      pages.addHook('onRequest', async (_request, reply) => {
        void reply.header('cache-control', 'no-store');
      });
      await pages.register(authRoutes(deps, sessions, limited));
      await pages.register(deps.portal ?? plainPortal(sessions, deps.baseUrl));
      pages.get('/', async (_request, reply) => reply.redirect('/portal'));
      await pages.register(signedInRoutes);
    });
  };

  async function signedInRoutes(scope: FastifyInstance): Promise<void> {
    scope.addHook('onRoute', forbidUnlistedQuery);
    scope.decorateRequest(webSessionKey);
    scope.addHook('onRequest', requireUser(sessions, limited));
    scope.addHook('onRequest', limitRate(deps.rateLimits?.management));
    scope.addHook('onRequest', async () => deps.refreshSettings?.());
    logoutRoute(deps, sessions, limited)(scope);
    const whoami = {
      operationId: 'getMe',
      summary: 'Who is signed in',
      tags: ['Sign-in'],
      response: { 200: Me },
    };
    scope.get('/api/v1/me', { schema: whoami, config: { limited: true } }, async (request) => ({
      user: userToWire(userOf(request)),
    }));
    await scope.register(apiDocs(document), { prefix: '/api/v1' });
    await scope.register(auditRoutes(deps));
    await scope.register(agentRoutes(deps), { prefix: '/api/v1' });
    await scope.register(bearerTokenRoutes(deps), { prefix: '/api/v1' });
    await scope.register(agentActivityRoutes(deps), { prefix: '/api/v1' });
    await scope.register(testCallRoutes(deps), { prefix: '/api/v1' });
    await scope.register(sessionRoutes(deps), { prefix: '/api/v1' });
    if (deps.liveFeed !== undefined) {
      await scope.register(liveRoutes({ ...deps, sessions, feed: deps.liveFeed }), {
        prefix: '/api/v1',
      });
    }
    await scope.register(transcriptRoutes(deps), { prefix: '/api/v1' });
    await scope.register(policyRoutes(deps), { prefix: '/api/v1' });
    await scope.register(adminRoutes(deps, sessions, limited), { prefix: '/api/v1' });
    await scope.register(accessRoutes(deps, sessions), { prefix: '/api/v1' });
    if (deps.reports !== undefined) {
      await scope.register(reportRoutes(deps.reports), { prefix: '/api/v1' });
    }
    await scope.register(auditAndSystemRoutes(deps), { prefix: '/api/v1' });
  }
}

/** The journal and the service, as far as this installation has them. */
function auditAndSystemRoutes(deps: HttpDeps): Routes {
  const { journal, anchor, journalGap = () => undefined, retention, legalHolds, clock } = deps;
  return async (scope) => {
    if (retention !== undefined && legalHolds !== undefined) {
      await scope.register(retentionRoutes({ retention, holds: legalHolds, clock }));
    }
    if (retention !== undefined && anchor !== undefined) {
      await scope.register(auditStateRoutes({ journal, anchor, retention, journalGap }));
    }
    if (deps.system !== undefined) await scope.register(systemRoutes(deps.system));
  };
}

/** Own files only. Plain HTTP on loopback is normal here, so nothing is upgraded to HTTPS there. */
function helmetOptions(baseUrl: string): FastifyHelmetOptions {
  const https = baseUrl.startsWith('https:');
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
  };
}

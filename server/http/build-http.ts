import fastifyCookie from '@fastify/cookie';
import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { Me, userToWire } from '../contract/access.ts';
import { type ProxyDeps, proxyRoutes } from './callers/proxy.ts';
import { type WebhookDeps, webhookRoutes } from './callers/webhook.ts';
import { collectOpenApi, type OpenApi } from './openapi/document.ts';
import { accessRoutes } from './routes/access-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { agentActivityRoutes, agentRoutes, testCallRoutes } from './routes/agent-routes.ts';
import { apiDocs } from './routes/api-docs.ts';
import { auditRoutes, auditStateRoutes } from './routes/audit-routes.ts';
import { bearerTokenRoutes } from './routes/bearer-token-routes.ts';
import { liveRoutes } from './routes/live-routes.ts';
import { policyRoutes } from './routes/policy-routes.ts';
import { plainPortal } from './routes/portal.ts';
import { reportRoutes } from './routes/report-routes.ts';
import { retentionRoutes } from './routes/retention-routes.ts';
import { healthRoute, metricsRoute, systemRoutes } from './routes/service-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { transcriptRoutes } from './routes/transcript-routes.ts';
import { createServer } from './server/create-server.ts';
import type { HttpDeps, Routes, ServerDeps } from './server/deps.ts';
import { limitRate } from './server/rate-limit.ts';
import { sameSiteOnly } from './server/same-site.ts';
import { forbidUnlistedQuery } from './server/validator.ts';
import { authRoutes, issuerRoutes, logoutRoute } from './sign-in/auth-routes.ts';
import { limitedSessions } from './sign-in/limited-sessions.ts';
import {
  createSessionCookies,
  requireUser,
  userOf,
  webSessionKey,
} from './sign-in/session-cookies.ts';

/** Everything a voice platform calls. */
export function voiceRoutes(deps: ProxyDeps & WebhookDeps): Routes {
  return async (scope) => {
    await scope.register(proxyRoutes(deps));
    await scope.register(webhookRoutes(deps));
  };
}

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
  const { journal, attestation, journalGap = () => undefined, retention, legalHolds, clock } = deps;
  return async (scope) => {
    if (retention !== undefined && legalHolds !== undefined) {
      await scope.register(retentionRoutes({ retention, holds: legalHolds, clock }));
    }
    if (retention !== undefined && attestation !== undefined) {
      await scope.register(auditStateRoutes({ journal, attestation, retention, journalGap }));
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

/** The whole service on one server (design D41); ready, not listening. */
export async function buildHttp(deps: HttpDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  const document = collectOpenApi(app, deps);
  await registerIngressRoutes(app, deps);
  if (deps.metrics !== undefined) await app.register(metricsRoute(deps.metrics));
  await app.register(management(deps, document));
  await app.ready();
  return app;
}

/** What the tunnel may reach: calls and health, nothing else (design D41); ready, not listening. */
export async function buildIngress(deps: ServerDeps): Promise<FastifyInstance> {
  const app = createServer(deps);
  await registerIngressRoutes(app, deps);
  await app.ready();
  return app;
}

async function registerIngressRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(healthRoute(deps));
  if (deps.proxy !== undefined) await app.register(withCallRateLimit(deps, deps.proxy));
}

function withCallRateLimit(deps: ServerDeps, proxy: Routes): Routes {
  return async (scope) => {
    // After the signature has been checked, so that strangers can't use up an account's share.
    scope.addHook('preHandler', limitRate(deps.rateLimits?.calls));
    await scope.register(proxy);
  };
}

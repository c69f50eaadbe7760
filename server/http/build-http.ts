import fastifyCookie from '@fastify/cookie';
import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isUnavailable } from '../domain/fault.ts';
import { noteContacts } from './callers/note-contacts.ts';
import { type ProxyDeps, proxyRoutes } from './callers/proxy.ts';
import { tokenEndpoint } from './callers/token-endpoint.ts';
import { type WebhookDeps, webhookRoutes } from './callers/webhook.ts';
import { collectOpenApi, type OpenApi } from './openapi/document.ts';
import { accessRoutes } from './routes/access-routes.ts';
import { activityRoutes } from './routes/activity-routes.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { apiDocs } from './routes/api-docs.ts';
import { auditRoutes, auditVerifyRoute } from './routes/audit-routes.ts';
import { bearerTokenRoutes } from './routes/bearer-token-routes.ts';
import { callTextRoutes } from './routes/call-text-routes.ts';
import { demoPages, demoRoutes } from './routes/demo-routes.ts';
import { functionRoutes } from './routes/function-routes.ts';
import { liveRoutes } from './routes/live-routes.ts';
import { markRoutes } from './routes/mark-routes.ts';
import { attentionRoutes } from './routes/overview/attention-routes.ts';
import { overviewRoutes } from './routes/overview/overview-routes.ts';
import { policyRoutes } from './routes/policy-routes.ts';
import { policyVersionRoutes } from './routes/policy-version-routes.ts';
import { periodReportRoutes } from './routes/reports/period-report-routes.ts';
import { reportRoutes } from './routes/reports/report-routes.ts';
import { sampleRoutes } from './routes/reports/sample-routes.ts';
import { scheduleRoutes } from './routes/reports/schedule-routes.ts';
import { retentionRoutes } from './routes/retention-routes.ts';
import { revealRoutes } from './routes/reveal-routes.ts';
import { remarkRoutes } from './routes/review/remark-routes.ts';
import { rosterImportRoute, rosterRoutes } from './routes/roster-routes.ts';
import { healthRoute, metricsRoute, systemRoutes } from './routes/service-routes.ts';
import { sessionRoutes } from './routes/session-routes.ts';
import { alertRoutes } from './routes/settings/alert-routes.ts';
import { associateRoutes } from './routes/settings/associate-routes.ts';
import { clinicRoutes } from './routes/settings/clinic-routes.ts';
import { transcriptRoutes } from './routes/transcript-routes.ts';
import { createServer, type TimeLimits } from './server/create-server.ts';
import type { HttpDeps, Routes, ServerDeps } from './server/deps.ts';
import { limitRate } from './server/rate-limit.ts';
import { sameSiteOnly } from './server/same-site.ts';
import { forbidUnlistedQuery } from './server/validator.ts';
import { accountRoutes, signInRoutes } from './sign-in/auth-routes.ts';
import { limitedSessions } from './sign-in/limited-sessions.ts';
import { requireListing, requireRight } from './sign-in/rights.ts';
import {
  createSessionCookies,
  requireUser,
  visitorSessions,
  webSessionDecorator,
} from './sign-in/session-cookies.ts';
import { ticketPages } from './sign-in/ticket-pages.ts';
import { type SocketDeps, socketRoutes } from './sockets/socket-routes.ts';

/** What the routes of voice platforms need. */
export type VoiceDeps = ProxyDeps & WebhookDeps & SocketDeps;

/** Everything a voice platform calls. */
export function voiceRoutes(deps: VoiceDeps): Routes {
  const sockets = socketRoutes(deps);
  return async (scope) => {
    await scope.register(proxyRoutes(deps));
    await scope.register(webhookRoutes(deps));
    await scope.register(tokenEndpoint(deps));
    await scope.register(sockets);
  };
}

/** How often the service records owed logins, in milliseconds (decision 0054). */
const owedLoginsMs = 15_000;

/** Everything people use: the REST API, sign-in and the portal, behind the host check (design D41). */
function management(httpDeps: HttpDeps, document: () => OpenApi): Routes {
  const { demo, visitor } = httpDeps;
  const sessions =
    visitor === undefined ? createSessionCookies(httpDeps) : visitorSessions(visitor);
  const limited = limitedSessions(httpDeps);
  const deps = { ...httpDeps, sessions, limited };

  return async (scope) => {
    scope.addHook('onRequest', sameSiteOnly(deps.baseUrl));
    const recordOwed = () =>
      limited.recordOwedLogins().catch((error: unknown) => {
        // While the journal takes no record they stay owed.
        if (!isUnavailable(error)) scope.log.error({ err: error }, 'owed logins are not recorded');
      });
    const timer = setInterval(() => void recordOwed(), owedLoginsMs).unref();
    scope.addHook('onClose', async () => {
      clearInterval(timer);
      await recordOwed();
    });
    if (deps.issuer !== undefined) await scope.register(ticketPages(deps.issuer, deps.baseUrl));
    await scope.register(async (pages) => {
      await pages.register(fastifyCookie);
      await pages.register(fastifyHelmet, helmetOptions(deps.baseUrl));
      pages.addHook('onRequest', async (_request, reply) => {
        void reply.header('cache-control', 'no-store');
      });
      await pages.register(signInRoutes(deps));
      await pages.register(deps.portal);
      pages.get('/', async (_request, reply) => reply.redirect('/portal'));
      await pages.register(signedInRoutes);
    });
  };

  async function signedInRoutes(scope: FastifyInstance): Promise<void> {
    scope.addHook('onRoute', forbidUnlistedQuery);
    scope.addHook('onRoute', requireListing);
    scope.decorateRequest(webSessionDecorator);
    scope.addHook('onRequest', requireUser(sessions, limited));
    scope.addHook('onRequest', limitRate(deps.rateLimits?.management));
    scope.addHook('onRequest', requireRight);
    scope.addHook('onRequest', async () => deps.refreshSettings());
    await scope.register(auditVerifyRoute(deps));
    const api = [
      accountRoutes(deps),
      apiDocs(document),
      agentRoutes(deps),
      bearerTokenRoutes(deps),
      functionRoutes(deps),
      sessionRoutes(deps),
      overviewRoutes(deps),
      attentionRoutes(deps),
      liveRoutes(deps),
      revealRoutes(deps),
      transcriptRoutes(deps),
      callTextRoutes(deps),
      markRoutes(deps),
      remarkRoutes(deps),
      sampleRoutes(deps),
      policyRoutes(deps),
      policyVersionRoutes(deps),
      accessRoutes(deps),
      clinicRoutes(deps),
      alertRoutes(deps),
      associateRoutes(deps),
      reportRoutes(deps),
      periodReportRoutes(deps),
      scheduleRoutes(deps),
      retentionRoutes(deps),
      auditRoutes(deps),
      activityRoutes(deps),
      rosterRoutes(deps),
      rosterImportRoute(deps),
      systemRoutes(deps),
    ];
    if (demo !== undefined) {
      await scope.register(demoPages(demo));
      api.push(demoRoutes(demo));
    }
    for (const routes of api) await scope.register(routes, { prefix: '/api/v1' });
  }
}

/** Only our own files. Plain HTTP on loopback is normal here, so it is not upgraded to HTTPS. */
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

/** The routes that the tunnel may reach: calls and health (design D41); ready, not listening. */
export async function buildIngress(
  deps: ServerDeps,
  limits?: TimeLimits,
): Promise<FastifyInstance> {
  const app = createServer(deps, limits);
  await registerIngressRoutes(app, deps);
  await app.ready();
  return app;
}

async function registerIngressRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  noteContacts(app, deps.contacts, deps.clock);
  await app.register(healthRoute(deps));
  await app.register(limitedCallRoutes(deps));
}

function limitedCallRoutes({ rateLimits, proxy }: ServerDeps): Routes {
  return async (scope) => {
    // After the check of the signature, so that strangers cannot use up an account's share.
    scope.addHook('preHandler', limitRate(rateLimits?.calls));
    await scope.register(proxy);
  };
}

import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { ticketFolder } from '../adapters/oidc/ticket-folder.ts';
import { reportPrinter } from '../adapters/pdf/report-printer.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { withFolderLock } from '../adapters/system/folder-lock.ts';
import { createIds } from '../adapters/system/ids.ts';
import { deriveMacKey, deriveSignInKey } from '../adapters/system/key-derivation.ts';
import { watchOperatorNotes } from '../adapters/system/operator-notes.ts';
import { settleStage } from '../adapters/system/staged-files.ts';
import { dataFiles, portalDir } from '../config/data-files.ts';
import { kindsByPass, supportedKinds } from '../detect/index.ts';
import type { Result } from '../domain/fault.ts';
import type { Policy } from '../domain/policy.ts';
import type { Secret } from '../domain/secret.ts';
import { buildHttp, buildIngress, voiceRoutes } from '../http/build-http.ts';
import { missingPortal, portalFiles } from '../http/routes/portal.ts';
import type { Routes, ServerDeps } from '../http/server/deps.ts';
import { hostedLimits } from '../http/server/rate-limit.ts';
import { recordEvent } from '../http/server/record-event.ts';
import { decodePolicy } from '../policy/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import { productVersion } from '../product.ts';
import { createRetention } from '../sessions/retention.ts';
import { createSessionReports } from '../sessions/session-reports.ts';
import { chooseIdentity } from './choose-identity.ts';
import {
  type AppOptions,
  type Dependencies,
  loadDependencies,
  storageBackend,
  webhookSecretsOf,
} from './dependencies.ts';
import { openSettings } from './open-settings.ts';
import { createPipeline } from './pipeline.ts';
import { gapReasons, systemView } from './system-view.ts';
import { createServiceTelemetry } from './telemetry.ts';

/** A service that is wired and open, but listens nowhere yet. */
export interface App {
  readonly http: FastifyInstance;
  /** What the tunnel may reach (design D41); absent without `SVC_INGRESS_PORT`. */
  readonly ingress?: FastifyInstance;
  readonly agents: Agents;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The secret that voice platforms sign with. */
  readonly webhookSecret: Secret<string>;
  /** A one-time sign-in link; absent when the clinic's own provider signs people in. */
  readonly createSignInLink?: () => string;
  readonly logger: FastifyBaseLogger;
  /** What `/health` says. */
  readonly health: ServerDeps['health'];
  /** Resolves when a store has ended by itself: no call can be served until the next start. */
  readonly ended?: Promise<void>;
  /** Calls that go on now. */
  readonly liveCalls: () => number;
  /** `/health` answers 503 from here on. */
  drain(): void;
  /** Writes down what is outstanding and closes every store. Call after the servers are closed. */
  close(): Promise<void>;
}

/** How often calls that fell silent are looked for, and late writes tried again. */
const sweepMs = 15_000;
/** How often it is asked whether a day has passed since records were last pruned. */
const retentionCheckMs = 3_600_000;

/**
 * Wires adapters, pipeline and HTTP into a service (docs/architecture.md). Problems of configuration,
 * policy and keys come back as a value; a store that cannot be opened rejects.
 */
export async function createApp(options: AppOptions): Promise<Result<App>> {
  const { dataDir } = options.config;
  const place = storageBackend(options.config);
  return await withFolderLock(dataFiles(dataDir).lock, async () => {
    await settleStage(dataDir);
    const parts = await loadDependencies(place, options);
    return parts.ok ? { ok: true, value: await wireApp(parts.value) } : parts;
  });
}

async function wireApp({
  config,
  baseUrl,
  callsUrl,
  keyring,
  keys,
  logger,
  stores,
  detector,
  files,
  routes,
  associates,
  tls,
}: Dependencies): Promise<App> {
  const [clock, ids] = [systemClock, createIds()];
  const serviceTelemetry = createServiceTelemetry(config, productVersion);
  const { vault, bearerTokens, summaries, payloads, policyTexts } = stores;
  const journal = serviceTelemetry.journal(stores.journal);
  const settings = await openSettings({ stores, files, keyring, logger });
  const { agents, policies } = settings;
  const signOuts = new EventEmitter();
  const pipeline = createPipeline({
    agents,
    summaries,
    clock,
    ids,
    sharedCalls: stores.openCalls,
    appended: stores.appended,
    onSignOut: () => signOuts.emit('sign_out'),
    liveTextRelay: stores.liveTextRelay,
    journal,
    keyring,
    policies,
    settings,
    policyTexts,
    payloads,
    vault,
    detector,
    routeOf: (name) => routes.get(name),
    callKey: deriveMacKey(keys.master, 'call-id'),
    partialDedup: config.partialDedup,
    tokenHoldMs: Math.max(config.tokenHoldMs, config.streamBufferMs),
    rehydrationScope: config.rehydrationScope,
    onDelay: (what, error) => logger.error({ err: error, what }, 'not written yet'),
    ...serviceTelemetry.telemetry,
    onPayloadLost: (error) => logger.error({ err: error }, 'the payload of a reply is lost'),
  });
  if (journal.gap() === undefined) await pipeline.resume();
  const retention = createRetention({
    journal: journal.retention,
    holds: journal.holds,
    agents,
    policies,
    clock,
    erasures: [stores.summaryErasure, payloads],
    onRun: (run) => logger[run.outcome.startsWith('clock') ? 'warn' : 'info'](run, 'retention'),
    onFailure: (error) => logger.error({ err: error }, 'retention is tried again later'),
  });
  const [webhookSecret, ...previous] = webhookSecretsOf(config, keys);
  let draining = false;
  const server: ServerDeps = {
    clock,
    ids,
    version: productVersion,
    logger,
    health: () => [
      ...(draining ? ['draining'] : []),
      ...gapReasons(journal.gap()),
      ...stores.reasons(),
      ...settings.reasons(),
    ],
    proxy: voiceRoutes({
      agents,
      refreshSettings: settings.catchUp,
      bearerTokens,
      callsUrl,
      clock,
      runTurn: pipeline.runTurn,
      sessions: pipeline.sessions,
      webhookSecrets: [webhookSecret, ...previous],
      requireTimestamp: config.requireTimestamp,
    }),
    ...(config.rateLimit === 'hosted'
      ? { rateLimits: hostedLimits(clock, stores.openCalls?.living) }
      : {}),
    ...(tls === undefined ? {} : { tls }),
    ...serviceTelemetry.answers,
  };
  const { identity, signInMethod, issuer } = chooseIdentity({
    ...config,
    baseUrl,
    ticketStore: ticketFolder(
      dataFiles(config.dataDir).tickets,
      deriveMacKey(keys.master, 'sign-in-ticket'),
    ),
    onTicketRefused: () =>
      recordEvent({ journal, clock }, 'login_failed', { reason: 'ticket_refused' }),
  });
  const http = await buildHttp({
    ...server,
    // A call reads an agent from memory; whoever changes one must start from what is kept.
    agents: { ...agents, get: stores.agents.get },
    refreshSettings: settings.catchUp,
    bearerTokens,
    policies,
    tryPolicy: pipeline.tryPolicy,
    baseUrl,
    callsUrl,
    identity,
    signInKey: deriveSignInKey(keys.master),
    signInMethod,
    journal,
    summaries,
    users: stores.users,
    webSessions: stores.webSessions,
    upstreams: [...routes.keys()],
    adminLogins: config.adminLogins,
    allowedLogins: config.allowedLogins,
    agentStats: pipeline.statsOf,
    testCall: pipeline.testCall,
    liveFeed: pipeline.liveFeed,
    onReplicaSignOut: (listener) => void signOuts.on('sign_out', listener),
    replays: pipeline.replays,
    payloads,
    reports: createSessionReports({
      journal,
      attestation: journal,
      summaries,
      clock,
      ids,
      policyTexts,
      readPolicy: readKeptPolicy,
      kindsByPass,
      associates,
      holds: journal.holds,
      printer: reportPrinter(),
    }),
    retention,
    legalHolds: journal.holds,
    attestation: journal,
    journalGap: journal.gap,
    system: systemView(
      { config, baseUrl, callsUrl, keys, routes, stores, detector },
      {
        ...server,
        policies,
        retention,
        signIn: { method: signInMethod, links: issuer !== undefined },
        liveCallCount: pipeline.liveCallCount,
      },
    ),
    acknowledgeGap: async (actor) => {
      if (journal.gap() === undefined) return;
      await journal.acknowledgeGap(actor);
      await pipeline.resume();
    },
    ...serviceTelemetry.metricsPage({
      ...server,
      liveCalls: pipeline.liveCallCount,
      journalSize: () => journal.head().size,
      files: async () => (await stores.storage()).files,
    }),
    portal: await portalOf(),
    ...(issuer === undefined ? {} : { issuer }),
  });
  const sweep = setInterval(pipeline.catchUp, sweepMs).unref();
  const prune = setInterval(retention.runWhenDue, retentionCheckMs).unref();
  const stopNotes = watchOperatorNotes(config.dataDir, {
    take: (note) => journal.append([note]),
    onDelay: (error) => logger.error({ err: error }, 'a note of an operator is not journalled yet'),
  });
  return {
    http,
    agents,
    journal,
    clock,
    ids,
    logger,
    health: server.health,
    ...(stores.ended === undefined ? {} : { ended: stores.ended }),
    liveCalls: pipeline.liveCallCount,
    webhookSecret,
    ...(config.ingressPort === null ? {} : { ingress: await buildIngress(server) }),
    ...(issuer === undefined ? {} : { createSignInLink: () => issuer.createSignInLink() }),
    drain: () => {
      draining = true;
    },
    close: async () => {
      clearInterval(sweep);
      clearInterval(prune);
      settings.stop();
      await retention.settle();
      await stopNotes();
      await pipeline.settle();
      await Promise.all([...routes.values()].map((route) => route.close?.()));
      await Promise.all([detector.close(), stores.close()]);
    },
  };
}

/** A policy of the past: its key may be gone, and nothing is masked by it any more. */
function readKeptPolicy(yaml: string): Policy | undefined {
  const decoded = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  return decoded.ok ? decoded.value.policy : undefined;
}

/** The built portal; without one, `/portal` says how to build it. */
async function portalOf(): Promise<Routes> {
  return existsSync(join(portalDir, 'index.html')) ? await portalFiles(portalDir) : missingPortal;
}

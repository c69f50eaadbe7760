import { createHmac, type KeyObject } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { functionCaller } from '../adapters/functions/call-function.ts';
import { ticketFolder } from '../adapters/oidc/ticket-folder.ts';
import { readLexicon } from '../adapters/onnx/model-files.ts';
import { withFolderLock } from '../adapters/system/folder-lock.ts';
import { createIds } from '../adapters/system/ids.ts';
import { deriveMacKey, deriveSignInKey } from '../adapters/system/key-derivation.ts';
import { watchOperatorNotes } from '../adapters/system/operator-notes.ts';
import { sealedUploads } from '../adapters/system/sealed-uploads.ts';
import { settleStage } from '../adapters/system/staged-files.ts';
import type { PolicyChanges } from '../agents/policy-changes.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { TranscriptDeliveries } from '../alerts/transcript-deliveries.ts';
import { dataFiles, modelDir, portalDir } from '../config/data-files.ts';
import type { RunningService } from '../config/running-service.ts';
import { kindsByPass, spokenLanguage, supportedKinds } from '../detect/index.ts';
import type { Result } from '../domain/fault.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import { unnamedClinic } from '../domain/settings/clinic.ts';
import { nothingHandled } from '../domain/settings/handled-things.ts';
import { areKeysStored, keysNotStored } from '../domain/settings/keys-stored.ts';
import { buildHttp, buildIngress, type VoiceDeps, voiceRoutes } from '../http/build-http.ts';
import type { FunctionDeps } from '../http/functions/run-functions.ts';
import { missingPortal, portalFiles } from '../http/routes/portal.ts';
import { createAgentContacts } from '../http/server/agent-contacts.ts';
import type { Demo, Routes, ServerDeps } from '../http/server/deps.ts';
import { hostedLimits } from '../http/server/rate-limit.ts';
import { recordEvent } from '../http/server/record-event.ts';
import type { Agents } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Journal } from '../ports/journal.ts';
import type { FunctionCaller } from '../ports/receivers/function-caller.ts';
import { productVersion } from '../product.ts';
import { agreementWith, isCovered } from '../projections/report/business-associates.ts';
import { policyCoverage } from '../projections/report/policy-coverage.ts';
import { createRosterAdmin, type RosterAdmin } from '../roster-import/roster-admin.ts';
import { type ChainChecks, createChainChecks } from '../sessions/chain-checks.ts';
import { createHoldRegister } from '../sessions/legal-holds.ts';
import { createRetention, type Retention } from '../sessions/retention.ts';
import { unsetAssociates } from '../settings/business-associates.ts';
import { storedSetting } from '../settings/stored-setting.ts';
import { removeDurably, writeWhole } from '../shared/durable-files.ts';
import { wireAlerts, wireTranscripts } from './alerts.ts';
import { type ChosenIdentity, chooseIdentity } from './choose-identity.ts';
import { createDemos } from './demo.ts';
import {
  type AppOptions,
  type Dependencies,
  loadDependencies,
  storageBackend,
} from './dependencies.ts';
import { openPolicyChanges } from './open-policy-changes.ts';
import { type OpenSettings, openSettings } from './open-settings.ts';
import { createPipeline, type Pipeline, type PipelineDeps } from './pipeline.ts';
import { rehearseCall } from './rehearsal.ts';
import { type Reports, readKeptPolicy, wireReports } from './reports.ts';
import type { JournalStore } from './storage-backend.ts';
import { gapReasons, keyIds, systemView } from './system-view.ts';
import { createServiceTelemetry, type ServiceTelemetry } from './telemetry.ts';
import { testUpstream } from './upstreams.ts';
import { webhookSecretsOf } from './webhook-secrets.ts';

/** A wired service with open stores, which does not listen yet. */
export interface App {
  readonly http: FastifyInstance;
  /** The listener for the tunnel (design D41); absent without `SVC_INGRESS_PORT`. */
  readonly ingress?: FastifyInstance;
  readonly agents: Agents;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  /** A one-time sign-in link; absent when the clinic's own provider signs people in. */
  readonly createSignInLink?: () => string;
  readonly logger: FastifyBaseLogger;
  /** What `/health` says. */
  readonly health: ServerDeps['health'];
  /** Resolves when a store has ended unexpectedly: no call can be served until the next start. */
  readonly ended?: Promise<void>;
  /** The number of calls in progress. */
  readonly liveCalls: () => number;
  /** To be called before it listens, so that no first caller waits; until `signal` aborts. */
  warmUp(signal: AbortSignal): Promise<void>;
  /** `/health` answers 503 from here on. */
  drain(): void;
  /** Writes everything pending and closes every store. Call it after the servers are closed. */
  close(): Promise<void>;
}

/** How often idle calls are ended and late writes tried again, in milliseconds. */
const sweepMs = 15_000;
/** How often the service looks for something to tell, in milliseconds. */
const alertsMs = 3_000;
/** How often the service checks whether a scheduled report or a draw of calls is due, in milliseconds. */
const schedulesMs = 300_000;
/** How often the service checks whether pruning is due, in milliseconds. */
const retentionCheckMs = 3_600_000;
/** The same for a verification of the journal; the first calls after a start come before it. */
const chainCheckMs = 30_000;

/**
 * Wires adapters, pipeline and HTTP into a service (docs/architecture.md). Returns problems of
 * configuration, policy and keys; rejects when a store cannot be opened.
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

/** What the parts of the service share. */
interface Wiring extends Dependencies {
  readonly ids: Ids;
  readonly telemetry: ServiceTelemetry;
  readonly alerts: Alerts;
  /** The parties in force: the portal's list, else the file's. */
  readonly associatesInForce: () => Promise<readonly BusinessAssociate[]>;
  /** The journal of the stores, watched by telemetry. */
  readonly journal: JournalStore;
  readonly settings: OpenSettings;
  readonly chainChecks: ChainChecks;
  /** Emits `sign_out` when any replica may have signed somebody out. */
  readonly signOuts: EventEmitter;
  readonly functions: FunctionCaller;
  readonly functionSecret: FunctionDeps['functionSecret'];
  readonly transcripts: TranscriptDeliveries;
  readonly transcriptSecret: FunctionDeps['functionSecret'];
}

async function wireApp(deps: Dependencies): Promise<App> {
  const { config, keys, logger, stores } = deps;
  const telemetry = createServiceTelemetry(config, productVersion);
  const measured = telemetry.journal(stores.journal);
  const chainChecks = createChainChecks({
    journal: measured,
    clock: deps.clock,
    onFailure: (error) => logger.warn({ err: error }, 'the journal is verified again later'),
  });
  const settingsInForce = await openSettings(deps);
  const made = {
    ids: createIds(),
    journal: { ...measured, verify: chainChecks.verify },
  };
  const associates = storedSetting(stores.documents, 'business_associates', unsetAssociates);
  const keysStored = storedSetting(stores.documents, 'keys_stored', keysNotStored);
  if (deps.demo !== undefined) {
    const { clinic } = deps.demo;
    await storedSetting(stores.documents, 'clinic', unnamedClinic).update(() => clinic);
    await keysStored.update(() => ({ at: new Date().toISOString(), by: 'demo' }));
  }
  const associatesInForce = async () => (await associates.read()).list ?? deps.associates;
  const transcriptSecret = secretUnder(deriveMacKey(keys.master, 'transcript-secret'));
  const caller = functionCaller(deps.clock, deps.env);
  const transcripts = wireTranscripts({
    ...deps,
    ...made,
    caller,
    agents: settingsInForce.agents,
    secretOf: transcriptSecret,
  });
  const wiring: Wiring = {
    ...deps,
    ...made,
    telemetry,
    signOuts: new EventEmitter(),
    functions: functionCaller(deps.clock),
    functionSecret: secretUnder(deriveMacKey(keys.master, 'function-secret')),
    transcripts,
    transcriptSecret,
    associatesInForce,
    settings: settingsInForce,
    chainChecks,
    alerts: wireAlerts({
      ...deps,
      ...made,
      transcripts,
      caller,
      agents: settingsInForce.agents,
      associates: associatesInForce,
      lastVerification: chainChecks.last,
      areKeysStored: async () => areKeysStored(await keysStored.read(), keyIds(deps.keys)),
    }),
  };
  const { clock, ids, journal, settings } = wiring;
  const pipeline = createPipeline(pipelineDeps(wiring));
  if (journal.gap() === undefined) await pipeline.resume();
  const retention = wireRetention(wiring);
  const roster = await wireRoster(wiring);
  const policyChanges = await openPolicyChanges(wiring);
  const { summaries, suggest } = pipeline;
  const reports = wireReports({ ...wiring, summaries, suggest });
  const demo = deps.demo === undefined ? await createDemos(deps, createApp) : undefined;
  let draining = false;
  const server = wireServer(wiring, pipeline, () => draining);
  const { http, issuer } = await wireManagement(wiring, {
    pipeline,
    retention,
    roster,
    policyChanges,
    server,
    reports,
    demo,
  });
  const ingress = config.ingressPort === null ? {} : { ingress: await buildIngress(server) };
  // A service that was off when the week ended draws now.
  reports.callSampling.work();
  // Alerts concern what happens from now on, not only what happens after the first interval.
  wiring.alerts.work();
  const timers = [
    setInterval(pipeline.catchUp, sweepMs).unref(),
    setInterval(retention.runWhenDue, retentionCheckMs).unref(),
    setInterval(chainChecks.runWhenDue, chainCheckMs).unref(),
    setInterval(wiring.alerts.work, alertsMs).unref(),
    setInterval(reports.scheduledReports.work, schedulesMs).unref(),
    setInterval(reports.callSampling.work, schedulesMs).unref(),
  ];
  await sayWhatIsGiven(wiring);
  const stopNotes = takeOperatorNotes(wiring);
  return {
    http,
    ...ingress,
    agents: settings.agents,
    journal,
    clock,
    ids,
    logger,
    health: server.health,
    ...(stores.ended === undefined ? {} : { ended: stores.ended }),
    liveCalls: pipeline.liveCallCount,
    warmUp: async (signal) => {
      await pipeline.warmUp(signal);
      await rehearseCall(
        {
          pipeline: pipelineDeps(wiring),
          voice: voiceDeps(wiring, pipeline),
          limits: config.upstreamLimits,
        },
        signal,
      );
    },
    ...(issuer === undefined ? {} : { createSignInLink: () => issuer.createSignInLink() }),
    drain: () => {
      draining = true;
    },
    close: async () => {
      for (const timer of timers) clearInterval(timer);
      await demo?.remove();
      policyChanges.stop();
      settings.stop();
      await retention.settle();
      await wiring.alerts.settle();
      await wiring.transcripts.stop();
      await caller.close();
      await reports.scheduledReports.settle();
      await reports.callSampling.settle();
      await roster.settle();
      await stopNotes();
      await wiring.functions.close();
      await removeDurably(dataFiles(config.dataDir).running);
      await pipeline.settle();
      await Promise.all([...deps.routes.values()].map((route) => route.close?.()));
      await Promise.all([deps.detector.close(), stores.close()]);
    },
  };
}

/** Derived, so that no store keeps it and every replica has it. */
function secretUnder(key: KeyObject): FunctionDeps['functionSecret'] {
  return ({ id }) => `whsec_${createHmac('sha256', key).update(id).digest('base64')}`;
}

/** Journals the notes of operators; returns a function that ends it. */
function takeOperatorNotes({ config, journal, logger }: Wiring): () => Promise<void> {
  return watchOperatorNotes(config.dataDir, {
    take: (note) => journal.append([note]),
    onDelay: (error) => logger.error({ err: error }, 'a note of an operator is not journalled yet'),
  });
}

/** For `svc doctor`; a file that cannot be written stops no service. */
async function sayWhatIsGiven({ config, routes, logger }: Wiring): Promise<void> {
  const given: RunningService = {
    upstreams: Object.fromEntries(
      [...routes].map(([name, { missing = [], host }]) => [
        name,
        { missing: [...missing], ...(host !== undefined && { host }) },
      ]),
    ),
  };
  await writeWhole(dataFiles(config.dataDir).running, JSON.stringify(given)).catch((error) =>
    logger.error({ err: error }, 'what the service was given is not written'),
  );
}

function pipelineDeps(wiring: Wiring): PipelineDeps {
  const { config, keys, logger, routes, settings, signOuts, stores, telemetry } = wiring;
  const { clock, ids, journal, keyring, detector, languages, associatesInForce } = wiring;
  const { agents, policies } = settings;
  const { summaries, words, payloads, marks, remarks, policyTexts, vault, openCalls } = stores;
  const { appended, liveTextRelay } = stores;
  return {
    clock,
    ids,
    journal,
    keyring,
    detector,
    languages,
    agents,
    policies,
    clinic: storedSetting(stores.documents, 'clinic', unnamedClinic),
    settings,
    summaries,
    words,
    payloads,
    marks,
    remarks,
    policyTexts,
    vault,
    appended,
    liveTextRelay,
    kids: [...keys.roots.keys()],
    roster: stores.roster,
    lexicon: () => readLexicon(modelDir),
    sharedCalls: openCalls,
    onSignOut: () => signOuts.emit('sign_out'),
    routeOf: (name) => routes.get(name),
    hasAgreement: async (upstream) => {
      const startedAt = new Date(clock.now()).toISOString();
      return isCovered(agreementWith(await associatesInForce(), { upstream, startedAt }));
    },
    callKey: deriveMacKey(keys.master, 'call-id'),
    partialDedup: config.partialDedup,
    longestHolds: { text: config.streamBufferMs, token: config.tokenHoldMs },
    rehydrationScope: config.rehydrationScope,
    telemetry: telemetry.turns,
    onDelay: (what, error) => logger.error({ err: error, what }, 'not written yet'),
    onPayloadLost: (error) => logger.error({ err: error }, 'the payload of a reply is lost'),
  };
}

function wireRetention({ journal, settings, stores, clock, logger }: Wiring): Retention {
  return createRetention({
    journal: { ...journal.retention, head: journal.head, read: journal.read },
    holds: journal.holds,
    agents: settings.agents,
    policies: settings.policies,
    clock,
    erasures: [stores.summaryErasure, stores.payloads],
    onRun: (run) => logger[run.outcome.startsWith('clock') ? 'warn' : 'info'](run, 'retention'),
    onFailure: (error) => logger.error({ err: error }, 'retention is tried again later'),
  });
}

/** Also erases what a crash left of the roster. */
async function wireRoster({
  config,
  keys,
  stores,
  clock,
  ids,
  logger,
}: Wiring): Promise<RosterAdmin> {
  await stores.roster.eraseAbandoned(clock.now());
  return createRosterAdmin({
    roster: stores.roster,
    clock,
    ids,
    uploads: sealedUploads(config.dataDir),
    fileKey: deriveMacKey(keys.master, 'roster-file'),
    onFailure: (error) => logger.error({ err: error }, 'an import of the roster failed'),
  });
}

/** What the management listener and the ingress share. */
function wireServer(wiring: Wiring, pipeline: Pipeline, isDraining: () => boolean): ServerDeps {
  const { config, clock, ids, journal, settings, stores } = wiring;
  const rateLimits =
    config.rateLimit === 'hosted' ? hostedLimits(clock, stores.openCalls?.living) : undefined;
  return {
    clock,
    ids,
    version: productVersion,
    logger: wiring.logger,
    contacts: createAgentContacts(clock),
    health: () => [
      ...(isDraining() ? ['draining'] : []),
      ...gapReasons(journal.gap()),
      ...stores.reasons(),
      ...settings.reasons(),
    ],
    proxy: voiceRoutes({ ...voiceDeps(wiring, pipeline), takeTurn: rateLimits?.calls }),
    ...(rateLimits === undefined ? {} : { rateLimits }),
    ...(wiring.tls === undefined ? {} : { tls: wiring.tls }),
    ...wiring.telemetry.answers,
  };
}

/** What the routes of voice platforms need, but the limits of their rates. */
function voiceDeps(wiring: Wiring, pipeline: Pipeline): VoiceDeps {
  const { config, clock, ids, settings, stores } = wiring;
  return {
    agents: settings.agents,
    refreshSettings: settings.catchUp,
    bearerTokens: stores.bearerTokens,
    callsUrl: wiring.callsUrl,
    clock,
    shortLivedKey: deriveMacKey(wiring.keys.master, 'short-lived-token'),
    ids,
    runTurn: pipeline.runTurn,
    sessions: pipeline.sessions,
    webhookSecrets: webhookSecretsOf(config, wiring.keys),
    requireTimestamp: config.requireTimestamp,
    requireCallId: config.requireCallId,
    signatureHeaders: config.signatureHeaders,
    twilioAuthToken: config.twilioAuthToken,
    functions: wiring.functions,
    functionSecret: wiring.functionSecret,
    languageOf: (said) => spokenLanguage([said], wiring.languages),
  };
}

interface ServiceParts {
  readonly demo: Demo | undefined;
  readonly pipeline: Pipeline;
  readonly retention: Retention;
  readonly roster: RosterAdmin;
  readonly policyChanges: PolicyChanges;
  readonly server: ServerDeps;
  readonly reports: Reports;
}

/** What people set in the portal. */
function wireSettings(
  { stores: { documents }, associates, alerts, routes }: Wiring,
  { readOwnNames }: Pipeline,
) {
  const clinic = storedSetting(documents, 'clinic', unnamedClinic);
  return {
    keysStored: storedSetting(documents, 'keys_stored', keysNotStored),
    handledThings: storedSetting(documents, 'handled_things', nothingHandled),
    associatesSetting: storedSetting(documents, 'business_associates', unsetAssociates),
    associatesFile: associates,
    testUpstream: (name: string) => testUpstream(routes.get(name)),
    alerts,
    clinic: {
      ...clinic,
      update: async (change: Parameters<typeof clinic.update>[0]) => {
        const changed = await clinic.update(change);
        await readOwnNames();
        return changed;
      },
    },
  };
}

/** The management listener, and the embedded issuer where it signs people in. */
async function wireManagement(wiring: Wiring, parts: ServiceParts) {
  const { pipeline, retention, roster, policyChanges, server, demo } = parts;
  const { config, keys, baseUrl, callsUrl, routes, journal, settings, stores, signOuts } = wiring;
  const { policies } = settings;
  const { issuer, ...signIn } = wireSignIn(wiring);
  const http = await buildHttp({
    ...server,
    visitor: wiring.demo?.visitor,
    demo,
    // A call reads an agent from memory; a change of an agent must start from the stored one.
    agents: { ...settings.agents, get: stores.agents.get },
    refreshSettings: settings.catchUp,
    associates: wiring.associatesInForce,
    bearerTokens: stores.bearerTokens,
    policies,
    policyChanges,
    readPolicy: readKeptPolicy,
    coverageOf: (policy) => policyCoverage(policy, kindsByPass),
    tryPolicy: pipeline.tryPolicy,
    maskAnswer: pipeline.maskAnswer,
    previewPolicy: pipeline.previewPolicy,
    baseUrl,
    callsUrl,
    journal,
    retention,
    roster,
    ...signIn,
    signInKey: deriveSignInKey(keys.master),
    ...wireSettings(wiring, pipeline),
    summaries: pipeline.summaries,
    callSearch: pipeline.callSearch,
    wordIndexing: pipeline.wordIndexing,
    refoldSession: pipeline.refoldSession,
    users: stores.users,
    webSessions: stores.webSessions,
    upstreams: [...routes.keys()],
    patternsOnly: (upstream) => routes.get(upstream)?.skipsModelPass ?? false,
    adminLogins: config.adminLogins,
    allowedLogins: config.allowedLogins,
    agentStats: pipeline.statsOf,
    testCall: pipeline.testCall,
    functions: wiring.functions,
    functionSecret: wiring.functionSecret,
    transcriptSecret: wiring.transcriptSecret,
    liveFeed: pipeline.liveFeed,
    onReplicaSignOut: (listener) => void signOuts.on('sign_out', listener),
    replays: pipeline.replays,
    payloads: stores.payloads,
    marks: stores.marks,
    remarks: stores.remarks,
    markInCall: pipeline.markInCall,
    callTexts: pipeline.callTexts,
    supportedKinds,
    ...parts.reports,
    legalHolds: createHoldRegister({ journal, holds: journal.holds, summaries: stores.summaries }),
    activity: journal,
    attestation: journal,
    journalGap: journal.gap,
    lastVerification: wiring.chainChecks.last,
    system: systemView(wiring, {
      ...server,
      policies,
      retention,
      signIn: { method: signIn.signInMethod, links: issuer !== undefined },
      liveCallCount: pipeline.liveCallCount,
    }),
    acknowledgeGap: async (actor) => {
      if (journal.gap() === undefined) return;
      await journal.acknowledgeGap(actor);
      await pipeline.resume();
    },
    ...wiring.telemetry.metricsPage({
      ...server,
      liveCalls: pipeline.liveCallCount,
      journalSize: () => journal.head().size,
      files: async () => (await stores.storage()).files,
    }),
    portal: await portalOf(),
    ...(issuer === undefined ? {} : { issuer }),
  });
  return { http, issuer };
}

function wireSignIn({ config, baseUrl, keys, journal, clock }: Wiring): ChosenIdentity {
  return chooseIdentity({
    ...config,
    baseUrl,
    ticketStore: ticketFolder(
      dataFiles(config.dataDir).tickets,
      deriveMacKey(keys.master, 'sign-in-ticket'),
    ),
    onTicketRefused: () =>
      recordEvent({ journal, clock }, 'login_failed', { reason: 'ticket_refused' }),
  });
}

/** The built portal; without one, `/portal` says how to build it. */
async function portalOf(): Promise<Routes> {
  return existsSync(join(portalDir, 'index.html')) ? await portalFiles(portalDir) : missingPortal;
}

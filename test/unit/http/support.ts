import { createSecretKey } from 'node:crypto';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createEmbeddedIssuer } from '../../../server/adapters/oidc/embedded-issuer.ts';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { beginPolicyVersions, createPolicyChanges } from '../../../server/agents/policy-changes.ts';
import { createPolicyStore } from '../../../server/agents/policy-store.ts';
import { createAlerts } from '../../../server/alerts/alerts.ts';
import { kindsByPass } from '../../../server/detect/index.ts';
import type { EventDraft } from '../../../server/domain/event.ts';
import { Fault } from '../../../server/domain/fault.ts';
import { noSamples } from '../../../server/domain/reports/call-samples.ts';
import { noSchedules } from '../../../server/domain/reports/schedule.ts';
import { unnamedClinic } from '../../../server/domain/settings/clinic.ts';
import { nothingHandled } from '../../../server/domain/settings/handled-things.ts';
import { keysNotStored } from '../../../server/domain/settings/keys-stored.ts';
import { buildHttp } from '../../../server/http/build-http.ts';
import { createAgentContacts } from '../../../server/http/server/agent-contacts.ts';
import type { HttpDeps } from '../../../server/http/server/deps.ts';
import { createLogger } from '../../../server/http/server/logger.ts';
import { recordEvent } from '../../../server/http/server/record-event.ts';
import { createLiveFeed } from '../../../server/live-view/live-feed.ts';
import { createTranscripts } from '../../../server/live-view/transcripts.ts';
import { createSearch } from '../../../server/pipeline/detection.ts';
import { createPlayground } from '../../../server/pipeline/policy-playground.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import type { Journal, Verification } from '../../../server/ports/journal.ts';
import type { Uploads } from '../../../server/ports/roster.ts';
import { policyCoverage } from '../../../server/projections/report/policy-coverage.ts';
import { createRosterAdmin } from '../../../server/roster-import/roster-admin.ts';
import { createCallSearch } from '../../../server/sessions/call-search.ts';
import { createHoldRegister } from '../../../server/sessions/legal-holds.ts';
import { unsetAssociates } from '../../../server/settings/business-associates.ts';
import { storedSetting } from '../../../server/settings/stored-setting.ts';
import { memoryAgents, memoryBearerTokens } from '../../support/memory/agents.ts';
import { memoryAlertSender } from '../../support/memory/alert-sender.ts';
import { memoryCalls } from '../../support/memory/calls.ts';
import { memoryDocuments } from '../../support/memory/documents.ts';
import { memoryJournal } from '../../support/memory/journal.ts';
import { memoryMarks } from '../../support/memory/marks.ts';
import { memoryPayloads } from '../../support/memory/payloads.ts';
import { memoryPolicyTexts } from '../../support/memory/policy-texts.ts';
import { memoryPolicyVersions } from '../../support/memory/policy-versions.ts';
import { memoryRemarks } from '../../support/memory/remarks.ts';
import { memoryRoster } from '../../support/memory/roster.ts';
import { memoryTickets } from '../../support/memory/tickets.ts';
import { memoryUsers, memoryWebSessions } from '../../support/memory/users.ts';
import { kid, tokenKit } from '../../support/token-kit.ts';

export const baseUrl = 'http://127.0.0.1:8787';

/** Keeps drafts as they come; `broken` makes it refuse, `verdict` is what verification finds. */
export interface DraftJournal extends Journal {
  readonly drafts: EventDraft[];
  broken: boolean;
  verdict: Verification | undefined;
}

function draftJournal(): DraftJournal {
  const drafts: EventDraft[] = [];
  const head = () => ({ size: drafts.length, hash: '0'.repeat(64) });
  const journal: DraftJournal = {
    drafts,
    broken: false,
    verdict: undefined,
    append: async (added) => {
      if (journal.broken) throw new Fault('AuditUnavailable', 'the audit journal is unavailable');
      drafts.push(...added);
      return [];
    },
    read: async () => [],
    verify: async () => journal.verdict ?? { ok: true, eventCount: drafts.length, head: head() },
    head,
  };
  return journal;
}

/** For the parts that need a whole service; a test that uses one gives its own. */
function notHere(what: string): Promise<never> {
  return Promise.reject(new Error(`the fixture has no ${what}`));
}

const memoryUploads: Uploads = {
  keep: async (body) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(chunk);
    const size = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    async function* bytes() {
      yield* chunks;
    }
    return { size, bytes: bytes(), remove: async () => undefined };
  },
};

const strictYaml = defaultPolicyYaml.replace(/^name: .*$/m, 'name: clinic-strict');
const names = {
  kids: new Set(['K_HEALTHCARE']),
  supportedKinds: new Set('PHONE SSN NAME EMAIL DOB ADDRESS MRN ACCOUNT IP_ADDRESS'.split(' ')),
};

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** The real HTTP layer over memory stores, with a clock that only the test moves. */
export async function startFixture(overrides: Partial<HttpDeps> = {}) {
  const time = { now: Date.parse('2026-11-21T10:00:00.000Z') };
  const file = { yaml: defaultPolicyYaml };
  const decode = (yaml: string) => decodePolicy(yaml, names);
  const valid = (yaml: string) => {
    const decoded = decode(yaml);
    if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
    return decoded.value;
  };
  const journal = draftJournal();
  const issuer = createEmbeddedIssuer({ baseUrl, ticketStore: memoryTickets() });
  const calls = memoryCalls();
  const kept = memoryJournal();
  const users = memoryUsers();
  const agents = memoryAgents();
  const roster = memoryRoster();
  const clock = { now: () => time.now, monotonicUs: () => time.now * 1000 };
  const ids = createIds(() => time.now);
  const policies = createPolicyStore({
    initial: valid(defaultPolicyYaml),
    shipped: [valid(strictYaml)],
    decode,
    readFile: async () => ({ ok: true, value: file.yaml }),
  });
  const versionDeps = { versions: memoryPolicyVersions(), texts: memoryPolicyTexts(), clock };
  await beginPolicyVersions(versionDeps, policies.current());
  const policyChanges = createPolicyChanges({
    alone: (change) => change(),
    ...versionDeps,
    agents,
    policies,
    ids,
    record: (kind, fields, agentId) =>
      recordEvent({ journal, clock }, kind, fields, agentId === undefined ? {} : { agentId }),
    approvers: async () =>
      (await users.list({ limit: 100 })).filter(({ role }) => role === 'admin').map(({ id }) => id),
  });
  const documents = memoryDocuments();
  const sender = memoryAlertSender();
  const deps: HttpDeps = {
    agents,
    associates: async () => [],
    bearerTokens: memoryBearerTokens(agents),
    functions: { call: async () => ({ outcome: 'done', status: 200, attempts: 1, text: '{}' }) },
    functionSecret: () => `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
    transcriptSecret: () => `whsec_${Buffer.alloc(32, 6).toString('base64')}`,
    summaries: calls,
    callSearch: createCallSearch({
      keyring: tokenKit().keyring,
      kids: [kid],
      agents,
      callKey: createSecretKey(Buffer.alloc(32, 8)),
    }),
    wordIndexing: {
      inOrder: true,
      catchUp: async () => undefined,
      missing: async () => 0,
      change: async (_id, change) => change(),
    },
    refoldSession: async () => undefined,
    remarks: memoryRemarks(),
    users,
    webSessions: memoryWebSessions(users),
    identity: issuer.identity,
    signInKey: createSecretKey(Buffer.alloc(32, 7)),
    issuer,
    journal,
    activity: kept,
    attestation: kept,
    journalGap: () => undefined,
    lastVerification: () => undefined,
    clock,
    ids,
    roster: createRosterAdmin({
      roster,
      clock,
      ids,
      uploads: memoryUploads,
      fileKey: createSecretKey(Buffer.alloc(32, 9)),
      onFailure: () => undefined,
    }),
    policies,
    policyChanges,
    readPolicy: (yaml) => valid(yaml).policy,
    coverageOf: (policy) => policyCoverage(policy, kindsByPass),
    associatesSetting: storedSetting(documents, 'business_associates', unsetAssociates),
    associatesFile: [],
    testUpstream: () => notHere('a provider'),
    alerts: createAlerts({
      documents,
      journal,
      clock,
      ids,
      sender,
      replica: null,
      transcripts: { take: async () => false, work: () => undefined },
      portalUrl: `${baseUrl}/portal`,
      upstreamOf: async () => undefined,
      conditions: async () => ({}),
      onFailure: () => undefined,
    }),
    keysStored: storedSetting(documents, 'keys_stored', keysNotStored),
    handledThings: storedSetting(documents, 'handled_things', nothingHandled),
    callSamples: storedSetting(documents, 'call_samples', noSamples),
    clinic: storedSetting(documents, 'clinic', unnamedClinic),
    reportSchedules: storedSetting(documents, 'report_schedules', noSchedules),
    previewPolicy: () => notHere('preview'),
    tryPolicy: createPlayground(createSearch({ cachedCharacters: 0 })),
    maskAnswer: createPlayground(createSearch({ cachedCharacters: 0 })),
    refreshSettings: async () => undefined,
    testCall: () => notHere('test call'),
    demo: {
      state: () => ({ state: 'none', calls_played: 0, calls_planned: 0 }),
      play: () => notHere('demo'),
      remove: async () => undefined,
      answer: () => false,
    },
    liveFeed: createLiveFeed({ transcripts: createTranscripts(), epoch: 'test' }),
    onReplicaSignOut: () => undefined,
    replays: { of: () => notHere('transcript') },
    payloads: memoryPayloads(),
    marks: memoryMarks(),
    markInCall: async () => 'unchanged',
    callTexts: { mask: () => notHere('masking'), unmask: () => notHere('unmasking') },
    supportedKinds: names.supportedKinds,
    reports: {
      json: () => notHere('report'),
      pdf: () => notHere('report'),
      proof: () => notHere('report'),
    },
    periodReports: {
      json: () => notHere('report'),
      pdf: () => notHere('report'),
      archive: () => notHere('report'),
    },
    retention: {
      status: () => notHere('retention'),
      run: () => notHere('retention'),
    },
    legalHolds: createHoldRegister({ journal: kept, holds: kept.holds, summaries: calls }),
    system: () => notHere('system view'),
    callsUrl: () => baseUrl,
    logger: createLogger('silent'),
    proxy: async () => undefined,
    portal: async (scope) => {
      scope.get('/portal', async () => 'the portal');
    },
    patternsOnly: (upstream) => upstream === 'stub',
    upstreams: ['provider:model-small', 'provider:model-large', 'stub'],
    acknowledgeGap: async () => undefined,
    agentStats: async () => ({
      sessionCount24h: 3,
      sessionCount7d: 9,
      redactionCount24h: 12,
      p50LatencyMs: 2,
      p95LatencyMs: 8,
    }),
    contacts: createAgentContacts(clock),
    health: () => [],
    version: '0.1.0',
    baseUrl,
    adminLogins: [],
    allowedLogins: [],
    signInMethod: 'embedded',
    ...overrides,
  };
  const app = await buildHttp(deps);
  const browser = () => createBrowser(app);
  return {
    app,
    deps,
    time,
    sender,
    file,
    journal,
    calls,
    roster,
    issuer,
    browser,
    strictYaml,
    /** A browser in which `login` has signed in by a one-time link. */
    async signIn(login: string) {
      const signedIn = browser();
      await signedIn.follow(issuer.createSignInLink(login));
      return signedIn;
    },
  };
}

export type Browser = ReturnType<typeof createBrowser>;

type FollowOptions = Pick<InjectOptions, 'headers' | 'remoteAddress'> & { stopAt?: string };

/** Sends requests as a browser does: keeps cookies by path and follows redirects when asked. */
function createBrowser(app: FastifyInstance) {
  const jar = new CookieJar();

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    options: Pick<InjectOptions, 'headers' | 'payload' | 'remoteAddress'> = {},
  ): Promise<LightMyRequestResponse> {
    const { pathname, search } = new URL(url, baseUrl);
    const cookie = jar.header(pathname);
    const headers = {
      host: new URL(baseUrl).host,
      ...(cookie === '' ? {} : { cookie }),
      ...options.headers,
    };
    const response = await app.inject({ method, url: pathname + search, ...options, headers });
    const set = response.headers['set-cookie'];
    jar.take(set === undefined ? [] : [set].flat());
    return response;
  }

  return {
    jar,
    send,
    get: (url: string) => send('GET', url),
    post: (url: string, payload?: object) =>
      send('POST', url, payload === undefined ? {} : { payload }),
    /** Every URL visited, and the last answer; goes no further than a URL that has `stopAt` in it. */
    async follow(start: string, { stopAt, ...options }: FollowOptions = {}) {
      const visited = [start];
      let response = await send('GET', start, options);
      for (let hops = 0; hops < 10 && response.statusCode >= 300; hops += 1) {
        const location = response.headers.location;
        if (location === undefined) break;
        const next = new URL(location, new URL(visited.at(-1) ?? '', baseUrl)).href;
        visited.push(next);
        if (stopAt !== undefined && next.includes(stopAt)) break;
        response = await send('GET', next, options);
      }
      return { visited, response };
    },
  };
}

/** Name, value and path of cookies; enough of RFC 6265 for one host. */
export class CookieJar {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();

  take(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
      const gone = attributes.some((text) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(text));
      if (gone || value === '') this.#cookies.delete(`${name} ${path}`);
      else this.#cookies.set(`${name} ${path}`, { name, value, path });
    }
  }

  get(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  set(name: string, value: string, path = '/'): void {
    this.#cookies.set(`${name} ${path}`, { name, value, path });
  }

  header(pathname: string): string {
    return [...this.#cookies.values()]
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

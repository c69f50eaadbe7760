import { createHmac, createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Response } from 'light-my-request';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { stubUpstream } from '../../server/adapters/upstream-stub/stub.ts';
import type { CurrentSettings } from '../../server/agents/current-settings.ts';
import { createPolicyStore } from '../../server/agents/policy-store.ts';
import { createPipeline, type Pipeline } from '../../server/app/pipeline.ts';
import { supportedKinds } from '../../server/detect/index.ts';
import type { Agent } from '../../server/domain/agent.ts';
import type { Detection } from '../../server/domain/detection.ts';
import type { EventDraft, JournalRecord } from '../../server/domain/event.ts';
import { Fault } from '../../server/domain/fault.ts';
import { Secret } from '../../server/domain/secret.ts';
import type { SessionSummary } from '../../server/domain/session.ts';
import { buildIngress, voiceRoutes } from '../../server/http/build-http.ts';
import { createAgentContacts } from '../../server/http/server/agent-contacts.ts';
import { createLogger } from '../../server/http/server/logger.ts';
import type { RateLimits } from '../../server/http/server/rate-limit.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import type { Roster } from '../../server/ports/roster.ts';
import type { UpstreamReply } from '../../server/ports/upstream.ts';
import { memoryAgents, memoryBearerTokens } from './memory/agents.ts';
import { memoryCalls } from './memory/calls.ts';
import { type MemoryJournal, memoryJournal } from './memory/journal.ts';
import { memoryMarks } from './memory/marks.ts';
import { memoryPayloads } from './memory/payloads.ts';
import { memoryPolicyTexts } from './memory/policy-texts.ts';
import { memoryRemarks } from './memory/remarks.ts';
import { smallLexicon } from './roster-index-kit.ts';
import { agentId, kid, tokenKit } from './token-kit.ts';

/** The proxy over stores in memory; a test can make each of them fail. */
export interface MemoryProxy {
  /** Ready, not listening. */
  readonly http: FastifyInstance;
  readonly pipeline: Pipeline;
  readonly stores: Stores;
  readonly journal: MemoryJournal;
  /** Bodies that reached the upstream. */
  readonly forwarded: readonly string[];
  /** What was reported as late: `events`, `sessions` or `ending`. */
  readonly delays: readonly string[];
  /** Which store rejects from now on. */
  broken: {
    journal?: boolean;
    vault?: boolean;
    /** The vault answers, and then can't keep what it answered. */
    vaultCommit?: boolean;
    detector?: boolean;
    calls?: boolean;
    payloads?: boolean;
  };
  /** What the detector, the vault’s commit and the upstream wait for before they answer. */
  detectorWaits: Promise<void>;
  vaultCommitWaits: Promise<void>;
  upstreamWaits: Promise<void>;
  /** Runs while the upstream is being asked. */
  meanwhile: () => void;
  /** Runs when the journal has written something. */
  afterAppend: (drafts: readonly EventDraft[]) => void;
  /** A signed chat completion with one user message. */
  say(words: string, extra?: object): Promise<Response>;
  /** A signed message to the webhook. */
  tell(message: object): Promise<Response>;
  records(): Promise<readonly JournalRecord[]>;
  sessions(): Promise<readonly SessionSummary[]>;
}

/** What requests to it are signed with. */
export const secret = 'memory-proxy-secret';

export const clinic: Agent = {
  id: agentId,
  name: 'clinic',
  upstream: 'provider:model-small',
  tokenization: null,
  policyYaml: null,
  policyVersion: 0,
  tokenGuidance: false,
  systemPrompt: null,
  failureMessage: null,
  transcriptUrl: null,
  firstMessage: null,
  tools: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};

const newStores = () => ({
  kit: tokenKit(),
  journal: memoryJournal(),
  agents: memoryAgents(),
  calls: memoryCalls(),
  payloads: memoryPayloads(),
  marks: memoryMarks(),
});

/** What is on disk in the real service. */
export type Stores = ReturnType<typeof newStores>;

export interface MemoryProxyOptions {
  readonly changePolicy?: (yaml: string) => string;
  /** Stores that another proxy left, as after a crash. */
  readonly stores?: Stores;
  readonly rateLimits?: RateLimits;
  readonly partialDedup?: boolean;
  /** Headers besides `X-Voice-Signature` in which platforms sign. */
  readonly signatureHeaders?: readonly string[];
  /** The people whom the clinic knows; its lexicon is `smallLexicon`. */
  readonly roster?: Roster;
  /** What the model says to a body; default: as `stub`. */
  readonly model?: (body: string) => string;
  /** Default: no other replica changes settings. */
  readonly settings?: CurrentSettings;
}

export async function memoryProxy({
  changePolicy = (yaml) => yaml,
  stores = newStores(),
  rateLimits,
  partialDedup = false,
  signatureHeaders = [],
  roster,
  model,
  settings,
}: MemoryProxyOptions = {}): Promise<MemoryProxy> {
  const { kit, journal, agents, calls, payloads, marks } = stores;
  const forwarded: string[] = [];
  const delays: string[] = [];
  const refuse = (what: keyof MemoryProxy['broken']): void => {
    if (proxy.broken[what] === true) throw new Error(`the ${what} fails, as the test wants`);
  };
  const refusePayloads = (): void => {
    if (proxy.broken.payloads === true) throw new Fault('AuditUnavailable', 'as the test wants');
  };
  const decode = (yaml: string) => decodePolicy(yaml, { kids: kit.keyring, supportedKinds });
  const initial = decode(
    changePolicy(defaultPolicyYaml.replace('kid: K_HEALTHCARE', `kid: ${kid}`)),
  );
  if (!initial.ok)
    throw new Error(`bad policy: ${initial.problems.map(({ path }) => path).join()}`);
  const stub = stubUpstream();

  const pipeline = createPipeline({
    hasAgreement: async () => false,
    ...(settings && { settings }),
    ...kit,
    kids: [kid],
    agents,
    marks,
    remarks: memoryRemarks(),
    roster,
    lexicon: async () => smallLexicon,
    summaries: {
      ...calls,
      record: async (rows) => {
        refuse('calls');
        await calls.record(rows);
      },
    },
    words: calls.words,
    clock: systemClock,
    journal: {
      ...journal,
      append: async (drafts) => {
        if (proxy.broken.journal === true) journal.failNext();
        const records = await journal.append(drafts);
        proxy.afterAppend(drafts);
        return records;
      },
    },
    payloads: {
      ...payloads,
      keepFirst: async (session, key, payload) => {
        refusePayloads();
        return payloads.keepFirst(session, key, payload);
      },
      keep: async (session, payload) => {
        refusePayloads();
        return payloads.keep(session, payload);
      },
    },
    vault: {
      ...kit.vault,
      intern: async (agent, entries) => {
        refuse('vault');
        const offered = entries.map(({ token }) => token);
        const interned =
          proxy.broken.vaultCommit === true
            ? { tokens: offered }
            : await kit.vault.intern(agent, entries);
        const durable = proxy.vaultCommitWaits.then(() => refuse('vaultCommit'));
        return { tokens: interned.tokens, durable };
      },
    },
    detector: {
      version: 'none',
      detect: async (inputs): Promise<readonly (readonly Detection[])[]> => {
        refuse('detector');
        await proxy.detectorWaits;
        return inputs.map(() => []);
      },
    },
    policyTexts: memoryPolicyTexts(),
    policies: createPolicyStore({
      initial: initial.value,
      shipped: [],
      decode,
      readFile: async () => ({ ok: true, value: defaultPolicyYaml }),
    }),
    routeOf: () => ({
      upstream: {
        complete: async (request, signal) => {
          forwarded.push(request.body);
          proxy.meanwhile();
          await proxy.upstreamWaits;
          return model === undefined
            ? stub.complete(request, signal)
            : wholeReply(model(request.body));
        },
      },
      model: 'stub',
      skipsModelPass: false,
    }),
    callKey: createSecretKey(Buffer.alloc(32, 9)),
    partialDedup,
    longestHolds: { text: 50, token: 2_000 },
    rehydrationScope: 'call',
    onDelay: (what) => delays.push(what),
    onPayloadLost: () => delays.push('payload'),
  });
  if ((await agents.get(agentId)) === undefined) await agents.create(clinic);
  const http = await buildIngress({
    clock: systemClock,
    ids: kit.ids,
    version: '0.0.0',
    contacts: createAgentContacts(systemClock),
    health: () => [],
    logger: createLogger('silent'),
    ...(rateLimits === undefined ? {} : { rateLimits }),
    proxy: voiceRoutes({
      agents,
      bearerTokens: memoryBearerTokens(agents),
      refreshSettings: async () => undefined,
      callsUrl: () => 'http://127.0.0.1:8787',
      clock: systemClock,
      shortLivedKey: createSecretKey(Buffer.alloc(32)),
      ids: kit.ids,
      twilioAuthToken: null,
      signatureHeaders,
      // A request without a call id is then a call of its own, as a test call is: ended with its reply.
      runTurn: ({ credential, ...input }) => pipeline.runTurn(input),
      sessions: pipeline.sessions,
      webhookSecrets: [new Secret(secret)],
      functions: { call: () => Promise.reject(new Error('no function is called here')) },
      functionSecret: () => '',
      languageOf: () => 'en',
    }),
  });
  const post = (url: string, body: object): Promise<Response> => {
    const payload = JSON.stringify(body);
    const signature = createHmac('sha256', secret).update(payload).digest('hex');
    return http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-voice-signature': signature },
      payload,
    });
  };
  const proxy: MemoryProxy = {
    http,
    pipeline,
    stores,
    journal,
    forwarded,
    delays,
    broken: {},
    detectorWaits: Promise.resolve(),
    vaultCommitWaits: Promise.resolve(),
    upstreamWaits: Promise.resolve(),
    meanwhile: () => undefined,
    afterAppend: () => undefined,
    say: (words, extra = {}) =>
      post(`/proxy/${agentId}/v1/chat/completions`, {
        messages: [{ role: 'user', content: words }],
        ...extra,
      }),
    tell: (message) => post(`/voice/webhook/${agentId}`, { message }),
    records: () => journal.read({ limit: 10_000 }),
    sessions: () => calls.list({ limit: 100 }),
  };
  return proxy;
}

function wholeReply(content: string): UpstreamReply {
  const message = { role: 'assistant', content };
  const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
  return {
    status: 200,
    contentType: 'application/json',
    body: (async function* () {
      yield Buffer.from(body);
    })(),
  };
}

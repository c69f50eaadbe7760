import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import type { Response } from 'light-my-request';
import { memoryAgents } from '../../server/adapters/memory/agents.ts';
import { memoryCalls } from '../../server/adapters/memory/calls.ts';
import { type MemoryJournal, memoryJournal } from '../../server/adapters/memory/journal.ts';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { stubUpstream } from '../../server/adapters/upstream-stub/stub.ts';
import { supportedKinds } from '../../server/detect/index.ts';
import type { Detection } from '../../server/domain/detection.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { Secret } from '../../server/domain/secret.ts';
import type { SessionSummary } from '../../server/domain/session.ts';
import { buildIngress } from '../../server/http/build-http.ts';
import { proxyRoutes } from '../../server/http/proxy.ts';
import { assemblePipeline, type Pipeline } from '../../server/pipeline/assemble.ts';
import { createPolicyStore } from '../../server/pipeline/policy-store.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { agentId, kid, tokenKit } from './token-kit.ts';

/** The proxy over stores in memory, each of which can be made to fail. */
export interface MemoryProxy {
  readonly pipeline: Pipeline;
  readonly journal: MemoryJournal;
  /** Bodies that reached the upstream. */
  readonly forwarded: readonly string[];
  /** What was reported as late: `events`, `sessions` or `ending`. */
  readonly delays: readonly string[];
  /** Which store rejects from now on. */
  broken: { journal?: boolean; vault?: boolean; detector?: boolean };
  /** Runs while the upstream is being asked. */
  meanwhile: () => void;
  /** A signed chat completion with one user message. */
  say(words: string, extra?: object): Promise<Response>;
  records(): Promise<readonly JournalRecord[]>;
  sessions(): Promise<readonly SessionSummary[]>;
}

const secret = 'memory-proxy-secret';

export async function memoryProxy(
  changePolicy: (yaml: string) => string = (yaml) => yaml,
): Promise<MemoryProxy> {
  const kit = tokenKit();
  const journal = memoryJournal();
  const agents = memoryAgents();
  const calls = memoryCalls();
  const forwarded: string[] = [];
  const delays: string[] = [];
  const refuse = (what: keyof MemoryProxy['broken']): void => {
    if (proxy.broken[what] === true) throw new Error(`the ${what} fails, as the test wants`);
  };
  const decode = (yaml: string) => decodePolicy(yaml, { kids: kit.keyring, supportedKinds });
  const initial = decode(
    changePolicy(defaultPolicyYaml.replace('kid: K_HEALTHCARE', `kid: ${kid}`)),
  );
  if (!initial.ok)
    throw new Error(`bad policy: ${initial.problems.map(({ path }) => path).join()}`);
  const stub = stubUpstream();

  const pipeline = assemblePipeline({
    ...kit,
    agents,
    calls,
    clock: systemClock,
    journal: {
      ...journal,
      append: async (drafts) => {
        if (proxy.broken.journal === true) journal.failNext();
        return journal.append(drafts);
      },
    },
    vault: {
      ...kit.vault,
      intern: async (agent, entries) => {
        refuse('vault');
        return kit.vault.intern(agent, entries);
      },
    },
    detector: {
      version: 'none',
      detect: async (inputs): Promise<readonly (readonly Detection[])[]> => {
        refuse('detector');
        return inputs.map(() => []);
      },
    },
    policies: createPolicyStore({
      initial: initial.value,
      shipped: [],
      decode,
      readFile: async () => ({ ok: true, value: defaultPolicyYaml }),
    }),
    routeOf: () => ({
      upstream: {
        complete: (request, signal) => {
          forwarded.push(request.body);
          proxy.meanwhile();
          return stub.complete(request, signal);
        },
      },
      model: 'stub',
      skipsModelPass: false,
    }),
    callKey: createSecretKey(randomBytes(32)),
    partialDedup: false,
    bufferMs: 50,
    rehydrationScope: 'call',
    onDelay: (what) => delays.push(what),
  });
  await agents.create({
    id: agentId,
    name: 'clinic',
    upstream: 'provider:model-small',
    tokenization: null,
    policyYaml: null,
    tokenGuidance: false,
    createdAt: new Date(systemClock.now()).toISOString(),
  });
  const http = await buildIngress({
    clock: systemClock,
    ids: kit.ids,
    version: '0.0.0',
    health: () => [],
    proxy: proxyRoutes({
      agents,
      clock: systemClock,
      runTurn: pipeline.runTurn,
      webhookSecrets: [new Secret(secret)],
    }),
  });
  const proxy: MemoryProxy = {
    pipeline,
    journal,
    forwarded,
    delays,
    broken: {},
    meanwhile: () => undefined,
    say: (words, extra = {}) => {
      const payload = JSON.stringify({ messages: [{ role: 'user', content: words }], ...extra });
      const signature = createHmac('sha256', secret).update(payload).digest('hex');
      return http.inject({
        method: 'POST',
        url: `/proxy/${agentId}/v1/chat/completions`,
        headers: { 'content-type': 'application/json', 'x-voice-signature': signature },
        payload,
      });
    },
    records: () => journal.read({ limit: 10_000 }),
    sessions: () => calls.list({ limit: 100 }),
  };
  return proxy;
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NerDetector, openNerDetector } from '../../server/adapters/onnx/ner-detector.ts';
import { type App, createApp } from '../../server/app/create-app.ts';
import { listenUrl, readConfig } from '../../server/config/config.ts';
import { modelDir } from '../../server/config/data-files.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { trackUnusedConnections } from '../../server/http/server/create-server.ts';
import { freePort } from './free-port.ts';
import { removeFolder } from './remove-folder.ts';
import { signIn } from './sign-in.ts';

/** The whole service on loopback, with real encrypted stores in a folder of its own. */
export interface Service {
  readonly app: App;
  readonly url: string;
  readonly dataDir: string;
  readonly secret: string;
  /** Session cookie of an admin: the development user, or the owner. */
  readonly cookie: string;
  /** Makes an agent and resolves with its id. */
  createAgent(fields: {
    name: string;
    upstream: string;
    [field: string]: unknown;
  }): Promise<string>;
  /** Reveals real values of a call to the cookie's web session (decision 0088). */
  reveal(sessionId: string | undefined, view?: string): Promise<Response>;
  /** A call of the management API with the cookie. */
  api(path: string, init?: RequestInit): Promise<Response>;
  /** Base URL for an OpenAI client. */
  proxyBase(agentId: string): string;
  records(): Promise<readonly JournalRecord[]>;
  close(options?: { keepData?: boolean }): Promise<void>;
}

export const webhookSecret = 'test-webhook-secret';

/** Loading the model is most of a start, so the services of a test process share one. */
let model: Promise<NerDetector> | undefined;

/**
 * `cookie` is that of an earlier sign-in; without it the development user signs in, or the owner by a
 * link where there is none. `upstreamsPath` is a file of upstreams instead of the shipped one; `detector` takes the
 * place of the model.
 */
export async function startService(
  env: Readonly<Record<string, string>> = {},
  given: {
    readonly cookie?: string;
    readonly upstreamsPath?: string;
    readonly detector?: (model: NerDetector) => NerDetector;
  } = {},
): Promise<Service> {
  const dataDir = env['SVC_DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'svc-test-')));
  const variables: Record<string, string> & { readonly SVC_PORT?: string } = {
    SVC_DEV: '1',
    SVC_LOG_LEVEL: 'silent',
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
    SVC_DATA_DIR: dataDir,
    ...env,
  };
  const config = readConfig(variables);
  if (!config.ok)
    throw new Error(`bad configuration: ${config.problems.map(({ path }) => path).join()}`);
  const port = variables.SVC_PORT === undefined ? await freePort() : config.value.port;
  const url = listenUrl(config.value, port);
  const { cookie: earlier, detector = (one) => one, ...files } = given;
  model ??= openNerDetector({ modelDir });
  const created = await createApp({
    config: { ...config.value, ...files },
    env: variables,
    baseUrl: url,
    detector: detector(await model),
  });
  if (!created.ok)
    throw new Error(`cannot start: ${created.problems.map(({ path }) => path).join()}`);
  const app = created.value;
  const silent = trackUnusedConnections(app.http.server);
  await app.http.listen({ host: '127.0.0.1', port });
  const link = config.value.dev ? undefined : app.createSignInLink?.();
  const cookie = earlier ?? (await signIn(url, link));
  const api: Service['api'] = (path, init = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: {
        cookie,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...init.headers,
      },
    });
  return {
    app,
    url,
    dataDir,
    cookie,
    api,
    reveal: (sessionId, view = 'live') =>
      api('/api/v1/reveals', {
        method: 'POST',
        body: JSON.stringify({ view, session_id: sessionId, reason: 'audit' }),
      }),
    secret: webhookSecret,
    createAgent: async (fields) => {
      const response = await api('/api/v1/agents', {
        method: 'POST',
        // Tests read the messages that a model is sent: only their own are in them.
        body: JSON.stringify({ token_guidance: false, ...fields }),
      });
      if (response.status !== 201) throw new Error(`no agent: ${response.status}`);
      return ((await response.json()) as { agent: { id: string } }).agent.id;
    },
    proxyBase: (agentId) => `${url}/proxy/${agentId}/v1`,
    records: () => app.journal.read({ limit: 10_000 }),
    close: async ({ keepData = false } = {}) => {
      const closed = app.http.close();
      silent.end();
      await closed;
      await app.close();
      if (!keepData) await removeFolder(dataDir);
    },
  };
}

/** Environment that points `provider:model-small` at a provider of the test's own, for which a busy machine has time. */
export function upstreamAt(baseUrl: string): Record<string, string> {
  return {
    SVC_UPSTREAM_CONNECT_MS: '60000',
    SVC_UPSTREAM_FIRST_BYTE_MS: '120000',
    SVC_UPSTREAM_STALL_MS: '600000',
    SVC_UPSTREAM_TOTAL_MS: '170000',
    SVC_UPSTREAM_BASE_URL: baseUrl,
    SVC_UPSTREAM_API_KEY: 'upstream-key',
    SVC_MODEL_SMALL: 'scripted',
  };
}

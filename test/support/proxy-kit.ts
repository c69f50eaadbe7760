import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalRecord } from '../../server/domain/event.ts';
import { echo, type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts';
import { type Service, startService, upstreamAt, webhookSecret } from './service.ts';
import { signedFetch } from './signed-fetch.ts';

/** A session as the API shows it. */
export interface SessionView {
  readonly id: string;
  readonly agent_id: string;
  readonly status: string;
  readonly turn_count: number;
  readonly redaction_count: number;
  readonly redactions_by_kind: Readonly<Record<string, number>>;
  readonly ended: boolean;
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** After `/proxy/{agent_id}`. */
  readonly path?: string;
}

/** The whole service in front of one scripted provider. */
export interface SharedProxy {
  readonly upstream: ScriptedUpstream;
  readonly service: Omit<Service, 'close'>;
  /** A new agent of that provider, with a name of its own. */
  agent(fields?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A signed request; text goes as it is, anything else as JSON. */
  post(agentId: string, body: object | string, options?: PostOptions): Promise<Response>;
  /** A signed message to the agent's webhook. */
  tell(agentId: string, message: object): Promise<Response>;
  /** Posts messages and resolves with what the caller hears; throws unless the status is 200. */
  ask(agentId: string, messages: readonly object[], extra?: object): Promise<string>;
  /** A whole call: its one turn, and then the platform's word that it is over. */
  askOnce(agentId: string, messages: readonly object[]): Promise<string>;
  /** Body of the last request that the provider received, as text. */
  sent(): string;
  sessions(agentId: string): Promise<readonly SessionView[]>;
  /** Journal records of an agent, of one kind when given. */
  records(agentId: string, kind?: JournalRecord['kind']): Promise<readonly JournalRecord[]>;
}

/** A service of the test's own, which it closes. */
export interface ProxyKit extends SharedProxy {
  readonly service: Service;
  close(): Promise<void>;
}

let [agents, calls] = [0, 0];
let shared: Promise<{ readonly upstream: ScriptedUpstream; readonly service: Service }> | undefined;

/**
 * The one service of this worker, with the default configuration, for tests that neither restart nor
 * change it. Other files have had calls and agents on it: its records begin with this call, its
 * provider echoes and has seen nothing.
 */
export async function sharedProxy(): Promise<SharedProxy> {
  shared ??= startShared();
  const { upstream, service } = await shared;
  upstream.script = echo;
  upstream.seen.length = 0;
  const { journal } = service.app;
  const from = journal.head().size;
  const records = () => journal.read({ from, limit: 10_000 });
  return kitOf(upstream, { ...service, records });
}

async function startShared() {
  const upstream = await startScriptedUpstream();
  const folder = process.env['SHARED_FOLDER'] ?? '';
  const service = await startService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: await mkdtemp(join(folder, 'service-')),
  });
  return { upstream, service };
}

export async function startProxy(env: Readonly<Record<string, string>> = {}): Promise<ProxyKit> {
  const upstream = await startScriptedUpstream();
  const service = await startService({ ...upstreamAt(upstream.baseUrl), ...env });
  return {
    ...kitOf(upstream, service),
    service,
    close: async () => {
      await service.close();
      await upstream.close();
    },
  };
}

function kitOf(upstream: ScriptedUpstream, service: Omit<Service, 'close'>): SharedProxy {
  const signed = signedFetch(webhookSecret);

  const send = (
    path: string,
    body: object | string,
    { headers = {}, signal }: PostOptions = {},
  ): Promise<Response> =>
    signed(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const post: SharedProxy['post'] = (agentId, body, { path, ...options } = {}) =>
    send(`/proxy/${agentId}${path ?? '/v1/chat/completions'}`, body, options);

  const tell: SharedProxy['tell'] = (agentId, message) =>
    send(`/voice/webhook/${agentId}`, { message });
  const ask: SharedProxy['ask'] = async (agentId, messages, extra = {}) => {
    const response = await post(agentId, { model: 'm', messages, ...extra });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`status ${response.status}: ${text}`);
    return (JSON.parse(text) as Completion).choices[0]?.message.content ?? '';
  };

  return {
    upstream,
    service,
    post,
    tell,
    agent: (fields = {}) => {
      agents += 1;
      return service.createAgent({
        name: `agent ${agents}`,
        upstream: 'provider:model-small',
        ...fields,
      });
    },
    ask,
    askOnce: async (agentId, messages) => {
      calls += 1;
      const call = { id: `once-${calls}` };
      const heard = await ask(agentId, messages, { call });
      await tell(agentId, { type: 'end-of-call-report', call });
      return heard;
    },
    sent: () => upstream.seen.at(-1)?.raw ?? '',
    sessions: async (agentId) => {
      const response = await service.api(`/api/v1/sessions?limit=100&agent_id=${agentId}`);
      return ((await response.json()) as { data: SessionView[] }).data;
    },
    records: async (agentId, kind) =>
      (await service.records()).filter(
        (record) =>
          record.agent_id === agentId && record.session_id !== undefined && kindIs(record, kind),
      ),
  };
}

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: string | null } }[];
}

function kindIs(record: JournalRecord, kind: JournalRecord['kind'] | undefined): boolean {
  return kind === undefined || record.kind === kind;
}

export const user = (content: unknown) => ({ role: 'user', content });
export const assistant = (content: unknown) => ({ role: 'assistant', content });

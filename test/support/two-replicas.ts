import { randomBytes } from 'node:crypto';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts';
import { type Service, startService, upstreamAt } from './service.ts';
import { signedFetch } from './signed-fetch.ts';

/** Two replicas on one database, with one agent and one provider. */
export interface TwoReplicas {
  readonly place: FreshDatabase;
  readonly upstream: ScriptedUpstream;
  readonly agentId: string;
  /** With this a further replica is started. */
  readonly env: Readonly<Record<string, string>>;
  at(replica: number): Service;
  /** Sends as a voice platform does. */
  post(replica: number, path: string, body: object): Promise<Response>;
  /** A turn of a call. */
  ask(replica: number, call: string, body: object): Promise<Response>;
  /** The platform's message that a call is over. */
  hangUp(replica: number, call: string): Promise<Response>;
  close(): Promise<void>;
}

const key = () => randomBytes(32).toString('hex');

export async function startTwoReplicas(): Promise<TwoReplicas> {
  const place = await freshDatabase();
  const upstream = await startScriptedUpstream();
  const env = {
    ...upstreamAt(upstream.baseUrl),
    SVC_DATABASE_URL: place.url.reveal(),
    SVC_MASTER_KEY: key(),
    SVC_KEY_K_HEALTHCARE: key(),
  };
  const replicas = [await startService(env), await startService(env)];
  const at = (replica: number): Service => {
    const service = replicas[replica];
    if (service === undefined) throw new Error('there are two');
    return service;
  };
  const agentId = await at(0).createAgent({ name: 'front desk', upstream: 'provider:model-small' });
  const post: TwoReplicas['post'] = (replica, path, body) =>
    signedFetch(at(replica).secret)(`${at(replica).url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    place,
    upstream,
    agentId,
    env,
    at,
    post,
    ask: (replica, call, body) =>
      post(replica, `/proxy/${agentId}/v1/chat/completions`, {
        model: 'm',
        call: { id: call },
        ...body,
      }),
    hangUp: (replica, call) =>
      post(replica, `/voice/webhook/${agentId}`, {
        message: { type: 'end-of-call-report', call: { id: call } },
      }),
    close: async () => {
      for (const replica of replicas) await replica.close();
      await upstream.close();
      await place.remove();
    },
  };
}

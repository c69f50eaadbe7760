import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { removeFolder } from '../remove-folder.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../scripted-upstream.ts';
import { upstreamAt, webhookSecret } from '../service.ts';
import { spawnService } from '../service-process.ts';
import { signIn } from '../sign-in.ts';
import { signedFetch } from '../signed-fetch.ts';

/** The service as a process with both listeners, in front of a scripted provider. */
export interface CallsService {
  readonly url: string;
  readonly ingressUrl: string;
  readonly upstream: ScriptedUpstream;
  /** A signed call through whatever leads to the ingress listener, asked to stream its reply. */
  call(base: string, text: string): Promise<Response>;
  close(): Promise<void>;
}

export async function startCallsService(): Promise<CallsService> {
  const upstream = await startScriptedUpstream();
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-calls-'));
  const ingressPort = await freePort();
  const service = await spawnService({
    ...upstreamAt(upstream.baseUrl),
    SVC_DATA_DIR: dataDir,
    SVC_INGRESS_PORT: String(ingressPort),
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
  const made = await fetch(`${service.url}/api/v1/agents`, {
    method: 'POST',
    headers: { cookie: await signIn(service.url), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'reception', upstream: 'provider:model-small' }),
  });
  const { agent } = (await made.json()) as { readonly agent: { readonly id: string } };
  const signed = signedFetch(webhookSecret);
  return {
    url: service.url,
    ingressUrl: `http://127.0.0.1:${ingressPort}`,
    upstream,
    call: (base, text) =>
      signed(`${base}/proxy/${agent.id}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model: 'm',
          stream: true,
          messages: [{ role: 'user', content: text }],
        }),
      }),
    close: async () => {
      await service.end('SIGKILL');
      await upstream.close();
      await removeFolder(dataDir);
    },
  };
}

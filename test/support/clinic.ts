import { type ScriptedUpstream, startScriptedUpstream } from './scripted-upstream.ts';
import { type Service, startService, upstreamAt } from './service.ts';
import { signedFetch } from './signed-fetch.ts';

/** A service in front of a scripted provider that is stopped and started again on data folders. */
export interface Clinic {
  readonly service: Service;
  readonly upstream: ScriptedUpstream;
  /** Stops the service and leaves its data. */
  stop(): Promise<void>;
  /** Starts it on the same folder, or another. */
  start(dataDir?: string, env?: Readonly<Record<string, string>>): Promise<void>;
  /** Says something to an agent; what left the machine, and what came back. */
  say(agentId: string, text: string): Promise<{ readonly sent: string; readonly heard: string }>;
  /** What the caller hears when the model says this. */
  hear(agentId: string, reply: string): Promise<string>;
  close(): Promise<void>;
}

export async function openClinic(): Promise<Clinic> {
  const upstream = await startScriptedUpstream();
  // A token of an earlier call is restored for its agent, so that a test can hold on to one.
  const base = { ...upstreamAt(upstream.baseUrl), SVC_REHYDRATION_SCOPE: 'agent' };
  const echo = upstream.script;
  let service = await startService(base);
  let running = true;

  const post = async (agentId: string, text: string): Promise<string> => {
    const signed = signedFetch(service.secret);
    const response = await signed(`${service.proxyBase(agentId)}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
    });
    const answer = (await response.json()) as {
      choices?: readonly { message: { content: string } }[];
    };
    return answer.choices?.[0]?.message.content ?? `status ${response.status}`;
  };
  const clinic: Clinic = {
    get service() {
      return service;
    },
    upstream,
    stop: async () => {
      if (running) await service.close({ keepData: true });
      running = false;
    },
    start: async (dataDir = service.dataDir, env = {}) => {
      service = await startService({ ...base, ...env, SVC_DATA_DIR: dataDir });
      running = true;
    },
    say: async (agentId, text) => {
      upstream.script = echo;
      const heard = await post(agentId, text);
      return { sent: String(upstream.seen.at(-1)?.body.messages.at(-1)?.content), heard };
    },
    hear: async (agentId, reply) => {
      upstream.script = (_, response) => {
        const message = { role: 'assistant', content: reply };
        const choices = [{ index: 0, message, finish_reason: 'stop' }];
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices }));
      };
      return await post(agentId, 'go on');
    },
    close: async () => {
      if (running) await service.close();
      await upstream.close();
    },
  };
  return clinic;
}

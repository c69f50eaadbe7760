import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline as pipe } from 'node:stream/promises';
import { request } from 'undici';
import { outboundAgent } from '../adapters/system/outbound-agent.ts';
import { stubUpstream } from '../adapters/upstream-stub/stub.ts';
import { singleProcessSettings } from '../agents/current-settings.ts';
import type { UpstreamLimits } from '../config/upstreams.ts';
import { type Agent, plainAgent } from '../domain/agent.ts';
import { Secret } from '../domain/secret.ts';
import { buildIngress, type VoiceDeps, voiceRoutes } from '../http/build-http.ts';
import { createAgentContacts } from '../http/server/agent-contacts.ts';
import { createLogger } from '../http/server/logger.ts';
import type { Ids } from '../ports/ids.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';
import { productVersion } from '../product.ts';
import { createPipeline, type PipelineDeps } from './pipeline.ts';
import { rehearsalStores } from './rehearsal-stores.ts';
import { providerRoute } from './upstreams.ts';

/** What a call runs through in this service. */
export interface RehearsedParts {
  readonly pipeline: PipelineDeps;
  readonly voice: VoiceDeps;
  readonly limits: UpstreamLimits;
}

/** Listens on this machine alone, on a port of the system's choice. */
const anywhere = { host: '127.0.0.1', port: 0 };

/**
 * Makes an invented call of two turns, the second one streamed: over HTTP, through everything that a real call runs
 * through, and on to a model that listens on this machine. Its stores keep nothing, so no record, figure, metric or
 * line of the log tells of it. After it the first caller does not wait until this code has run for the first time.
 * Rejects when a turn is not answered, and when `signal` aborts.
 */
export async function rehearseCall(parts: RehearsedParts, signal: AbortSignal): Promise<void> {
  const model = createServer((asked, answer) => void answerAsModel(asked, answer));
  model.listen(anywhere);
  await once(model, 'listening');
  const route = providerRoute(
    { kind: 'openai', baseUrl: urlOf(model), model: 'rehearsal', apiKey: null, apiVersion: '' },
    parts.limits,
    {},
  );
  try {
    await sayTurns(parts, route, signal);
  } finally {
    await route.close?.();
    model.close();
  }
}

/** What the invented caller says, turn by turn. */
const turns = [
  'hello my name is dana whitfield and my number is two oh two five five five oh one four three',
  'my date of birth is 03/04/1958 and my member id is XQZ123456789',
];

async function sayTurns(
  parts: RehearsedParts,
  route: UpstreamRoute,
  signal: AbortSignal,
): Promise<void> {
  const platform = outboundAgent({});
  const service = await openService(parts, route);
  try {
    for (const [at, content] of turns.entries()) {
      const messages = [...turns.slice(0, at), content].map((said) => ({
        role: 'user',
        content: said,
      }));
      const { headers, body } = service.signed({
        call: { id: 'rehearsal' },
        stream: at > 0,
        messages,
      });
      const options = { method: 'POST', headers, body, signal, dispatcher: platform } as const;
      const reply = await request(service.url, options);
      await reply.body.dump();
      if (reply.statusCode !== 200) throw new Error(`a rehearsed turn got ${reply.statusCode}`);
    }
  } finally {
    await platform.close();
    await service.close();
  }
}

/** The routes of voice platforms over a pipeline like that of the service, with one agent. */
async function openService({ pipeline: own, voice }: RehearsedParts, route: UpstreamRoute) {
  const { clock, ids } = own;
  const secret = randomBytes(32).toString('hex');
  const agent = inventedAgent(ids);
  const agents = { get: async () => agent, list: async () => [agent] };
  const { runTurn, sessions, settle } = createPipeline({
    ...own,
    ...rehearsalStores(ids),
    agents,
    settings: singleProcessSettings,
    routeOf: () => route,
  });
  const proxy = voiceRoutes({
    ...voice,
    agents,
    runTurn,
    sessions,
    refreshSettings: singleProcessSettings.catchUp,
    webhookSecrets: [new Secret(secret)],
    requireTimestamp: false,
  });
  const http = await buildIngress({
    clock,
    ids,
    version: productVersion,
    logger: createLogger('silent'),
    contacts: createAgentContacts(clock),
    health: () => [],
    proxy,
  });
  await http.listen(anywhere);
  return {
    url: `${urlOf(http.server)}/proxy/${agent.id}/v1/chat/completions`,
    signed: (request: object) => {
      const body = JSON.stringify({ model: 'rehearsal', ...request });
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      return {
        headers: { 'content-type': 'application/json', 'x-voice-signature': signature },
        body,
      };
    },
    close: async () => {
      await http.close();
      await settle();
    },
  };
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Repeats what the caller said, as the test model does. */
async function answerAsModel(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = await text(asked);
  const { stream } = JSON.parse(body) as { readonly stream?: boolean };
  const reply = await stubUpstream().complete(
    { body, stream: stream === true },
    new AbortController().signal,
  );
  answer.writeHead(reply.status, { 'content-type': reply.contentType });
  await pipe(reply.body, answer);
}

function inventedAgent(ids: Ids): Agent {
  return {
    ...plainAgent,
    id: ids.next('agt'),
    name: 'rehearsal',
    upstream: 'stub',
    createdAt: new Date(0).toISOString(),
  };
}

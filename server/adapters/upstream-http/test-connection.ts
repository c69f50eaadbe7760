import { hash } from 'node:crypto';
import { request } from 'undici';
import { Fault } from '../../domain/fault.ts';
import { outboundAgent } from '../system/outbound-agent.ts';
import type { Environment } from './credentials/aws-credentials.ts';
import { endpointOf, type Provider } from './endpoint.ts';
import { ownNetworkAgent } from './own-network-agent.ts';

/** How a provider answered to a question that holds nothing of a call. */
export interface ConnectionTest {
  readonly reachable: boolean;
  readonly accepted: boolean;
  readonly status?: number;
  readonly latencyMs?: number;
  readonly message: string;
  readonly answer?: string;
}

const answerMs = 10_000;
const answerBytes = 64 * 1024;

/** Asks for the list of models, or what the provider refuses: no tokens are used, and no text is sent. */
export async function testConnection(
  provider: Provider & { readonly ownNetwork?: true },
  env: Environment,
): Promise<ConnectionTest> {
  const { apiKey, ownNetwork } = provider;
  // As the turns go.
  const dispatcher = ownNetwork ? ownNetworkAgent({}) : outboundAgent(env);
  const { test, headers } = endpointOf(provider, env);
  const startedMs = performance.now();
  try {
    const bodySha256 = hash('sha256', test.body ?? '');
    const { statusCode, body } = await request(test.url, {
      method: test.body === undefined ? 'GET' : 'POST',
      body: test.body ?? null,
      dispatcher,
      headers: {
        ...(test.body !== undefined && { 'content-type': 'application/json' }),
        ...(await headers({ url: test.url, bodySha256 })),
      },
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      signal: AbortSignal.timeout(answerMs),
    });
    const latencyMs = Math.round(performance.now() - startedMs);
    const answer = statusCode > 299 ? errorIn(await start(body), apiKey?.reveal()) : undefined;
    if (statusCode <= 299) await body.dump({ limit: answerBytes }).catch(() => undefined);
    return {
      reachable: true,
      status: statusCode,
      latencyMs,
      ...meaningOf(statusCode, test.body !== undefined),
      ...(answer === undefined ? {} : { answer }),
    };
  } catch (error) {
    if (error instanceof Fault)
      return { reachable: false, accepted: false, message: `${error.message}.` };
    const message =
      'No answer: check the address of the provider, the network and its certificate.';
    return { reachable: false, accepted: false, message };
  } finally {
    await dispatcher.close();
  }
}

function meaningOf(
  status: number,
  isToBeRefused: boolean,
): Pick<ConnectionTest, 'accepted' | 'message'> {
  if (status === 400 && isToBeRefused)
    return { accepted: true, message: 'The provider took the key.' };
  if (status <= 299) {
    return { accepted: true, message: 'The provider took the key and listed its models.' };
  }
  if (status === 401 || status === 403) {
    return { accepted: false, message: 'The provider refused the key.' };
  }
  if (status === 404 || status === 405) {
    const message = 'The provider answers, but does not list its models: make a test call.';
    return { accepted: true, message };
  }
  if (status === 429) return { accepted: true, message: 'The provider answers, and is busy.' };
  return { accepted: false, message: `The provider answered with status ${status}.` };
}

async function start(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > answerBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The provider's own words, such as `error.message`; a provider may repeat a part of the key. */
function errorIn(text: string, key: string | undefined): string | undefined {
  const message = messageIn(text);
  if (message === undefined) return undefined;
  return message
    .split(/\s+/)
    .map((word) => (isLikeKey(word, key) ? '[hidden]' : word))
    .join(' ')
    .slice(0, 300);
}

function messageIn(text: string): string | undefined {
  try {
    const { error, message } = JSON.parse(text);
    const found = error?.message ?? (typeof error === 'string' ? error : message);
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

const shortestShared = 6;

function isLikeKey(word: string, key: string | undefined): boolean {
  if (word.includes('**') || /^\W*sk-/.test(word)) return true;
  if (key === undefined) return false;
  for (let at = 0; at + shortestShared <= key.length; at += 1) {
    if (word.includes(key.slice(at, at + shortestShared))) return true;
  }
  return false;
}

import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isLoopbackHost } from '../../server/shared/loopback.ts';

/** An answer of this machine. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly body: string;
}

const longestBody = 1_000_000;

/**
 * Asks a listener of this machine, past any proxy. Its certificate is not checked: no network lies in
 * between, and the server may have one for its public name alone. Rejects when nobody answers in time
 * and for an address of another machine.
 */
export function loopbackGet(url: URL, timeoutMs = 5_000): Promise<LoopbackAnswer> {
  if (!isLoopbackHost(url.hostname))
    return Promise.reject(new Error(`${url.host} is not this machine`));
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal: AbortSignal.timeout(timeoutMs) } as const;
    const request =
      url.protocol === 'https:'
        ? getHttps(url, { ...options, rejectUnauthorized: false })
        : getHttp(url, options);
    request.once('error', reject);
    request.once('response', (response) => {
      readAll(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
  });
}

async function readAll(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let body = '';
  for await (const piece of response) {
    body += String(piece);
    if (body.length > longestBody) throw new Error('the answer is too long');
  }
  return body;
}

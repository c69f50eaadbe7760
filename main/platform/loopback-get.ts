import { get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { isLoopbackHost } from '../../server/shared/loopback.ts';

/** An answer from this machine. */
export interface LoopbackAnswer {
  readonly status: number;
  readonly body: string;
}

const longestBody = 1_000_000;

/**
 * Sends a GET to a listener on this machine, without a proxy. Does not check its certificate: no
 * network lies between, and the certificate may be for the public name. Rejects without an answer
 * in time, and for another machine's address.
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

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fixtureCertificate, fixtureKey } from './tls-fixture.ts';

/** What a function of the clinic received. */
export interface SeenCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
  readonly data: {
    readonly call_id?: string;
    readonly test?: boolean;
    readonly function: string;
    readonly arguments: Readonly<Record<string, unknown>>;
    readonly idempotency_key: string;
  };
  /** Resolves when the connection of the request is closed. */
  readonly gone: Promise<void>;
}

export type FunctionScript = (
  seen: SeenCall,
  response: ServerResponse<IncomingMessage>,
) => void | Promise<void>;

export interface ClinicFunctions {
  /** With the host `localhost`, without a path. */
  readonly url: string;
  readonly seen: SeenCall[];
  /** Replaces what the next requests are answered with. */
  script: FunctionScript;
  close(): Promise<void>;
}

/** A clinic's functions on a real HTTPS server of this machine, under an authority of its own. */
export async function startClinicFunctions(): Promise<ClinicFunctions> {
  const server = createServer(
    { cert: fixtureCertificate, key: fixtureKey },
    async (request, response) => {
      const gone = once(response, 'close').then(() => undefined);
      const raw = await text(request);
      const { data } = JSON.parse(raw) as Pick<SeenCall, 'data'>;
      const headers = request.headers as Record<string, string>;
      const seen = { path: request.url ?? '', headers, raw, data, gone };
      functions.seen.push(seen);
      await functions.script(seen, response);
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const functions: ClinicFunctions = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    seen: [],
    script: answering({ ok: true }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return functions;
}

export const answering =
  (body: object | string, status = 200): FunctionScript =>
  (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** Lets this process trust the authority of the functions; returns what ends that. */
export function trustClinic(): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, fixtureCertificate]);
  return () => setDefaultCACertificates(before);
}

/** Answers nothing; resolves when the service has given up. */
export const hanging: FunctionScript = async ({ gone }) => gone;

/** Answers with so many bytes, as fast as they are read. */
export const sending =
  (bytes: number): FunctionScript =>
  async (_seen, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    response.writeHead(200);
    for (let sent = 0; sent < bytes && !response.destroyed; sent += chunk.length)
      if (!response.write(chunk))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
    response.end();
  };

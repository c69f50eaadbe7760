import { once } from 'node:events';
import { WebSocket } from 'ws';
import { eventually } from './eventually.ts';

/** A voice platform's end of a socket. */
export interface CallSocket {
  /** Everything that the service has sent. */
  readonly got: readonly Record<string, unknown>[];
  send(message: object | string | Buffer): void;
  /** What `probe` finds in all messages so far, once it finds something. */
  until<T>(probe: (got: readonly Record<string, unknown>[]) => T | undefined): Promise<T>;
  /** Closes as a platform that hangs up. */
  hangUp(): Promise<void>;
  /** Breaks the connection without a close frame. */
  breakOff(): void;
  /** The code and reason of the close, once it is closed. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
}

/** Connects; rejects with the status and body of a refusal. */
export async function connectCall(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<CallSocket> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const got: Record<string, unknown>[] = [];
  socket.on('message', (data) => got.push(JSON.parse(String(data))));
  const closed = new Promise<readonly [number, string]>((resolve) => {
    socket.once('close', (code, reason) => resolve([code, String(reason)]));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', async (_request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      reject(new Error(`${response.statusCode} ${Buffer.concat(chunks).toString()}`));
    });
  });
  return {
    got,
    closed,
    send: (message) =>
      socket.send(
        typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
      ),
    until: (probe) =>
      eventually(() => {
        const found = probe(got);
        if (found === undefined) throw new Error('the service has not sent it yet');
        return found;
      }),
    hangUp: async () => {
      socket.close(1000);
      await once(socket, 'close');
    },
    breakOff: () => socket.terminate(),
  };
}

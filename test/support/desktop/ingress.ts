import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener that answers as the service's ingress listener does, or as its management does. */
export interface FakeListener {
  readonly url: string;
  /** Answers `/health` with 503, as a service that serves no calls. */
  impaired: boolean;
  close(): Promise<void>;
}

export async function startListener(kind: 'ingress' | 'management'): Promise<FakeListener> {
  const server = createServer(({ url }, response) => {
    if (url === '/health') {
      const status = listener.impaired ? 'unavailable' : 'ok';
      response.writeHead(listener.impaired ? 503 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status, version: '1.2.3' }));
      return;
    }
    response.writeHead(kind === 'management' ? 401 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listener: FakeListener = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    impaired: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return listener;
}

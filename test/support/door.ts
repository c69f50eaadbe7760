import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A loopback port that sends each client the same text. */
export interface Door {
  readonly port: number;
  close(): void;
}

/** What is costly to make is made for the first client: `make` runs once, and its error is sent as text too. */
export async function openDoor(make: () => Promise<string>): Promise<Door> {
  let made: Promise<string> | undefined;
  const server = createServer(async (socket) => {
    socket.on('error', () => undefined);
    made ??= make().catch(String);
    socket.end(await made);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { fixtureCertificate, fixtureKey } from './tls-fixture.ts';

/** A clinic's web proxy on this machine: it opens tunnels, and remembers where to. */
export async function startWebProxy() {
  const tunnels: string[] = [];
  const server = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const side of [socket, target]) side.on('error', () => target.destroy());
  });
  return { tunnels, url: `http://127.0.0.1:${await listening(server)}`, close: closing(server) };
}

/** HTTPS in front of a server of this machine, under the authority that `trustClinic` trusts. */
export async function startTlsFront(target: string) {
  const server = createTlsServer({ cert: fixtureCertificate, key: fixtureKey }, (socket) => {
    const behind = connect(Number(new URL(target).port), '127.0.0.1');
    socket.pipe(behind).pipe(socket);
    for (const side of [socket, behind]) side.on('error', () => behind.destroy());
  });
  return { url: `https://localhost:${await listening(server)}`, close: closing(server) };
}

async function listening(server: Server | NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const closing = (server: Server | NetServer) => () => void server.close();

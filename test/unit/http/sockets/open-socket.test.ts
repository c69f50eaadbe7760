import { once } from 'node:events';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../../../../server/adapters/system/clock.ts';
import { createLogger } from '../../../../server/http/server/logger.ts';
import {
  onceClosed,
  openSocket,
  type Protocol,
} from '../../../../server/http/sockets/open-socket.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Both ends of a connection; the service's end runs a protocol that tells what it receives. */
async function connected(sender: string, onMessage: () => void) {
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection');
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(client, 'open');
  const [socket] = (await arrived) as [WebSocket];
  const protocol: Protocol = {
    receive: async () => onMessage(),
    stop: async () => undefined,
    quiet: async () => undefined,
  };
  const log = createLogger('silent');
  const { closed } = openSocket(socket, { clock: systemClock, log, sender }, () => protocol);
  return { client, socket, closed };
}

const large = Buffer.from(JSON.stringify({ text: 'x'.repeat(400_000) }));
const small = Buffer.from('{}');

/** What happens until `count` messages were received: messages, and rounds of the event loop. */
async function order(senders: readonly string[], message: Buffer, each: number) {
  const events: ('message' | 'round')[] = [];
  const all: Awaited<ReturnType<typeof connected>>[] = [];
  for (const sender of senders)
    all.push(await connected(sender, () => void events.push('message')));
  // The messages are there at once, as after one read of many sockets.
  for (const { socket } of all)
    for (let no = 0; no < each; no += 1) socket.emit('message', message, false);
  const isPaused = all.map(({ socket }) => socket.isPaused);
  while (events.filter((event) => event === 'message').length < senders.length * each) {
    await new Promise((resolve) => setImmediate(resolve));
    events.push('round');
  }
  const isResumed = all.map(({ socket }) => !socket.isPaused);
  for (const { client, closed } of all) {
    client.close(1000);
    await closed;
  }
  return { events, isPaused, isResumed };
}

it.each([
  ['large', large],
  ['small', small],
])(
  '%s messages of many sockets are read one in each round of the event loop',
  async (_size, message) => {
    const { events } = await order(['a', 'b', 'c', 'd', 'e', 'f'], message, 2);
    const together = events.join(' ').match(/message message/g);
    expect([events.includes('round'), together]).toEqual([true, null]);
  },
);

it('a socket whose messages wait is read no further until they were', async () => {
  const { isPaused, isResumed } = await order(['a', 'b'], large, 4);
  expect([isPaused, isResumed]).toEqual([
    [true, true],
    [true, true],
  ]);
  expect((await order(['a'], large, 2)).isPaused).toEqual([false]);
});

it('a connection that has closed while its call was opened is known as closed', async () => {
  const connection = new Socket();
  let closed = 0;
  onceClosed(connection, () => {
    closed += 1;
  });
  connection.destroy();
  await once(connection, 'close');
  expect(closed).toBe(1);
  onceClosed(connection, () => {
    closed += 1;
  });
  expect(closed).toBe(2);
});

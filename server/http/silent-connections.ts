import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends the connections on which no request has come yet. Node counts them as busy when a server
 * closes, so a client that connected ahead of need would hold up the end. Call before listening.
 */
export function trackUnusedConnections(server: Server): { end(): void } {
  const silent = new Set<Socket>();
  const secure = 'setSecureContext' in server;
  server.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return {
    end: () => {
      for (const socket of silent) socket.destroy();
    },
  };
}

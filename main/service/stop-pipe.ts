import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';

/**
 * The pipe through which a Windows service, which has no signals, receives a stop request. Windows
 * lets only SYSTEM, administrators and the service's account write to a pipe that a service made.
 */
export const stopPipe = '\\\\.\\pipe\\voice-phi-proxy-stop';

const stopMessage = 'stop\n';

/** Resolves `asked` on a stop request at `path`. Rejects if another process listens there. */
export async function listenForStop(path: string): Promise<{ readonly asked: Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    // The requester waits for the end of this process, which closes the connection.
    socket.on('data', (bytes) => {
      if (bytes.toString('latin1') === stopMessage) asked.resolve();
    });
    socket.on('error', () => socket.destroy());
    socket.unref();
  });
  server.listen(path);
  await once(server, 'listening');
  server.unref();
  return { asked: asked.promise };
}

/** Asks the service at `path` to stop, and resolves when it has. Rejects if none listens. */
export async function askToStop(path: string): Promise<void> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  socket.write(stopMessage);
  await once(socket.resume(), 'close');
}

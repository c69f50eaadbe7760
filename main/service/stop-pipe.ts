import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';

/**
 * Where a service of Windows, which has no signals, is asked to end. Windows lets SYSTEM,
 * administrators and the account of the service alone write to a pipe that a service made.
 */
export const stopPipe = '\\\\.\\pipe\\voice-phi-proxy-stop';

const stopMessage = 'stop\n';

/** Resolves `asked` when somebody asks at `path`. Rejects when another process listens there. */
export async function listenForStop(path: string): Promise<{ readonly asked: Promise<void> }> {
  const asked = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    // Whoever asks waits for the end of this process, which closes the connection.
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

/** Asks the service at `path` to end, and resolves once it has. Rejects when none listens. */
export async function askToStop(path: string): Promise<void> {
  const socket = createConnection(path);
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  socket.write(stopMessage);
  await once(socket.resume(), 'close');
}

import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Resolves when a program on this machine takes connections at the port. */
export async function untilListening(port: number): Promise<void> {
  while (!(await isListening(port))) await pause(50);
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Secret } from '../../server/domain/secret.ts';

/** What becomes of a statement on its way; the connection is of no use afterwards. */
export type Cut =
  /** It does not reach the server, nor does anything after it. */
  | 'request lost'
  /** The server runs it; neither its answer nor anything after it gets through. */
  | 'answer lost'
  /** It reaches the server, which is still at work on it. */
  | 'cut while it runs'
  /** The server ends the connection before it comes. */
  | 'terminated'
  /** Neither it nor anything after it gets through, and neither side learns of it. */
  | 'silent';

/** A way to a PostgreSQL server that breaks at the given statement. */
export interface CutProxy {
  readonly url: Secret<string>;
  /** The next time that a statement of this name comes. */
  arm(statement: string, cut: Cut): void;
  /** Resolves when that has happened. */
  fired(): Promise<void>;
  /** Whether new connections are let through. */
  admit(admitted: boolean): void;
  close(): Promise<void>;
}

interface Armed {
  readonly statement: string;
  readonly cut: Cut;
  readonly done: () => void;
}

/** What is not let through at all. */
const stoppedBy: readonly Cut[] = ['request lost', 'terminated', 'silent'];
const headerBytes = 5;
const [parse = '', bind = '', sync, simple, ready, keyData] = 'PBSQZK';

/** `terminate` ends the server's side of a connection by its process id. */
export async function cutProxy(
  url: Secret<string>,
  terminate: (pid: number) => Promise<unknown>,
): Promise<CutProxy> {
  const target = new URL(url.reveal());
  const sockets = new Set<Socket>();
  let armed: Armed | undefined;
  let fired = Promise.resolve();
  let admitted = true;

  const serve = (client: Socket) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        // What was written gets there first.
        other.end();
      });
    }
    let started = false;
    let pid = 0;
    /** Answers that the server still owes. */
    let owed = 1;
    let cutting: Armed | undefined;
    let whole = false;
    const finish = () => {
      cutting?.done();
      client.destroy();
    };
    const isMet = (type: string, message: Buffer) =>
      armed !== undefined &&
      [parse, bind].includes(type) &&
      message.includes(`${armed.statement}\0`);
    const meet = () => {
      cutting = armed;
      armed = undefined;
      if (cutting?.cut === 'request lost') finish();
      if (cutting?.cut === 'silent') cutting.done();
      if (cutting?.cut === 'terminated') void terminate(pid).then(cutting.done);
    };
    const forward = (type: string, message: Buffer) => {
      const stopped = cutting !== undefined && stoppedBy.includes(cutting.cut);
      if (whole || stopped) return;
      if (type === sync || type === simple) owed += 1;
      // Of what follows the statement nothing more is let through.
      whole = cutting !== undefined && type === sync;
      server.write(message, () => {
        if (whole && cutting?.cut === 'cut while it runs') finish();
      });
    };
    const fromClient = messages((type, message) => {
      if (cutting === undefined && isMet(type, message)) meet();
      forward(type, message);
    });
    const answered = (type: string, message: Buffer) => {
      if (type === keyData) pid = message.readInt32BE(headerBytes);
      if (type === ready) owed -= 1;
    };
    const fromServer = messages((type, message) => {
      answered(type, message);
      if (cutting === undefined || cutting.cut === 'terminated') client.write(message);
      else if (owed === 0 && cutting.cut !== 'silent') finish();
    });
    client.on('data', (chunk) => {
      if (started) return fromClient(chunk);
      // The first message of a connection has no type.
      started = true;
      server.write(chunk);
    });
    server.on('data', fromServer);
  };
  const listener = createServer((client) => {
    if (admitted) serve(client);
    else client.destroy();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const here = new URL(target);
  here.port = String((listener.address() as AddressInfo).port);
  return {
    url: new Secret(here.href),
    arm(statement, cut) {
      const { promise, resolve } = Promise.withResolvers<void>();
      armed = { statement, cut, done: resolve };
      fired = promise;
    },
    fired: () => fired,
    admit(now) {
      admitted = now;
    },
    async close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
      await once(listener, 'close');
    },
  };
}

/** Cuts a stream of chunks into the protocol's messages. */
function messages(each: (type: string, message: Buffer) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headerBytes) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) return;
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      each(String.fromCharCode(message[0] ?? 0), message);
    }
  };
}

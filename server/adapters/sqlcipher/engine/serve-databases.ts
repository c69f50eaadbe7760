import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type Database from 'better-sqlite3-multiple-ciphers';
import { attempt, batchRunner } from './batch-runner.ts';
import { type WalCheckpointer, walCheckpointers } from './wal-checkpointer.ts';
import type { Ports, Reply, Request } from './writer.ts';

type MethodName<M> = {
  [P in keyof M & string]: `${P}.${keyof M[P] & string}`;
}[keyof M & string];

/** A database and the ports that its thread serves. */
export interface ServedDatabase<M extends Ports> {
  readonly db: Database.Database;
  readonly ports: M;
  /** Methods that only read: they see all committed data and need no commit. */
  readonly reads: readonly MethodName<M>[];
  /** The key of its pages, for a connection that runs WAL checkpoints. */
  readonly key: Uint8Array;
  /** Called after a rollback: the thread must forget cached state. */
  onRollback?(): void;
  /** Called after each commit and before its acknowledgements; throwing fails every call of the batch. */
  afterCommit?(): void;
  /** Called after the acknowledgements. */
  afterAck?(): void;
  /** Called before the database closes; jobs that it passes to `later` still run. */
  beforeClose?(): void;
  /** Called after the database has closed. */
  afterClose?(): void;
}

/** Adds a job to the next transaction of a database. If it fails, only its own writes are undone. */
export type Later = (job: () => void) => void;

/** A database of whichever ports. */
type AnyDatabase = Omit<ServedDatabase<Ports>, 'reads'> & { readonly reads: readonly string[] };
type Opener<D> = (data: D, later: Later) => AnyDatabase;

/** Idle time of a database before a WAL checkpoint. */
const idleMs = 1_000;

/**
 * Runs in the thread: opens and serves the databases that the main thread asks for. All requests that wait for a
 * database run in one transaction; requests that arrive in the meantime share the next one (design D22). The databases
 * commit one after the other, in the order of `openers`, and all their writes are acknowledged together.
 */
export function serveDatabases(openers: Readonly<Record<string, Opener<never>>>): void {
  const port = parentPort;
  if (port === null) throw new Error('serveDatabases runs in a worker thread only');
  const databases = new Map<string, Served>();
  const checkpointerOf = walCheckpointers();

  const post = (replies: readonly Reply[]) => {
    if (replies.length > 0) port.postMessage(replies);
  };
  const open = (name: string, data: unknown): readonly string[] => {
    const ownJobs: (() => void)[] = [];
    const later: Later = (job) => {
      if (ownJobs.push(job) === 1) setImmediate(serve, []);
    };
    const opened = (openers[name] as Opener<unknown>)(data, later);
    const { db, key } = opened;
    const database = served(opened, ownJobs, checkpointerOf({ file: db.name, key }));
    databases.set(name, database);
    return database.methods;
  };
  const close = async (name: string): Promise<void> => {
    const database = databases.get(name);
    databases.delete(name);
    await database?.close();
  };
  const control = async ([id, name, method, args]: Request): Promise<void> => {
    if (method === 'open') post([[id, ...attempt(() => open(name, args[0]))]]);
    if (method !== 'close') return;
    await close(name);
    post([[id, undefined]]);
  };
  const serve = (first: readonly Request[]): void => {
    const requests = [...first, ...waitingAt(port)];
    const opened = Object.keys(openers).flatMap((name) => {
      const database = databases.get(name);
      if (database === undefined) return [];
      return [{ database, own: requests.filter((request) => request[1] === name) }];
    });
    post(opened.flatMap(({ database, own }) => database.write(own)));
    for (const { database } of opened) database.acknowledged();
    post(opened.flatMap(({ database, own }) => database.read(own)));
    for (const request of requests) void control(request);
  };
  port.on('message', serve);
}

/** The requests that have arrived since the last one that was taken. */
function waitingAt(port: MessagePort): Request[] {
  const requests: Request[] = [];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) return requests;
    requests.push(...(next.message as Request[]));
  }
}

/** An open database, as its thread serves it. Each takes what it can of the requests for the database. */
interface Served {
  /** As `port.method`. */
  readonly methods: readonly string[];
  /** Runs the writes, and the jobs of the database's own, in one transaction. */
  write(requests: readonly Request[]): readonly Reply[];
  /** Call it after the acknowledgements of `write`. */
  acknowledged(): void;
  read(requests: readonly Request[]): readonly Reply[];
  close(): Promise<void>;
}

function served(
  database: AnyDatabase,
  ownJobs: (() => void)[],
  walCheckpointer: WalCheckpointer,
): Served {
  const { db } = database;
  const methods = methodsOf(database.ports);
  const reads = new Set<string>(database.reads);
  const commit = batchRunner(database);
  let unacknowledged = false;
  // A failed checkpoint loses nothing: the next idle time tries again.
  const checkpointWal = () => {
    attempt(() => db.pragma('wal_checkpoint(PASSIVE)'));
    walCheckpointer.checkpointed();
  };
  const idle = setTimeout(checkpointWal, idleMs).unref();

  const write = (requests: readonly Request[]): readonly Reply[] => {
    const own = ownJobs.splice(0);
    const writes = requests.flatMap((request) => {
      const run = methods.get(request[2]);
      return run === undefined || reads.has(request[2]) ? [] : [{ request, run }];
    });
    if (own.length + writes.length === 0) return [];
    unacknowledged = true;
    const jobs = writes.map(
      ({ request, run }) =>
        () =>
          run(...request[3]),
    );
    const outcomes = commit([...own, ...jobs]).slice(own.length);
    return writes.map(({ request }, at) => [request[0], ...(outcomes[at] ?? [undefined])]);
  };
  const acknowledged = () => {
    if (!unacknowledged) return;
    unacknowledged = false;
    database.afterAck?.();
    walCheckpointer.committed();
    idle.refresh();
  };
  return {
    methods: [...methods.keys()],
    write,
    acknowledged,
    read: (requests) =>
      requests
        .filter(([, , method]) => reads.has(method))
        .map(([id, , method, args]) => [id, ...attempt(() => methods.get(method)?.(...args))]),
    async close() {
      database.beforeClose?.();
      write([]);
      acknowledged();
      clearTimeout(idle);
      // The last connection that closes deletes the log.
      await walCheckpointer.close();
      db.close();
      database.afterClose?.();
    },
  };
}

type LocalMethods = ReadonlyMap<string, (...args: readonly unknown[]) => unknown>;

function methodsOf(ports: Ports): LocalMethods {
  return new Map(
    Object.entries(ports).flatMap(([port, methods]) =>
      Object.entries(methods).map(([name, run]) => [`${port}.${name}`, run] as const),
    ),
  );
}

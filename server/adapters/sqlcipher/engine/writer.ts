import { basename } from 'node:path';
import { parentPort, receiveMessageOnPort, Worker, workerData } from 'node:worker_threads';
import type Database from 'better-sqlite3-multiple-ciphers';
import { Fault } from '../../../domain/fault.ts';
import { attempt, batchRunner, type Failure, toError, toFailure } from './batch-runner.ts';
import type { WalCheckpointer } from './wal-checkpointer.ts';

/** The methods of a writer thread by port. Arguments and results are cloned. */
export type Ports = Readonly<Record<string, object>>;

/** A port as the thread implements it: every method returns at once. */
export type Local<P> = {
  [K in keyof P]: P[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

/** The ports of a thread as other threads use them. */
export type Remote<M extends Ports> = {
  readonly [P in keyof M]: {
    readonly [K in keyof M[P]]: M[P][K] extends (...args: infer A) => infer R
      ? (...args: A) => Promise<R>
      : never;
  };
};

/** The main thread's side of a thread that owns one database (design D22). */
export interface Writer<M extends Ports> {
  /**
   * A call resolves when the method's writes are committed. It rejects with the Fault that the method
   * threw, else with `failure(cause)`. Then it is unknown whether anything was written, unless the cause
   * is `Committed`.
   */
  readonly ports: Remote<M>;
  /** Resolves when the thread ends without `close`; from then on all calls reject. */
  readonly ended: Promise<void>;
  /** Waits for outstanding calls, then closes database and thread. Later calls reject. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Module that calls `serveWriter`, as `new URL('./x-worker.ts', import.meta.url)`. */
  readonly worker: URL;
  /** Cloned to the thread, which passes it to `open`. */
  readonly data: { readonly file: string; readonly key: Uint8Array };
  /** Makes the error of a call that failed with anything but a Fault; default: the cause itself. */
  readonly failure?: (cause: Error) => Error;
}

type MethodName<M> = {
  [P in keyof M & string]: `${P}.${keyof M[P] & string}`;
}[keyof M & string];

/** A database and the ports that its thread serves. */
export interface ServedDatabase<M extends Ports> {
  readonly db: Database.Database;
  readonly ports: M;
  /** Methods that only read: they see all committed data and need no commit. */
  readonly reads: readonly MethodName<M>[];
  /** For a database with writes that may never pause. */
  readonly walCheckpointer?: WalCheckpointer;
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

type Request = readonly [id: number, method: string, args: readonly unknown[]];
type Reply = readonly [id: number, value: unknown, failure?: Failure];
/** Lists the methods, as `port.method`. */
type Ready = { readonly ready: readonly string[] };
type FromWorker = Ready | 'closed' | Failure | readonly Reply[];
type Waiting = { readonly resolve: (value: never) => void; readonly reject: (e: Error) => void };

/** Few objects of the thread outlive a request; by default Node lets the young generation grow to 134 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** Most outstanding calls; further calls reject. */
export const maxOutstanding = 10_000;
/** Idle time before a WAL checkpoint. */
const idleMs = 1_000;

/** Starts the thread; resolves when its database is open, rejects with the reason why it cannot open. */
export async function openWriter<M extends Ports>(options: WriterOptions): Promise<Writer<M>> {
  const { failure = (cause: Error) => cause } = options;
  const worker = new Worker(options.worker, {
    name: basename(options.data.file, '.db'),
    workerData: options.data,
    resourceLimits,
  });
  const waiting = new Map<number, Waiting>();
  const opened = Promise.withResolvers<Ready['ready']>();
  const drained = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let outbox: Request[] = [];
  let nextId = 0;
  let closing = false;
  let dead: Error | undefined;

  const settle = ([id, value, failed]: Reply) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) call?.resolve(value as never);
    else call?.reject(thrown(failed, failure, value));
    if (closing && waiting.size === 0) drained.resolve();
  };
  const die = (cause: Error) => {
    dead ??= cause;
    opened.reject(dead);
    for (const call of waiting.values()) call.reject(failure(dead));
    waiting.clear();
    drained.resolve();
    exited.resolve();
    if (!closing) ended.resolve();
  };
  const flush = () => {
    worker.postMessage(outbox);
    outbox = [];
  };
  worker.on('message', (message: FromWorker) => {
    if (message === 'closed') exited.resolve();
    else if ('ready' in message) opened.resolve(message.ready);
    else if ('message' in message)
      die(Object.assign(toError(message), { path: options.data.file }));
    else message.forEach(settle);
  });
  worker.on('error', (error) => die(error as Error));
  worker.on('exit', () => die(new Error('the writer thread has ended')));
  const call = (method: string, args: readonly unknown[]): Promise<unknown> => {
    const refusal = closing ? new Error('the writer is closed') : dead;
    if (refusal) return Promise.reject(failure(refusal));
    if (waiting.size >= maxOutstanding) {
      return Promise.reject(failure(new Error('too many writes outstanding')));
    }
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    // All calls of one round of the event loop go to the thread in one message.
    if (outbox.push([id, method, args]) === 1) setImmediate(flush);
    return promise;
  };

  return {
    ports: remotePorts<M>(await opened.promise, call),
    ended: ended.promise,
    close: async () => {
      if (!closing && waiting.size === 0) drained.resolve();
      closing = true;
      await drained.promise;
      if (!dead) worker.postMessage('close');
      await exited.promise;
      await worker.terminate();
    },
  };
}

function remotePorts<M extends Ports>(
  methods: readonly string[],
  call: (method: string, args: readonly unknown[]) => Promise<unknown>,
): Remote<M> {
  const ports: Record<string, object> = {};
  for (const method of methods) {
    const [port = '', name = ''] = method.split('.');
    ports[port] = { ...ports[port], [name]: (...args: unknown[]) => call(method, args) };
  }
  return ports as Remote<M>;
}

/** The failure of a call whose writes are committed nevertheless. */
export class Committed extends Error {
  readonly value: unknown;

  constructor(message: string, value: unknown) {
    super(message);
    this.value = value;
  }
}

function thrown(failed: Failure, failure: (cause: Error) => Error, value: unknown): Error {
  if (failed.code === undefined) {
    return failure(value === undefined ? toError(failed) : new Committed(failed.message, value));
  }
  return new Fault(failed.code, failed.message, { details: failed.details ?? [] });
}

type LocalMethods = ReadonlyMap<string, (...args: readonly unknown[]) => unknown>;

function methodsOf(ports: Ports): LocalMethods {
  return new Map(
    Object.entries(ports).flatMap(([port, methods]) =>
      Object.entries(methods).map(([name, run]) => [`${port}.${name}`, run] as const),
    ),
  );
}

function jobFor(methods: LocalMethods, [, method, args]: Request): () => unknown {
  return () => {
    const run = methods.get(method);
    if (run === undefined) throw new Error(`no method ${method}`);
    return run(...args);
  };
}

/**
 * Runs in the thread: opens the database and serves it until the main thread closes it. All waiting
 * requests run in one transaction and are acknowledged together after its commit; requests that arrive
 * in the meantime share the next one (design D22). `later` adds a job to the next transaction; if the
 * job fails, only its own writes are undone.
 */
export function serveWriter<D, M extends Ports>(
  open: (data: D, later: (job: () => void) => void) => ServedDatabase<M>,
): void {
  const port = parentPort;
  if (port === null) throw new Error('serveWriter runs in a worker thread only');
  const ownJobs: (() => void)[] = [];
  const later = (job: () => void) => {
    if (ownJobs.push(job) === 1) setImmediate(serve, []);
  };
  let served: ServedDatabase<M>;
  try {
    served = open(workerData as D, later);
  } catch (error) {
    port.postMessage(toFailure(error));
    port.close();
    return;
  }
  const { db, walCheckpointer } = served;
  const methods = methodsOf(served.ports);
  const reads = new Set<string>(served.reads);
  const commit = batchRunner(served);
  // A failed checkpoint loses nothing: the next idle time tries again.
  const checkpointWal = () => {
    attempt(() => db.pragma('wal_checkpoint(PASSIVE)'));
    walCheckpointer?.checkpointed();
  };
  const idle = setTimeout(checkpointWal, idleMs).unref();

  function work(first: readonly Request[]): void {
    if (!db.open) return;
    const requests = [...first, ...drain()];
    const own = ownJobs.splice(0);
    const writes = requests.filter(([, method]) => !reads.has(method));
    const outcomes = commit([...own, ...writes.map((write) => jobFor(methods, write))]).slice(
      own.length,
    );
    const replies = writes.map(([id], at): Reply => [id, ...(outcomes[at] ?? [undefined])]);
    for (const request of requests) {
      if (reads.has(request[1])) replies.push([request[0], ...attempt(jobFor(methods, request))]);
    }
    if (replies.length > 0) port?.postMessage(replies);
    if (writes.length + own.length > 0) {
      served.afterAck?.();
      walCheckpointer?.committed();
    }
    idle.refresh();
  }
  let closeRequested = false;
  let closing = false;
  function drain(): Request[] {
    const requests: Request[] = [];
    for (;;) {
      const next = port ? receiveMessageOnPort(port) : undefined;
      if (next === undefined) return requests;
      if (next.message === 'close') closeRequested = true;
      else requests.push(...(next.message as Request[]));
    }
  }
  /** `work` may take the close message from the port, also when it runs for a job of the thread's own. */
  async function serve(first: readonly Request[]): Promise<void> {
    work(first);
    if (!closeRequested || closing) return;
    closing = true;
    served.beforeClose?.();
    work([]);
    clearTimeout(idle);
    // The last connection that closes deletes the log.
    await walCheckpointer?.close();
    db.close();
    served.afterClose?.();
    port?.postMessage('closed');
    port?.close();
  }
  port.on('message', (message: 'close' | readonly Request[]) => {
    if (message === 'close') closeRequested = true;
    return serve(message === 'close' ? [] : message);
  });
  port.postMessage({ ready: [...methods.keys()] });
}

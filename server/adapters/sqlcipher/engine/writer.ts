import { Worker } from 'node:worker_threads';
import { Fault } from '../../../domain/fault.ts';
import { type Failure, type Outcome, toError } from './batch-runner.ts';

/** The methods of a database by port. Arguments and results are cloned. */
export type Ports = Readonly<Record<string, object>>;

/** A port as the thread implements it: every method returns at once. */
export type Local<P> = {
  [K in keyof P]: P[K] extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never;
};

/** The ports of a database as other threads use them. */
export type Remote<M extends Ports> = {
  readonly [P in keyof M]: {
    readonly [K in keyof M[P]]: M[P][K] extends (...args: infer A) => infer R
      ? (...args: A) => Promise<R>
      : never;
  };
};

/** The main thread's side of one database (design D22). */
export interface Writer<M extends Ports> {
  /**
   * A call resolves when the method's writes are committed. It rejects with the Fault that the method
   * threw, else with `failure(cause)`. Then it is unknown whether anything was written, unless the cause
   * is `Committed`.
   */
  readonly ports: Remote<M>;
  /** Resolves when the thread ends while it owns a database; from then on all calls reject. */
  readonly ended: Promise<void>;
  /** Waits for outstanding calls, then closes the database. Later calls reject. */
  close(): Promise<void>;
}

export interface WriterOptions {
  /** As the module of the thread names the database (see `serveDatabases`). */
  readonly name: string;
  /** Cloned to the thread, which opens the database with it. */
  readonly data: { readonly file: string; readonly key: Uint8Array };
  /** Makes the error of a call that failed with anything but a Fault; default: the cause itself. */
  readonly failure?: (cause: Error) => Error;
}

/** A thread that owns databases. It ends when the last of them has closed, or could not be opened. */
export interface WriterThread {
  /** Resolves when the database is open; rejects with the reason why it cannot open. */
  open<M extends Ports>(options: WriterOptions): Promise<Writer<M>>;
}

/** What the thread is asked: a method as `port.method`, or to open or to close the database. */
export type Request = readonly [
  id: number,
  database: string,
  method: string,
  args: readonly unknown[],
];
export type Reply = readonly [id: number, ...outcome: Outcome];

interface Waiting {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (cause: Error) => void;
}

/** Few objects of the thread outlive a request; by default Node lets the young generation grow to 134 MB. */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };
/** Most outstanding calls of a database; further calls reject. */
export const maxOutstanding = 10_000;

/** Starts a thread with a module that calls `serveDatabases`. */
export function startWriterThread(worker: URL, name: string): WriterThread {
  const thread = new Worker(worker, { name, resourceLimits });
  const waiting = new Map<number, Waiting>();
  const ended = Promise.withResolvers<void>();
  let owned = 0;
  let outbox: Request[] = [];
  let nextId = 0;
  let dead: Error | undefined;

  const flush = () => {
    thread.postMessage(outbox);
    outbox = [];
  };
  const ask: Ask = (database, method, args) => {
    if (dead) return Promise.reject(dead);
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    // All calls of one round of the event loop go to the thread in one message.
    if (outbox.push([id, database, method, args]) === 1) setImmediate(flush);
    return promise;
  };
  const die = (cause: Error) => {
    dead ??= cause;
    for (const { reject } of waiting.values()) reject(dead);
    waiting.clear();
    if (owned > 0) ended.resolve();
  };
  const leave = async () => {
    owned -= 1;
    if (owned === 0) await thread.terminate();
  };
  thread.on('message', (replies: readonly Reply[]) => {
    for (const [id, ...outcome] of replies) {
      waiting.get(id)?.resolve(outcome);
      waiting.delete(id);
    }
  });
  thread.on('error', (error) => die(error as Error));
  thread.on('exit', () => die(new Error('the writer thread has ended')));

  return {
    async open<M extends Ports>(options: WriterOptions): Promise<Writer<M>> {
      owned += 1;
      try {
        const { ports, close } = await openWriter<M>(ask, options);
        let left: Promise<void> | undefined;
        return {
          ports,
          ended: ended.promise,
          close: () => {
            left ??= close().then(leave);
            return left;
          },
        };
      } catch (error) {
        await leave();
        throw Object.assign(error as Error, { path: options.data.file });
      }
    },
  };
}

/** Asks the thread; rejects when it has ended. */
type Ask = (database: string, method: string, args: readonly unknown[]) => Promise<Outcome>;

async function openWriter<M extends Ports>(
  ask: Ask,
  { name, data, failure = (cause) => cause }: WriterOptions,
): Promise<Omit<Writer<M>, 'ended'>> {
  const [methods, failed] = await ask(name, 'open', [data]);
  if (failed !== undefined) throw toError(failed);
  const drained = Promise.withResolvers<void>();
  let outstanding = 0;
  let closing = false;

  const outcomeOf = async (method: string, args: readonly unknown[]): Promise<Outcome> => {
    outstanding += 1;
    try {
      return await ask(name, method, args);
    } finally {
      outstanding -= 1;
      if (closing && outstanding === 0) drained.resolve();
    }
  };
  const call = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (closing) throw failure(new Error('the writer is closed'));
    if (outstanding >= maxOutstanding) throw failure(new Error('too many writes outstanding'));
    const [value, failed] = await outcomeOf(method, args).catch((cause: Error) => {
      throw failure(cause);
    });
    if (failed !== undefined) throw thrown(failed, failure, value);
    return value;
  };
  return {
    ports: remotePorts<M>(methods as readonly string[], call),
    close: async () => {
      closing = true;
      if (outstanding > 0) await drained.promise;
      // A thread that has ended has nothing open.
      await ask(name, 'close', []).catch(() => undefined);
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

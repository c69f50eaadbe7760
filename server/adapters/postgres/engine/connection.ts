import { type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { asFailure, PostgresFailure } from './failure.ts';
import type { Statement, Value } from './statement.ts';

/** Settings of the server, from `settingsSql`. */
export interface ServerSettings {
  readonly version: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly readOnly: string;
}

const oldestVersion = 140_000;

export const settingsSql = `
  SELECT current_setting('server_version_num')::int AS version,
         current_setting('server_encoding') AS encoding,
         current_setting('fsync') AS fsync,
         current_setting('synchronous_commit') AS "synchronousCommit",
         current_setting('transaction_read_only') AS "readOnly"`;

/**
 * Why this server is unfit to store data; undefined for a fit one. A commit must be on disk when it
 * returns (design D22). All values of `synchronous_commit` but `off` wait for this server's own disk;
 * the operator chooses whether commits wait for standbys too.
 */
export function unusableReason(server: ServerSettings): string | undefined {
  const { version, encoding, fsync, synchronousCommit, readOnly } = server;
  if (version < oldestVersion) return 'it is older than PostgreSQL 14';
  if (encoding !== 'UTF8') return 'its encoding is not UTF8: make the database with ENCODING UTF8';
  if (fsync !== 'on') return 'fsync is off: it would lose what it said was written';
  if (synchronousCommit === 'off') {
    return 'synchronous_commit is off: it would lose what it said was written';
  }
  if (readOnly !== 'off') return 'it takes no writes: it is a standby, or read-only by default';
  return undefined;
}

/** A database, or one transaction of it. Rejects with `PostgresFailure`. */
export interface Connection {
  /** The rows of a statement. */
  rows<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<readonly R[]>;
  /** The first row of a statement, or undefined. */
  row<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<R | undefined>;
  /** The number of rows that a statement wrote. */
  changes<V extends readonly Value[]>(statement: Statement<V, unknown>, values: V): Promise<number>;
  /** Runs SQL without values, possibly several statements. Not for hot paths. */
  run(sql: string): Promise<void>;
}

/**
 * A PostgreSQL server through a pool of connections. A statement outside a transaction is its own
 * transaction; its writes are on the server's disk when its promise resolves. When a promise rejects
 * because the connection was lost, the write may have happened or not. It never retries.
 */
export interface PostgresDatabase extends Connection {
  /** Runs `work` in one transaction, at READ COMMITTED; rejects with the error of `work`. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * The same without time limits, for long work outside of requests, at most 4 at once: `snapshot`
   * reads one snapshot and writes nothing, `change` writes.
   */
  longTransaction<T>(
    mode: 'snapshot' | 'change',
    work: (connection: Connection) => Promise<T>,
  ): Promise<T>;
  /** Finishes outstanding calls, then closes every connection. Later calls reject. */
  close(): Promise<void>;
}

const connections = 10;
const longTransactionConnections = 4;
/** Longest wait for a connection, in milliseconds. */
const connectMs = 5_000;
/** Longest wait of a request's statement for a lock, and for its answer. */
const lockMs = 10_000;
const answerMs = lockMs + 2_000;
/** A stalled program must not hold the locks of its transaction for longer. */
const idleInTransactionMs = 15_000;
const int8Oid = 20;

const beginAs = {
  transaction: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
  change: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
} as const;

/** The statements of this program need this level; the server's default may differ. */
const sessionSql = 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * Connects to a server. Rejects when it cannot be reached or is unfit (`unusableReason`, checked on each
 * new connection). The URL decides about TLS (`sslmode`).
 */
export async function connectPostgres(url: Secret<string>): Promise<PostgresDatabase> {
  const pool = poolOf(url, {
    max: connections,
    lock_timeout: lockMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  const longPool = poolOf(url, { max: longTransactionConnections });
  const outstanding = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;

  const track = <T>(work: () => Promise<T>): Promise<T> => {
    if (closing !== undefined)
      return Promise.reject(new PostgresFailure('the database is closed', {}));
    const done = work();
    outstanding.add(done);
    const forget = () => outstanding.delete(done);
    done.then(forget, forget);
    return done;
  };

  const close = async () => {
    await Promise.allSettled(outstanding);
    await Promise.all([pool.end(), longPool.end()]);
  };

  const database: PostgresDatabase = {
    ...connectionOver((query) => track(() => pool.query(query))),
    transaction: (work) => track(() => transact(pool, beginAs.transaction, work)),
    longTransaction: (mode, work) => track(() => transact(longPool, beginAs[mode], work)),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
  try {
    await database.run('SELECT');
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

type PoolSettings = ConstructorParameters<typeof Pool>[0];

function poolOf(url: Secret<string>, settings: PoolSettings): Pool {
  const pool = new Pool({ ...clientSettings(url), onConnect: prepareConnection, ...settings });
  // The pool replaces a broken idle connection on its next use.
  pool.on('error', () => undefined);
  return pool;
}

/** Settings of all connections of this program. Call `prepareConnection` on each first. */
export function clientSettings(url: Secret<string>): ClientConfig {
  return {
    connectionString: url.reveal(),
    application_name: 'voice-phi-proxy',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Reads bigint as a number, and every other type as the driver does. */
const getTypeParser: typeof types.getTypeParser = ((oid: number, format: 'text') =>
  oid === int8Oid ? safeInteger : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint is beyond the safe integers');
  return number;
}

/** Prepares a new connection; rejects when the server is unfit. */
export async function prepareConnection(client: Pick<PoolClient, 'query'>): Promise<void> {
  await client.query(sessionSql);
  const { rows } = await client.query<ServerSettings>(settingsSql);
  const [settings] = rows;
  const reason = settings && unusableReason(settings);
  if (reason !== undefined) throw new PostgresFailure(`this server cannot be used: ${reason}`, {});
}

interface Outcome {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly unknown[];
}

type Run = (query: {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}) => Promise<Outcome>;

function connectionOver(run: Run): Connection {
  const query = ({ name, text }: { name: string; text: string }, values: readonly Value[]) =>
    run({ name, text, values: [...values] }).catch(fail);
  return {
    rows: async (statement, values) => (await query(statement, values)).rows as never[],
    row: async (statement, values) => (await query(statement, values)).rows[0] as never,
    changes: async (statement, values) => (await query(statement, values)).rowCount ?? 0,
    run: async (sql) => {
      await run({ text: sql }).catch(fail);
    },
  };
}

async function transact<T>(
  pool: Pool,
  begin: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(fail);
  let broken = false;
  // Without a listener, a connection that breaks between two statements would end the process.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const ask: Run = (query) =>
    client.query({ ...query }).catch((error: unknown) => {
      // Only after an ordinary error is the connection still usable.
      broken ||= !(error instanceof DatabaseError && error.severity === 'ERROR');
      throw asFailure(error);
    });
  try {
    await ask({ text: begin });
    const result = await work(connectionOver(ask));
    const { command } = await ask({ text: 'COMMIT' });
    // The server answers ROLLBACK if a statement of the transaction failed.
    if (command !== 'COMMIT') throw new PostgresFailure('the transaction was rolled back', {});
    return result;
  } catch (error) {
    if (!broken) await ask({ text: 'ROLLBACK' }).catch(() => undefined);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function fail(error: unknown): never {
  throw asFailure(error);
}

import { type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { asFailure, PostgresFailure } from './failure.ts';
import type { Statement, Value } from './statement.ts';

/** What the server says of itself, as `settingsSql` asks it. */
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
 * Why nothing can be kept on this server; undefined when it can. A commit must be on disk when it
 * returns (design D22). All values of `synchronous_commit` but `off` wait for this server's own disk;
 * which standbys are waited for as well is the operator's choice.
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
  /** The rows a statement gives. */
  rows<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<readonly R[]>;
  /** The first of its rows, undefined when there is none. */
  row<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<R | undefined>;
  /** How many rows a statement wrote. */
  changes<V extends readonly Value[]>(statement: Statement<V, unknown>, values: V): Promise<number>;
  /** Runs SQL without values, which may be several statements: for what is no hot path. */
  run(sql: string): Promise<void>;
}

/**
 * A PostgreSQL server through a pool of connections. A statement outside a transaction is one of its
 * own; what was written is on the server's disk when its promise resolves. When a promise rejects
 * because the connection went away, the write may have been done or not. Nothing is tried again here.
 */
export interface PostgresDatabase extends Connection {
  /** All of it or nothing, at READ COMMITTED; rejects with what `work` rejects with. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * The same without time limits, for work aside from requests, at most `asideConnections` at once:
   * `snapshot` reads one moment and writes nothing, `change` writes.
   */
  longTransaction<T>(
    mode: 'snapshot' | 'change',
    work: (connection: Connection) => Promise<T>,
  ): Promise<T>;
  /** Finishes what was asked, then closes every connection. Later calls reject. */
  close(): Promise<void>;
}

const connections = 10;
const longTransactionConnections = 4;
/** Longest wait for a connection, in milliseconds. */
const connectMs = 5_000;
/** Longest wait of a request's statement for a row that another holds, and for its answer. */
const lockMs = 10_000;
const answerMs = lockMs + 2_000;
/** A transaction whose program has stalled must not hold its locks for longer. */
const idleInTransactionMs = 15_000;
const int8Oid = 20;

const beginAs = {
  transaction: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
  change: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
} as const;

/** The statements of this program are written for this level, whatever the server's default is. */
const sessionSql = 'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED';

/**
 * Connects to a server, and rejects when it cannot be reached or does not keep what it was given
 * (`unfitness`), which is looked at on each new connection. TLS is as the URL says (`sslmode`).
 */
export async function connectPostgres(url: Secret<string>): Promise<PostgresDatabase> {
  const main = poolOf(url, {
    max: connections,
    lock_timeout: lockMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  const aside = poolOf(url, { max: longTransactionConnections });
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
    await Promise.all([main.end(), aside.end()]);
  };

  const database: PostgresDatabase = {
    ...connectionOver((query) => track(() => main.query(query))),
    transaction: (work) => track(() => transact(main, beginAs.transaction, work)),
    longTransaction: (mode, work) => track(() => transact(aside, beginAs[mode], work)),
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
  // A connection that breaks while nobody uses it is replaced by the next who wants one.
  pool.on('error', () => undefined);
  return pool;
}

/** What all connections of this program have in common; each must pass `prepare` first. */
export function clientSettings(url: Secret<string>): ClientConfig {
  return {
    connectionString: url.reveal(),
    application_name: 'voice-phi-proxy',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    types: { getTypeParser },
  };
}

/** Reads bigint as a number; every other type as the driver does. */
const getTypeParser: typeof types.getTypeParser = ((oid: number, format: 'text') =>
  oid === int8Oid ? safeInteger : types.getTypeParser(oid, format)) as typeof types.getTypeParser;

function safeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('a bigint is beyond the safe integers');
  return number;
}

/** Makes a new connection ready; rejects when the server is not fit to keep anything. */
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
  // Without a listener a connection that breaks between two statements would end the process.
  const onError = () => {
    broken = true;
  };
  client.on('error', onError);
  const ask: Run = (query) =>
    client.query({ ...query }).catch((error: unknown) => {
      // Only an ordinary error leaves a connection on which anything can still be asked.
      broken ||= !(error instanceof DatabaseError && error.severity === 'ERROR');
      throw asFailure(error);
    });
  try {
    await ask({ text: begin });
    const result = await work(connectionOver(ask));
    const { command } = await ask({ text: 'COMMIT' });
    // The answer is another when a statement of the transaction had failed.
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

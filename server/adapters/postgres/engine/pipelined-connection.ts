import { Client, DatabaseError } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { clientSettings, prepareConnection } from './connection.ts';
import { asFailure } from './failure.ts';
import type { Statement, Value } from './statement.ts';

/**
 * One connection whose statements go out without waiting for the answers to those before, so that
 * what belongs together costs one round trip. Rejects with `PostgresFailure`.
 */
export interface PipelinedConnection {
  ask<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<readonly R[]>;
  /** Runs a command of the transaction and gives what the server says it did. */
  command(sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<string>;
  /**
   * True once the connection broke. What was under way may then have been done or not; the server
   * undoes a transaction whose COMMIT it was not sent.
   */
  lost(): boolean;
  close(): Promise<void>;
}

/** Longest wait for a connection, for the head, and for any answer, in milliseconds. */
const connectMs = 3_000;
const lockMs = 4_000;
const answerMs = 6_000;
/** Less than the wait for the head: a replica that stalls while it holds it is cut off by then. */
const idleInTransactionMs = 3_000;

const commands = {
  BEGIN: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE',
  COMMIT: 'COMMIT',
  ROLLBACK: 'ROLLBACK',
} as const;

export async function openPipelinedConnection(url: Secret<string>): Promise<PipelinedConnection> {
  const client = new Client({
    ...clientSettings(url),
    connectionTimeoutMillis: connectMs,
    lock_timeout: lockMs,
    query_timeout: answerMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    pipeline: true,
  });
  let lost = false;
  const lose = () => {
    lost = true;
  };
  client.on('error', lose);
  client.on('end', lose);
  const ask = (query: { name?: string; text: string; values?: unknown[] }) =>
    client.query(query).catch((error: unknown) => {
      // Only an ordinary error leaves the connection, and says that the statement did nothing.
      if (!(error instanceof DatabaseError && error.severity === 'ERROR')) lose();
      throw asFailure(error);
    });
  try {
    await client.connect();
    await prepareConnection(client);
    // A COMMIT that a time limit cuts short may be reported as done before the standbys have it.
    await client.query('SET statement_timeout = 0');
  } catch (error) {
    client.end().catch(() => undefined);
    throw asFailure(error);
  }
  return {
    ask: async ({ name, text }, values) =>
      (await ask({ name, text, values: [...values] })).rows as never[],
    command: async (sql) => (await ask({ name: `svc_${sql}`, text: commands[sql] })).command,
    lost: () => lost,
    close: async () => {
      await client.end().catch(() => undefined);
    },
  };
}

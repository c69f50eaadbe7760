import { Client, DatabaseError } from 'pg';
import type { Secret } from '../../../domain/secret.ts';
import { clientSettings, prepareConnection } from './connection.ts';
import { asFailure } from './failure.ts';
import type { Statement, Value } from './statement.ts';

/**
 * One connection that sends statements without waiting for earlier answers, so that several statements
 * take one round trip. Rejects with `PostgresFailure`.
 */
export interface PipelinedConnection {
  ask<V extends readonly Value[], R>(statement: Statement<V, R>, values: V): Promise<readonly R[]>;
  /** Runs a transaction command and returns the server's answer. */
  command(sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK'): Promise<string>;
  /**
   * True once the connection broke. Then outstanding statements may have run or not; the server rolls
   * back a transaction whose COMMIT it did not receive.
   */
  lost(): boolean;
  close(): Promise<void>;
}

/** Longest wait for a connection, for the head row's lock, and for any answer, in milliseconds. */
const connectMs = 3_000;
const lockMs = 4_000;
const answerMs = 6_000;
/** Less than the wait for the lock: the server cuts off a replica that stalls while it holds the head. */
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
      // Only after an ordinary error is the connection usable, and the statement undone.
      if (!(error instanceof DatabaseError && error.severity === 'ERROR')) lose();
      throw asFailure(error);
    });
  try {
    await client.connect();
    await prepareConnection(client);
    // The server may report a COMMIT that a time limit cuts short as done before the standbys have it.
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

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { inject } from 'vitest';
import { Secret } from '../../server/domain/secret.ts';

/** An empty database on a real server, whose owner is no superuser. */
export interface FreshDatabase {
  readonly url: Secret<string>;
  /** Runs SQL as its owner and gives the rows of the last statement. */
  sql(query: string): Promise<readonly Record<string, unknown>[]>;
  /** The same as the server's superuser. */
  adminSql(query: string): Promise<readonly Record<string, unknown>[]>;
  /** Cuts every connection to it. */
  disconnect(): Promise<void>;
  /** Cuts them and takes no new ones, as a server that is away, until it is opened again. */
  shut(): Promise<void>;
  open(): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a database with an owner of its own on the server of this test run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const admin = await adminUrl();
  const name = `svc_${randomBytes(8).toString('hex')}`;
  const password = randomBytes(16).toString('hex');
  await query(admin, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await query(admin, `CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(admin);
  url.pathname = name;
  const adminHere = url.href;
  const disconnect = async () => {
    await query(
      admin,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
  };
  url.username = name;
  url.password = password;
  return {
    url: new Secret(url.href),
    sql: (sql) => query(url.href, sql),
    adminSql: (sql) => query(adminHere, sql),
    disconnect,
    shut: async () => {
      await query(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await disconnect();
    },
    open: async () => {
      await query(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    },
    remove: async () => {
      await query(admin, `DROP DATABASE ${name} WITH (FORCE)`);
      await query(admin, `DROP ROLE ${name}`);
    },
  };
}

let url: Promise<string> | undefined;

function adminUrl(): Promise<string> {
  url ??= text(connect(inject('postgresPort'), '127.0.0.1')).then((answer) => {
    if (!answer.startsWith('postgres:')) throw new Error(answer);
    return answer;
  });
  return url;
}

async function query(connectionString: string, sql: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const result = await client.query(sql);
    const last = Array.isArray(result) ? result.at(-1) : result;
    return last.rows as readonly Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

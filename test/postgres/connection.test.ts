import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
  type ServerSettings,
  unusableReason,
} from '../../server/adapters/postgres/engine/connection.ts';
import { statement } from '../../server/adapters/postgres/engine/statement.ts';
import { Secret } from '../../server/domain/secret.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { fixtureCertificate } from '../support/tls-fixture.ts';

const insert = statement<[number, Uint8Array | null]>('INSERT INTO kept VALUES ($1, $2)');
const all = statement<[], { no: number; bytes: Uint8Array | null }>(
  'SELECT no, bytes FROM kept ORDER BY no',
);
const pid = statement<[], { pid: number }>('SELECT pg_backend_pid() AS pid');

let place: FreshDatabase;
let database: PostgresDatabase;
beforeAll(async () => {
  place = await freshDatabase();
  database = await connectPostgres(place.url);
  await database.run('CREATE TABLE kept (no bigint PRIMARY KEY, bytes bytea)');
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

const kept = async () => (await database.rows(all, [])).map(({ no }) => no);

describe('a PostgreSQL database returns the values it was given', () => {
  it('reads bigints as numbers and bytes as bytes', async () => {
    const bytes = Buffer.from([0, 1, 254, 255]);
    await database.changes(insert, [Number.MAX_SAFE_INTEGER, bytes]);
    await database.changes(insert, [-1, null]);
    expect(await database.rows(all, [])).toEqual([
      { no: -1, bytes: null },
      { no: Number.MAX_SAFE_INTEGER, bytes },
    ]);
    await database.run('TRUNCATE kept');
  });

  it('rejects a bigint beyond the safe integers', async () => {
    const tooLarge = statement<[], { n: number }>('SELECT 9007199254740993 AS n');
    await expect(database.rows(tooLarge, [])).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });
});

describe('a transaction is atomic', () => {
  it('stores nothing when its work fails, and rejects with the same error', async () => {
    const reason = new Error('no');
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [1, null]);
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
    expect(await kept()).toEqual([]);
  });

  it('rejects when its work ignored a failed statement', async () => {
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [1, null]);
      await connection.changes(insert, [1, null]).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ name: 'PostgresFailure' });
    expect(await kept()).toEqual([]);
  });

  it('names the violated constraint, and repeats no value', async () => {
    await database.changes(insert, [77_123, null]);
    const error = await database.changes(insert, [77_123, null]).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: '23505', constraint: 'kept_pkey' });
    expect(JSON.stringify([error, String(error), Object.values(error as object)])).not.toContain(
      '77123',
    );
    await database.run('TRUNCATE kept');
  });

  it('reads one moment and writes nothing as a snapshot', async () => {
    await database.longTransaction('snapshot', async (connection) => {
      expect(await connection.rows(all, [])).toEqual([]);
      await database.changes(insert, [5, null]);
      expect(await connection.rows(all, [])).toEqual([]);
    });
    const write = database.longTransaction('snapshot', (connection) =>
      connection.changes(insert, [6, null]),
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
    expect(await kept()).toEqual([5]);
    await database.run('TRUNCATE kept');
  });
});

describe('a lost connection', () => {
  it('fails its transaction, which stores nothing, and the next call connects again', async () => {
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [8, null]);
      const backend = await connection.row(pid, []);
      await place.adminSql(`SELECT pg_terminate_backend(${backend?.pid})`);
      await connection.changes(insert, [9, null]);
    });
    await expect(work).rejects.toMatchObject({ name: 'PostgresFailure' });
    expect(await kept()).toEqual([]);
  });

  it('does no harm between two calls', async () => {
    const own = await connectPostgres(place.url);
    await place.disconnect();
    await expect.poll(() => own.rows(all, []).catch((error: Error) => error.name)).toEqual([]);
    await own.close();
  });

  it('is an error without the password when no server listens', async () => {
    const url = new Secret('postgres://svc:swordfish@127.0.0.1:1/svc');
    const error = await connectPostgres(url).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'PostgresFailure', code: 'ECONNREFUSED' });
    expect(JSON.stringify([String(error), Object.values(error as object)])).not.toContain(
      'swordfish',
    );
  });
});

describe('the URL decides about TLS', () => {
  const isEncrypted = statement<[], { ssl: boolean }>(
    'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
  );
  const over = async (parameters: Record<string, string>) => {
    const url = new URL(place.url.reveal());
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const own = await connectPostgres(new Secret(url.href));
    const row = await own.row(isEncrypted, []);
    await own.close();
    return row?.ssl;
  };

  it('verify-full checks the name in the certificate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-tls-'));
    const ca = join(folder, 'ca.pem');
    await writeFile(ca, fixtureCertificate);
    expect(await over({ sslmode: 'verify-full', sslrootcert: ca })).toBe(true);
    expect(await over({})).toBe(false);
    await expect(over({ sslmode: 'verify-full' })).rejects.toMatchObject({
      name: 'PostgresFailure',
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    await removeFolder(folder);
  });
});

describe('closing a database', () => {
  it('waits for outstanding calls and rejects later ones', async () => {
    const own = await connectPostgres(place.url);
    const asked = Array.from({ length: 30 }, (_, no) => own.changes(insert, [no, null]));
    await own.close();
    await own.close();
    expect(await Promise.all(asked)).toEqual(asked.map(() => 1));
    await expect(own.rows(all, [])).rejects.toMatchObject({ name: 'PostgresFailure' });
    await database.run('TRUNCATE kept');
  });
});

describe('an unfit server is refused', () => {
  const fit: ServerSettings = {
    version: 180_004,
    encoding: 'UTF8',
    fsync: 'on',
    synchronousCommit: 'on',
    readOnly: 'off',
  };

  it.each<[string, Partial<ServerSettings>]>([
    ['is older than PostgreSQL 14', { version: 130_014 }],
    ['encoding', { encoding: 'SQL_ASCII' }],
    ['fsync', { fsync: 'off' }],
    ['synchronous_commit', { synchronousCommit: 'off' }],
    ['takes no writes', { readOnly: 'on' }],
  ])('%s', (reason, change) => {
    expect(unusableReason({ ...fit, ...change })).toContain(reason);
  });

  it.each(['on', 'local', 'remote_write', 'remote_apply'])(
    'synchronous_commit=%s is enough',
    (synchronousCommit) => {
      expect(unusableReason({ ...fit, synchronousCommit })).toBeUndefined();
    },
  );

  it('its settings are checked on each new connection', async () => {
    const lax = await freshDatabase();
    const { pathname } = new URL(lax.url.reveal());
    await lax.sql(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`);
    await expect(connectPostgres(lax.url)).rejects.toThrow('synchronous_commit is off');
    await lax.remove();
  });
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectPostgres,
  type PostgresDatabase,
  type ServerSettings,
  unusableReason,
} from '../../../../../server/adapters/postgres/engine/connection.ts';
import { statement } from '../../../../../server/adapters/postgres/engine/statement.ts';
import { Secret } from '../../../../../server/domain/secret.ts';
import { type FreshDatabase, freshDatabase } from '../../../../support/postgres.ts';
import { removeFolder } from '../../../../support/remove-folder.ts';
import { fixtureCertificate } from '../../../../support/tls-fixture.ts';

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

describe('a PostgreSQL database gives back what it was given', () => {
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

  it('refuses to round a bigint that no number can hold', async () => {
    const tooLarge = statement<[], { n: number }>('SELECT 9007199254740993 AS n');
    await expect(database.rows(tooLarge, [])).rejects.toThrow();
    expect(await kept()).toEqual([]);
  });
});

describe('a transaction is done as a whole or not at all', () => {
  it('keeps nothing of one whose work failed, and rejects with what the work rejected with', async () => {
    const reason = new Error('no');
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [1, null]);
      throw reason;
    });
    await expect(work).rejects.toBe(reason);
    expect(await kept()).toEqual([]);
  });

  it('does not call one committed in which a failed statement was passed over', async () => {
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [1, null]);
      await connection.changes(insert, [1, null]).catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ name: 'PostgresFailure' });
    expect(await kept()).toEqual([]);
  });

  it('names the broken constraint, and repeats no value', async () => {
    await database.changes(insert, [77_123, null]);
    const error = await database.changes(insert, [77_123, null]).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: '23505', constraint: 'kept_pkey' });
    expect(JSON.stringify([error, String(error), Object.values(error as object)])).not.toContain(
      '77123',
    );
    await database.run('TRUNCATE kept');
  });

  it('sees one moment, and writes nothing, in a snapshot', async () => {
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

describe('a connection that is lost', () => {
  it('fails what was under way, keeps nothing of it, and the next one connects anew', async () => {
    const work = database.transaction(async (connection) => {
      await connection.changes(insert, [8, null]);
      const backend = await connection.row(pid, []);
      await place.adminSql(`SELECT pg_terminate_backend(${backend?.pid})`);
      await connection.changes(insert, [9, null]);
    });
    await expect(work).rejects.toMatchObject({ name: 'PostgresFailure' });
    expect(await kept()).toEqual([]);
  });

  it('does no harm between two requests', async () => {
    const own = await connectPostgres(place.url);
    await place.disconnect();
    await expect.poll(() => own.rows(all, []).catch((error: Error) => error.name)).toEqual([]);
    await own.close();
  });

  it('is refused at the start, without the password, where nobody listens', async () => {
    const url = new Secret('postgres://svc:swordfish@127.0.0.1:1/svc');
    const error = await connectPostgres(url).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'PostgresFailure', code: 'ECONNREFUSED' });
    expect(JSON.stringify([String(error), Object.values(error as object)])).not.toContain(
      'swordfish',
    );
  });
});

describe('TLS is as the URL says', () => {
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

  it('and checks whose certificate it is', async () => {
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

describe('closing waits for what was asked', () => {
  it('and refuses what comes later', async () => {
    const own = await connectPostgres(place.url);
    const asked = Array.from({ length: 30 }, (_, no) => own.changes(insert, [no, null]));
    await own.close();
    await own.close();
    expect(await Promise.all(asked)).toEqual(asked.map(() => 1));
    await expect(own.rows(all, [])).rejects.toMatchObject({ name: 'PostgresFailure' });
    await database.run('TRUNCATE kept');
  });
});

describe('a server that does not keep what it said was written is not used', () => {
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

  it('is refused by its settings when a connection is made', async () => {
    const lax = await freshDatabase();
    const { pathname } = new URL(lax.url.reveal());
    await lax.sql(`ALTER DATABASE ${pathname.slice(1)} SET synchronous_commit = off`);
    await expect(connectPostgres(lax.url)).rejects.toThrow('synchronous_commit is off');
    await lax.remove();
  });
});

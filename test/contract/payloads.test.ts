import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import {
  payloadsMigrations,
  payloadsSql,
} from '../../server/adapters/sqlcipher/payloads/payloads.ts';
import { openPayloadsStore } from '../../server/adapters/sqlcipher/payloads/payloads-store.ts';
import { memoryPayloads } from '../support/memory/payloads.ts';
import { bytesOnDisk, costlySteps, encryptedFile } from './encrypted-files.ts';
import { payloadsContract } from './payloads.contract.ts';

payloadsContract('memory', async () => ({ port: memoryPayloads(), close: async () => {} }));

payloadsContract('SQLCipher', async () => {
  const place = await encryptedFile('payloads.db');
  const store = await openPayloadsStore(place);
  return {
    port: store.payloads,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

const key = { kid: 'K1', wrapped: new Uint8Array(40) };
const payload = { sha256: 'ab', ciphertext: new Uint8Array(9) };

describe('payloads.db', () => {
  it.each(Object.entries(payloadsSql))('%s scans no table', async (_name, sql) => {
    expect(await costlySteps(payloadsMigrations, sql)).toEqual([]);
  });

  it('holds a stored payload on disk, and nothing of an erased one', async () => {
    const place = await encryptedFile('payloads.db');
    const session = 'sess_01KAHZ0000000000000000AAAA';
    const store = await openPayloadsStore(place);
    const ciphertext = new Uint8Array(500_000).fill(7);
    await store.payloads.keepFirst(session, key, { sha256: 'ab', ciphertext });
    expect((await bytesOnDisk(place)).length).toBeGreaterThan(500_000);
    await store.payloads.erase([session]);
    await store.close();
    const again = await openPayloadsStore(place);
    expect(await again.payloads.read(session)).toEqual({ state: 'erased' });
    await again.close();
    await place.remove();
  });

  it('refuses payloads while it cannot be opened, and accepts them afterwards', async () => {
    const place = await encryptedFile('payloads.db');
    const store = await openPayloadsStore(place);
    const session = 'sess_01KAHZ0000000000000000AAAA';
    const bytes = await readFile(place.file);
    await writeFile(place.file, randomBytes(bytes.length));
    await expect(store.payloads.keepFirst(session, key, payload)).rejects.toMatchObject({
      code: 'AuditUnavailable',
    });
    await writeFile(place.file, bytes);
    expect((await store.payloads.keepFirst(session, key, payload))?.kid).toBe('K1');
    await store.close();
    await expect(store.payloads.read(session)).rejects.toMatchObject({ code: 'AuditUnavailable' });
    await place.remove();
  });

  it('refuses payloads after close, even if it was never used', async () => {
    const place = await encryptedFile('payloads.db');
    const store = await openPayloadsStore(place);
    await store.close();
    await expect(store.payloads.read('sess_01KAHZ0000000000000000AAAA')).rejects.toMatchObject({
      code: 'AuditUnavailable',
    });
    await place.remove();
  });

  it('clears erased payloads from its log, also after a simultaneous reader', async () => {
    const place = await encryptedFile('payloads.db');
    const sizeOfLog = async () => (await stat(`${place.file}-wal`)).size;
    const session = 'sess_01KAHZ0000000000000000AAAA';
    const store = await openPayloadsStore(place);
    await store.payloads.keepFirst(session, key, payload);
    const reader = openDatabase({
      file: place.file,
      key: place.key.reveal(),
      migrations: payloadsMigrations,
      readonly: true,
    });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM session_key').get();
    await store.payloads.erase([session]);
    expect(await sizeOfLog()).toBeGreaterThan(0);
    reader.close();
    await expect.poll(sizeOfLog).toBe(0);
    await store.close();
    await place.remove();
  });
});

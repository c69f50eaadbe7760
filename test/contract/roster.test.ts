import { copyFile, readFile, rm, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import { rosterSql } from '../../server/adapters/sqlcipher/vault/roster.ts';
import {
  openVaultStore,
  type VaultStore,
} from '../../server/adapters/sqlcipher/vault/vault-store.ts';
import { abandonedMs } from '../../server/ports/roster.ts';
import { memoryRoster } from '../support/memory/roster.ts';
import { anImport, aPerson } from '../support/roster-kit.ts';
import { bytesOnDisk, costlySteps, type EncryptedFile, encryptedFile } from './encrypted-files.ts';
import { importInto, rosterContract } from './roster.contract.ts';

rosterContract('memory', async () => ({ port: memoryRoster(), close: async () => {} }));

rosterContract('SQLCipher', async () => {
  const place = await encryptedFile('vault.db');
  const store = await openVaultStore(place);
  return {
    port: store.roster,
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

const people = Array.from({ length: 600 }, (_, at) =>
  aPerson(`ZEBRA-${at}`, { addresses: [`${at} Marzipan Lane, Ames, IA`] }),
);
/** In every row of `people`, and in no schema. */
const traces = ['ZEBRA-', 'Marzipan', 'Quennell'];

/** The values of the roster that are in a page of the open file, used or free, once it is decrypted. */
async function tracesLeft({ file, key }: EncryptedFile): Promise<readonly string[]> {
  const copy = `${file}.copy`;
  for (const end of ['', '-wal']) await copyFile(`${file}${end}`, `${copy}${end}`);
  withDatabase({ file: copy, key: key.reveal() }, { writable: true }, (db) => {
    db.pragma('journal_mode=DELETE');
    db.pragma("rekey=''");
  });
  const bytes = await readFile(copy);
  await rm(copy);
  expect(bytes.includes('roster_person')).toBe(true);
  return traces.filter((trace) => bytes.includes(trace));
}

describe('what is deleted from the roster in vault.db', () => {
  let place: EncryptedFile;
  let store: VaultStore;
  beforeEach(async () => {
    place = await encryptedFile('vault.db');
    store = await openVaultStore(place);
  });
  afterEach(async () => {
    await store.close();
    await place.remove();
  });

  it('is in a page of the file before', async () => {
    await importInto(store.roster, people);
    expect(await tracesLeft(place)).toEqual(traces);
  });

  it.each([
    ['the roster is deleted', () => store.roster.clear()],
    ['another roster replaces it', () => importInto(store.roster, [])],
  ])('is in no page and no log when %s', async (_how, erase) => {
    await importInto(store.roster, people);
    await erase();
    expect(await tracesLeft(place)).toEqual([]);
    expect(await logSize(place)).toBe(0);
  });

  it('is in no page when a crash cut an import short, after the next start', async () => {
    const report = anImport();
    await store.roster.begin(report);
    await store.roster.add(report, people);
    await store.close();
    store = await openVaultStore(place);
    await store.roster.eraseAbandoned(Date.parse(report.updatedAt) + abandonedMs);
    expect(await tracesLeft(place)).toEqual([]);
    expect(await logSize(place)).toBe(0);
  });

  it('is in no page when a person is removed', async () => {
    await importInto(store.roster, [aPerson('1'), aPerson('2', { familyNames: ['Zubrowka'] })]);
    await store.roster.remove('2');
    traces.push('Zubrowka');
    expect(await tracesLeft(place)).toEqual(['Quennell']);
    traces.pop();
  });

  it('was never legible in the files', async () => {
    await importInto(store.roster, people);
    const bytes = await bytesOnDisk(place);
    expect([...traces, 'roster_person'].filter((text) => bytes.includes(text))).toEqual([]);
  });
});

async function logSize(place: EncryptedFile): Promise<number> {
  return (await stat(`${place.file}-wal`)).size;
}

describe('no query of the roster in vault.db scans a whole table', () => {
  it.each(
    Object.entries(rosterSql).filter(
      ([name]) => !['state', 'putInForce', 'changed', 'latest'].includes(name),
    ),
  )('%s', async (_name, sql) => {
    expect(await costlySteps(vaultMigrations, sql)).toEqual([]);
  });
});

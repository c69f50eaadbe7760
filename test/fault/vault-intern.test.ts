import { hash } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import {
  type KnownIndexes,
  knownIndexes,
  loadIndexes,
  memoryForIndexes,
} from '../../server/adapters/sqlcipher/vault/known-indexes.ts';
import { vaultMigrations } from '../../server/adapters/sqlcipher/vault/migrations.ts';
import {
  type InternDeps,
  vaultIntern,
  vaultMethods,
} from '../../server/adapters/sqlcipher/vault/vault.ts';
import type { VaultEntry } from '../../server/ports/vault.ts';
import { type EncryptedFile, encryptedFile } from '../contract/encrypted-files.ts';
import { eventually } from '../support/eventually.ts';

const clinic = 'agt_01KAHZ0000000000000000AAAA';
const pharmacy = 'agt_01KAHZ0000000000000000BBBB';

const entry = (offer: string, value = 'a'): VaultEntry => ({
  index: value.repeat(64),
  token: `TOK1.PHONE.K_HEALTHCARE.${offer.repeat(20)}`,
  kind: 'PHONE',
  kid: 'K_HEALTHCARE',
  surface: '202-555-0143',
});
const tokenOf = (offer: string) => [entry(offer).token];

describe('a token is decided immediately and durable later (design D22)', () => {
  let place: EncryptedFile;
  let writer: Database.Database;
  let reader: Database.Database;
  /** What was asked to be kept, in order, and when each of it goes on. */
  let asked: { readonly entries: readonly VaultEntry[]; readonly go: () => void }[];
  let known: KnownIndexes;
  let intern: ReturnType<typeof vaultIntern>;

  const keepWith =
    (methods: ReturnType<typeof vaultMethods>): InternDeps['keep'] =>
    async (agentId, entries) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      asked.push({ entries, go: resolve });
      await promise;
      return writer.transaction(() => methods.keep(agentId, entries))();
    };

  beforeEach(async () => {
    place = await encryptedFile('vault.db');
    const file = { file: place.file, key: place.key.reveal(), migrations: vaultMigrations };
    writer = openDatabase(file);
    reader = openDatabase({ ...file, readonly: true });
    asked = [];
    known = knownIndexes(memoryForIndexes());
    intern = vaultIntern({ reader, known, keep: keepWith(vaultMethods(writer)) });
  });
  afterEach(async () => {
    reader.close();
    writer.close();
    await place.remove();
  });

  it('simultaneous requests with a new value get one token, and each waits until it is durable', async () => {
    const first = await intern(clinic, [entry('1')]);
    const second = await intern(pharmacy, [entry('2')]);
    expect([first.tokens, second.tokens]).toEqual([tokenOf('1'), tokenOf('1')]);
    asked[0]?.go();
    await first.durable;
    const third = await intern(pharmacy, [entry('3')]);
    expect(third.tokens).toEqual(tokenOf('1'));
    for (const { go } of asked) go();
    await Promise.all([second.durable, third.durable]);
  });

  it('a value that the agent has used before needs no write and no wait', async () => {
    const first = await intern(clinic, [entry('1')]);
    asked[0]?.go();
    await first.durable;
    const again = await intern(clinic, [entry('2')]);
    expect(again.tokens).toEqual(tokenOf('1'));
    await again.durable;
    expect(asked).toHaveLength(1);
  });

  it('the use of a token by another agent is written too', async () => {
    const first = await intern(clinic, [entry('1')]);
    asked[0]?.go();
    await first.durable;
    const other = await intern(pharmacy, [entry('2')]);
    expect(other.tokens).toEqual(tokenOf('1'));
    expect(asked[1]?.entries).toEqual([entry('1')]);
    asked[1]?.go();
    await other.durable;
  });

  it('of two requests with one new value, the second stores it when the first fails', async () => {
    const methods = vaultMethods(writer);
    let failures = 1;
    intern = vaultIntern({
      reader,
      known,
      keep: async (agentId, entries) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('the disk is full');
        }
        return keepWith(methods)(agentId, entries);
      },
    });
    const [first, second] = await Promise.all([
      intern(clinic, [entry('1')]),
      intern(clinic, [entry('2')]),
    ]);
    await expect(first.durable).rejects.toThrow('the disk is full');
    asked[0]?.go();
    await second.durable;
    expect(second.tokens).toEqual(tokenOf('1'));
    expect(methods.find(second.tokens, clinic)).toEqual([
      expect.objectContaining({ token: entry('1').token }),
    ]);
  });

  it('after a failed write the next offered token counts', async () => {
    const methods = vaultMethods(writer);
    const broken = vaultIntern({ reader, known, keep: () => Promise.reject(new Error('gone')) });
    await expect((await broken(clinic, [entry('1')])).durable).rejects.toThrow('gone');
    const next = await intern(clinic, [entry('2')]);
    asked[0]?.go();
    await next.durable;
    expect(next.tokens).toEqual(tokenOf('2'));
    expect(methods.find(tokenOf('1'), undefined)).toEqual([undefined]);
  });

  it('a token that differs from the stored one never becomes durable', async () => {
    const lying = vaultIntern({ reader, known, keep: async () => tokenOf('9') });
    await expect((await lying(clinic, [entry('1')])).durable).rejects.toThrow('another token');
  });

  it('a value that an earlier process kept has its token while the vault is still being read', async () => {
    writer.transaction(() => vaultMethods(writer).keep(clinic, [entry('1')]))();
    expect((await intern(clinic, [entry('2')])).tokens).toEqual(tokenOf('1'));
  });

  it('a value that an earlier process kept has its token when the vault is read', async () => {
    const earlier = Array.from({ length: 2_500 }, (_, number) => ({
      ...entry('1'),
      index: hash('sha256', String(number)),
      token: `TOK1.PHONE.K_HEALTHCARE.${String(number).padStart(20, '0')}`,
    }));
    writer.transaction(() => vaultMethods(writer).keep(clinic, earlier))();
    loadIndexes(writer, known);
    await eventually(async () => expect(known.mayHold(entry('1').index)).toBe(false));
    const again = await intern(
      clinic,
      earlier.map((kept) => ({ ...kept, token: entry('2').token })),
    );
    expect(again.tokens).toEqual(earlier.map(({ token }) => token));
  });

  it('a value that the vault surely lacks is not looked up', async () => {
    known.complete();
    reader.close();
    expect((await intern(clinic, [entry('1')])).tokens).toEqual(tokenOf('1'));
  });
});

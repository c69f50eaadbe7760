import { describe, expect, it } from 'vitest';
import { marksSql } from '../../server/adapters/sqlcipher/payloads/marks.ts';
import { payloadsMigrations } from '../../server/adapters/sqlcipher/payloads/payloads.ts';
import { openPayloadsStore } from '../../server/adapters/sqlcipher/payloads/payloads-store.ts';
import { memoryMarks } from '../support/memory/marks.ts';
import { bytesOnDisk, costlySteps, encryptedFile } from './encrypted-files.ts';
import { markOf, marksContract } from './marks.contract.ts';

marksContract('memory', async () => ({ port: memoryMarks(), close: async () => {} }));

marksContract('SQLCipher', async () => {
  const place = await encryptedFile('payloads.db');
  const store = await openPayloadsStore(place);
  return {
    port: { ...store.marks, erase: store.payloads.erase },
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('where marks are stored', () => {
  it.each(Object.entries(marksSql))('%s scans no table of payloads.db', async (_name, sql) => {
    expect(await costlySteps(payloadsMigrations, sql)).toEqual([]);
  });

  it('payloads.db shows no text of a mark, and opens again with it', async () => {
    const place = await encryptedFile('payloads.db');
    const store = await openPayloadsStore(place);
    await store.marks.add(markOf(1));
    expect((await bytesOnDisk(place)).includes('Orla Venn')).toBe(false);
    await store.close();
    const again = await openPayloadsStore(place);
    expect(await again.marks.find(markOf(1).id)).toEqual(markOf(1));
    await again.close();
    await place.remove();
  });
});

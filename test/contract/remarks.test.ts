import { describe, expect, it } from 'vitest';
import { payloadsMigrations } from '../../server/adapters/sqlcipher/payloads/payloads.ts';
import { openPayloadsStore } from '../../server/adapters/sqlcipher/payloads/payloads-store.ts';
import { remarksSql } from '../../server/adapters/sqlcipher/payloads/remarks.ts';
import { memoryRemarks } from '../support/memory/remarks.ts';
import { bytesOnDisk, costlySteps, encryptedFile } from './encrypted-files.ts';
import { noteOf, remarksContract } from './remarks.contract.ts';

remarksContract('memory', async () => ({ port: memoryRemarks(), close: async () => {} }));

remarksContract('SQLCipher', async () => {
  const place = await encryptedFile('payloads.db');
  const store = await openPayloadsStore(place);
  return {
    port: { ...store.remarks, erase: store.payloads.erase },
    close: async () => {
      await store.close();
      await place.remove();
    },
  };
});

describe('remarks in payloads.db', () => {
  it.each(Object.entries(remarksSql))('%s scans no table', async (_name, sql) => {
    expect(await costlySteps(payloadsMigrations, sql)).toEqual([]);
  });

  it('cannot be read on disk, and are there after a restart', async () => {
    const place = await encryptedFile('payloads.db');
    const id = 'sess_01KAHZ0000000000000000AAAA';
    const store = await openPayloadsStore(place);
    await store.remarks.setNote(id, noteOf('ask Orla Venn'));
    expect((await bytesOnDisk(place)).includes('Orla Venn')).toBe(false);
    await store.close();
    const again = await openPayloadsStore(place);
    expect(await again.remarks.of([id])).toEqual([{ id, tags: [], note: noteOf('ask Orla Venn') }]);
    await again.close();
    await place.remove();
  });
});

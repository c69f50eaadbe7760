import { describe, expect, it } from 'vitest';
import { noteOf, remarksContract } from '../contract/remarks.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

remarksContract('PostgreSQL', async () => {
  const { remarks, payloads } = (await onPostgres()).stores;
  return { port: { ...remarks, erase: payloads.erase }, close: async () => {} };
});

describe('remarks on PostgreSQL', () => {
  it('cannot be read by the server', async () => {
    const { place, stores } = await onPostgres();
    const id = 'sess_01KAHZ0000000000000000AAAA';
    await stores.remarks.setTags(id, ['refund']);
    await stores.remarks.setNote(id, noteOf('ask Orla Venn'));
    const rows = await place.sql(
      `SELECT encode(tags, 'escape') || encode(note, 'escape') AS held FROM remark`,
    );
    expect(rows).toHaveLength(1);
    expect(String(rows[0]?.['held'])).not.toMatch(/refund|Orla/);
  });
});

import { describe, expect, it } from 'vitest';
import { markOf, marksContract } from '../contract/marks.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

marksContract('PostgreSQL', async () => {
  const { stores } = await onPostgres();
  return { port: { ...stores.marks, erase: stores.payloads.erase }, close: async () => {} };
});

describe('where marks are stored', () => {
  it('PostgreSQL gets no text of a mark in clear', async () => {
    const { stores, place } = await onPostgres();
    await stores.marks.add(markOf(1));
    const [row] = await place.sql('SELECT sealed FROM mark');
    expect(Buffer.from(row?.['sealed'] as Uint8Array).includes('Orla')).toBe(false);
  });
});

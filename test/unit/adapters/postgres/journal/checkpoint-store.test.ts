import { expect, it } from 'vitest';
import { checkpointStore } from '../../../../../server/adapters/postgres/journal/checkpoint-store.ts';
import type { Queryable } from '../../../../../server/adapters/postgres/journal/gap-detector.ts';
import { journalKeys } from '../../../../../server/journal/index.ts';

it('a connection that is lost while records are read is no contradiction of the last checkpoint', async () => {
  const lost = new Error('the connection went away');
  const last = { id: 1, size: 1, note: 'no note', peaks: '' };
  const answers = [Promise.resolve([last]), Promise.reject(lost)];
  const database: Queryable = { ask: async () => (await answers.shift()) as never };
  const store = checkpointStore(database, journalKeys(Buffer.alloc(32)), 'a.example');
  await expect(store.holds()).rejects.toBe(lost);
});

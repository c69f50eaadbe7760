import { callsContract } from '../contract/calls.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const onPostgres = storesForFile();

async function summariesOf(opened: ReturnType<typeof onPostgres>) {
  const { summaries, summaryErasure } = (await opened).stores;
  return { ...summaries, ...summaryErasure };
}

callsContract('PostgreSQL', async () => ({
  port: await summariesOf(onPostgres()),
  close: async () => {},
}));

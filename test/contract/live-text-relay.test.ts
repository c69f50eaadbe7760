import { memoryLiveTextRelay } from '../support/memory/live-text-relay.ts';
import { type LiveTextOnPostgres, liveTextOnPostgres } from '../support/postgres-live-text.ts';
import { liveTextRelayContract } from './live-text-relay.contract.ts';

liveTextRelayContract('memory', async () => {
  const replica = memoryLiveTextRelay();
  return { replicas: [replica(), replica(), replica()], close: async () => {} };
});

const onPostgres = liveTextOnPostgres();

liveTextRelayContract('PostgreSQL', async () => {
  const { open }: LiveTextOnPostgres = await onPostgres();
  const replicas = [await open(), await open(), await open()] as const;
  return {
    replicas,
    close: async () => {
      for (const replica of replicas) await replica.close();
    },
  };
});

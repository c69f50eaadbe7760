import { liveTextRelayContract } from '../contract/live-text-relay.contract.ts';
import { type LiveTextOnPostgres, liveTextOnPostgres } from '../support/postgres-live-text.ts';

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

import { createIds } from '../../server/adapters/system/ids.ts';
import { createSharedCalls } from '../../server/calls/replicated/shared-calls.ts';
import { agent, callKey, clock, conversationContract } from '../contract/conversations.contract.ts';
import { storesForFile } from '../support/postgres-stores.ts';

const openStores = storesForFile();

conversationContract('two replicas', async () => {
  const { place, stores, replica } = await openStores();
  await place.sql('TRUNCATE open_call, open_request, hung_call');
  return [stores, replica].map(({ openCalls }) =>
    createSharedCalls({
      open: openCalls,
      clock,
      ids: createIds(),
      callKey,
      // Each beginning is written.
      journal: { read: async () => [{} as never] },
      agentName: async () => agent.name,
      isWritten: async () => true,
      bringSummaryUpToDate: async () => undefined,
      onForgotten: () => undefined,
    }),
  );
});

import { memoryLiveTextRelay } from '../support/memory/live-text-relay.ts';
import { liveTextRelayContract } from './live-text-relay.contract.ts';

liveTextRelayContract('memory', async () => {
  const replica = memoryLiveTextRelay();
  return { replicas: [replica(), replica(), replica()], close: async () => {} };
});

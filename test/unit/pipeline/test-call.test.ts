import { expect, it } from 'vitest';
import { singleProcessSettings } from '../../../server/agents/current-settings.ts';
import type { RequestId } from '../../../server/domain/ids.ts';
import { clinic, memoryProxy } from '../../support/memory-proxy.ts';

it('A test call goes to `stub`, also when another replica changes the agent as it begins', async () => {
  const proxy = await memoryProxy({
    settings: {
      ...singleProcessSettings,
      // The request begins again with the agent as it is stored.
      withCurrentSettings: (_agent, begin) => begin({ ...clinic, name: 'changed' }, 1),
    },
  });
  await proxy.pipeline.testCall(clinic, 'req_test' as RequestId, 'call 202 555 0143');
  const started = (await proxy.records()).find(({ kind }) => kind === 'call_started');
  expect(started).toMatchObject({ upstream: 'stub' });
});

import { beforeAll, expect, it } from 'vitest';
import { policyWithRule } from '../support/changed-policy.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
beforeAll(async () => {
  proxy = await sharedProxy();
});

it('changes of an agent at the same time undo none of each other', async () => {
  const id = await proxy.agent();
  const policy_yaml = policyWithRule('PHONE', '{ action: redact }');
  const changes = [
    { policy_yaml },
    { name: 'Night desk' },
    { first_message: 'Hello.' },
    { system_prompt: 'Be brief.' },
  ];
  const answers = await Promise.all(
    changes.map((change) =>
      proxy.service.api(`/api/v1/agents/${id}`, { method: 'PATCH', body: JSON.stringify(change) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const answer = await proxy.service.api(`/api/v1/agents/${id}`);
  const { agent } = (await answer.json()) as { agent: object };
  expect(agent).toMatchObject(Object.assign({}, ...changes));
});

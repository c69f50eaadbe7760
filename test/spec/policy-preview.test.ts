import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PolicyPreview } from '../../server/contract/policies/preview.ts';
import { policyWithRule } from '../support/changed-policy.ts';
import { eventually } from '../support/eventually.ts';
import { assistant, type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';

let proxy: ProxyKit;
let strict: string;
let ownAgent: string;

/** A call of two turns under the global policy, and one under a policy of an agent's own. */
beforeAll(async () => {
  proxy = await startProxy();
  strict = await readFile('configs/healthcare-strict.yaml', 'utf8');
  const agent = await proxy.agent();
  const first = [user('my number is 202-555-0143, i was admitted on june third')];
  await proxy.ask(agent, first, { call: { id: 'one' } });
  const second = [...first, assistant('Thank you.'), user('my knee hurts')];
  await proxy.ask(agent, second, { call: { id: 'one' } });
  ownAgent = await proxy.agent({ policy_yaml: policyWithRule('PHONE', '{ action: passthrough }') });
  await proxy.ask(ownAgent, [user('call me at 202-555-0178')], { call: { id: 'two' } });
  for (const [id, turns] of [
    [agent, 2],
    [ownAgent, 1],
  ] as const)
    await eventually(async () =>
      expect(await proxy.records(id, 'response_completed')).toHaveLength(turns),
    );
});
afterAll(() => proxy?.close());

const ask = (body: object) =>
  proxy.service.api('/api/v1/policies/preview', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const preview = async (policy_yaml: string, agent_id?: string): Promise<PolicyPreview> =>
  (await ask({ policy_yaml, ...(agent_id !== undefined && { agent_id }) })).json();

describe('POST /api/v1/policies/preview tries a policy on kept calls', () => {
  it('names what would be newly masked, in the calls of agents that follow the global policy', async () => {
    const { calls, texts, complete, changed, ...counts } = await preview(strict);
    expect([calls, complete]).toEqual([1, true]);
    expect(texts).toBeGreaterThanOrEqual(2);
    expect(counts.newly_masked).toEqual({ DATE: 1 });
    expect(counts.no_longer_masked).toEqual({});
    const [{ sent = '', would_be = '', places = [] } = {}] = changed;
    expect(changed).toHaveLength(1);
    expect(sent).toBe('my number is [PHONE_01], i was admitted on june third');
    expect(would_be).toBe('my number is [PHONE_01], i was admitted on [DATE]');
    expect(places.map(({ sent_span: [start, end] }) => sent.slice(start, end))).toEqual([
      'june third',
    ]);
  });

  it('names what would no longer be masked, without its value', async () => {
    const { newly_masked, no_longer_masked, changed } = await preview(
      policyWithRule('PHONE', '{ action: passthrough }'),
    );
    expect(newly_masked).toEqual({});
    expect(no_longer_masked).toEqual({ PHONE: 1 });
    expect(JSON.stringify(changed)).not.toMatch(/555[- ]?0143/);
  });

  it('changes nothing where the proposed policy does what the one in force does', async () => {
    const { changed } = await preview(policyWithRule('PHONE', '{ action: redact }'));
    expect(changed).toEqual([]);
  });

  it('looks at the calls of one agent, under its own policy', async () => {
    const { calls, newly_masked } = await preview(strict, ownAgent);
    expect(calls).toBe(1);
    expect(newly_masked).toEqual({ PHONE: 1 });
  });

  it('leaves no trace in the journal, and refuses what is no policy or no agent', async () => {
    const before = proxy.service.app.journal.head().size;
    await preview(strict);
    expect(proxy.service.app.journal.head().size).toBe(before);
    expect((await ask({ policy_yaml: 'name: x' })).status).toBe(422);
    const unknown = { policy_yaml: strict, agent_id: 'agt_01M7YRT2V0Q8J5C4W9N6B3XKDE' };
    expect((await ask(unknown)).status).toBe(404);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { assistant, type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { strictPolicy } from '../support/run-svc.ts';

const policy_yaml = readFileSync(strictPolicy, 'utf8');
let proxy: ProxyKit;
beforeAll(async () => {
  proxy = await startProxy();
});
afterAll(() => proxy.close());

const employer = 'i work at transportes del norte and i need a sick note';
const greeting = assistant('Hi, Quennell Orthopedics billing. How can I help you today?');

async function sentOf(agent: string, id: string, ...messages: object[]): Promise<string> {
  await proxy.ask(agent, messages, { call: { id } });
  return proxy.sent();
}

describe('organizations (decision 0211)', () => {
  it('leave under the strict policy as tokens alone, and come back', async () => {
    const agent = await proxy.agent({ policy_yaml });
    const heard = await proxy.ask(agent, [user(employer)], { call: { id: 'employer' } });
    expect(proxy.sent()).toMatch(/TOK1\.ORGANIZATION\./);
    expect(proxy.sent()).not.toMatch(/norte/i);
    expect(heard).toContain('transportes del norte');
  });

  it('count as sent in the clear where a policy does not mask them and a caller names them', async () => {
    const agent = await proxy.agent();
    const messages = [greeting, user(employer)];
    await proxy.ask(agent, messages, { call: { id: 'default' } });
    const [scanned] = await proxy.records(agent, 'egress_scanned');
    expect(scanned).toMatchObject({ in_clear_by_kind: { ORGANIZATION: 1 } });
  });

  it('are not masked where they are the clinic itself, once the settings name it', async () => {
    const agent = await proxy.agent({ policy_yaml });
    const asks = user('i was seen at quennell orthopedics last week');
    expect(await sentOf(agent, 'before', greeting, asks)).not.toMatch(/quennell/i);
    const clinic = {
      name: 'Quennell Orthopedics',
      system: '',
      location: '',
      contact: '',
      time_zone: 'UTC',
    };
    const saved = await proxy.service.api('/api/v1/settings/clinic', {
      method: 'PUT',
      body: JSON.stringify(clinic),
      headers: { 'content-type': 'application/json' },
    });
    expect(saved.status).toBe(200);
    const sent = await sentOf(agent, 'after', greeting, asks);
    expect(sent).toContain('i was seen at quennell orthopedics last week');
    expect(sent).toContain('Hi, Quennell Orthopedics billing');
  });

  it('do not count as sent in the clear where they are the clinic itself', async () => {
    const agent = await proxy.agent();
    const asks = user('i was seen at quennell orthopedics, i work at transportes del norte');
    await proxy.ask(agent, [asks], { call: { id: 'own-name' } });
    const [scanned] = await proxy.records(agent, 'egress_scanned');
    expect(scanned).toMatchObject({ in_clear_by_kind: { ORGANIZATION: 1 } });
  });

  it('are not masked there where somebody tries a policy, alone or on kept calls', async () => {
    const said = 'i was seen at quennell orthopedics, i work at transportes del norte';
    const agent = await proxy.agent();
    await proxy.ask(agent, [user(said)], { call: { id: 'kept' } });
    await eventually(async () =>
      expect(await proxy.records(agent, 'response_completed')).toHaveLength(1),
    );
    const tryOut = async (path: string, body: object) =>
      (
        await proxy.service.api(`/api/v1/policies/${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })
      ).json();
    const would = 'i was seen at quennell orthopedics, i work at [ORGANIZATION';
    const { masked_text } = await tryOut('detect', { policy_yaml, text: said });
    expect(masked_text).toContain(would);
    const { changed } = await tryOut('preview', { policy_yaml, agent_id: agent });
    expect(changed).toMatchObject([{ would_be: expect.stringContaining(would) }]);
  });
});

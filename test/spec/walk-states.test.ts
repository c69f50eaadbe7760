import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { chunk, event, finish } from '../support/sse-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;

beforeAll(async () => {
  proxy = await sharedProxy();
});

const number = '202-555-0143';
const remove = (agent: string) =>
  proxy.service.api(`/api/v1/agents/${agent}`, { method: 'DELETE' });
/** The status of the agent's call `c`, once the platform has ended it. */
const statusOf = async (agent: string): Promise<() => Promise<readonly string[]>> => {
  await proxy.tell(agent, { type: 'end-of-call-report', call });
  return async () =>
    (await proxy.sessions(agent)).map(({ status, ended }) => (ended ? status : 'open'));
};
const call = { id: 'c' };

describe('the life of an agent', () => {
  it(rule('Agent lifecycle 1'), async () => {
    expect(await proxy.ask(await proxy.agent(), [user('hello')])).toBe('I heard: hello');
  });

  it(rule('Agent lifecycle 2'), async () => {
    const agent = await proxy.agent();
    expect((await remove(agent)).status).toBe(204);
    const refused = await proxy.post(agent, { messages: [user('hello')] });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { code: 'agent_not_found' } });
  });

  it(rule('Agent lifecycle 3'), async () => {
    const agent = await proxy.agent();
    const arrived = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    proxy.upstream.script = async (seen, response) => {
      arrived.resolve();
      await go.promise;
      await echo(seen, response);
    };
    const asked = proxy.ask(agent, [user(`call ${number}`)]);
    await arrived.promise;
    await remove(agent);
    go.resolve();
    expect(await asked).toBe(`I heard: call ${number}`);
    proxy.upstream.script = echo;
  });

  it(`${rule('Agent lifecycle 4')}; ${rule('DELETE /api/v1/agents/{agent_id} 3')}`, async () => {
    const [gone, other] = [await proxy.agent(), await proxy.agent()];
    await proxy.ask(gone, [user(`call ${number}`)]);
    const sent = JSON.parse(proxy.sent()).messages[0].content;
    await expect.poll(async () => (await proxy.sessions(gone)).length).toBe(1);
    await remove(gone);
    const deletions = (await proxy.service.records()).filter(
      ({ kind }) => kind === 'agent_deleted',
    );
    expect(deletions.at(-1)).toMatchObject({
      agent_id: gone,
      actor: expect.stringMatching(/^usr_/),
    });
    expect(await proxy.sessions(gone)).toHaveLength(1);
    // The vault still knows the value: the same one gets the same token, and it is restored.
    expect(await proxy.ask(other, [user(`call ${number}`)])).toBe(`I heard: call ${number}`);
    expect(JSON.parse(proxy.sent()).messages[0].content).toBe(sent);
  });

  it(rule('Agent lifecycle 5'), async () => {
    const agent = await proxy.agent();
    expect([(await remove(agent)).status, (await remove(agent)).status]).toEqual([204, 404]);
  });
});

describe('the status of a session', () => {
  it(rule('Session status 1'), async () => {
    const agent = await proxy.agent();
    await proxy.ask(agent, [user('hello')], { call });
    await expect.poll(await statusOf(agent)).toEqual(['ok']);
  });

  it('partial: the first reply is still under way', async () => {
    const agent = await proxy.agent();
    const go = Promise.withResolvers<void>();
    proxy.upstream.script = async (seen, response) => {
      await go.promise;
      await echo(seen, response);
    };
    const asked = proxy.ask(agent, [user('hello')], { call });
    const now = async () =>
      (await proxy.sessions(agent)).map(({ turn_count, status }) => [turn_count, status]);
    await expect.poll(now).toEqual([[1, 'partial']]);
    go.resolve();
    await asked;
    await expect.poll(now).toEqual([[1, 'ok']]);
    proxy.upstream.script = echo;
  });

  it(rule('Session status 2'), async () => {
    const agent = await proxy.agent();
    proxy.upstream.script = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(chunk({ role: 'assistant', content: 'One ' })), () =>
        response.destroy(),
      );
    };
    await (await proxy.post(agent, { call, stream: true, messages: [user('hello')] })).text();
    await expect.poll(await statusOf(agent)).toEqual(['partial']);
    proxy.upstream.script = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const unknown = 'TOK1.MRN.K_HEALTHCARE.00000000000000000000';
      response.end(
        `${event(chunk({ role: 'assistant', content: unknown }))}${finish}data: [DONE]\n\n`,
      );
    };
    const other = await proxy.agent();
    await (await proxy.post(other, { call, stream: true, messages: [user('hello')] })).text();
    await expect.poll(await statusOf(other)).toEqual(['partial']);
    proxy.upstream.script = echo;
  });

  it(rule('Session status 3'), async () => {
    const agent = await proxy.agent();
    proxy.upstream.script = (_, response) => {
      response.statusCode = 500;
      response.end();
    };
    expect((await proxy.post(agent, { call, messages: [user('hello')] })).status).toBe(502);
    await expect.poll(await statusOf(agent)).toEqual(['error']);
    proxy.upstream.script = echo;
  });
});

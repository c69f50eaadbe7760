import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let admin: Browser;
let nurse: Browser;
let created = 0;

beforeAll(async () => {
  fixture = await startFixture();
  admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.time.now += 1000;
  fixture.journal.broken = false;
});

const refusal = (response: { statusCode: number; json(): { error: { code: string } } }) => [
  response.statusCode,
  response.json().error.code,
];
const post = (body: object) =>
  admin.post('/api/v1/agents', { name: `Desk ${++created}`, upstream: 'stub', ...body });
const create = async (body: object = {}): Promise<string> => (await post(body)).json().agent.id;
const patch = (id: string, payload: object) =>
  admin.send('PATCH', `/api/v1/agents/${id}`, { payload });
const detail = async (id: string) => (await nurse.get(`/api/v1/agents/${id}`)).json().agent;

const settings = {
  system_prompt: 'You answer the telephone.\nBe brief.',
  first_message: 'Front desk, how can I help?',
  tools: [{ type: 'function', function: { name: 'find_slot' } }],
};
const none = { system_prompt: null, first_message: null, tools: null };

describe('what an agent configures calls with (design D39)', () => {
  it('is shown with the single agent, and null where there is nothing', async () => {
    expect(await detail(await create(settings))).toMatchObject(settings);
    expect(await detail(await create())).toMatchObject(none);
    expect(await detail(await create(none))).toMatchObject(none);
  });

  it('is no part of what the rule book lists for creation and the list', async () => {
    const { agent } = (await post(settings)).json();
    expect(agent).not.toHaveProperty('system_prompt');
    const { data } = (await nurse.get('/api/v1/agents?limit=1')).json();
    expect(data[0].id).toBe(agent.id);
    expect(data[0]).not.toHaveProperty('tools');
  });

  it('stays when a change leaves it out, and is cleared by null, each by itself', async () => {
    const id = await create(settings);
    await patch(id, { token_guidance: true });
    expect(await detail(id)).toMatchObject(settings);
    await patch(id, { first_message: null });
    expect(await detail(id)).toMatchObject({ ...settings, first_message: null });
    await patch(id, { system_prompt: 'New.', tools: [] });
    expect(await detail(id)).toMatchObject({ ...none, system_prompt: 'New.', tools: [] });
  });

  it('is on record by the names of the fields, never by what they say', async () => {
    const id = await create();
    await patch(id, settings);
    const draft = fixture.journal.drafts.at(-1);
    expect(draft).toMatchObject({
      kind: 'agent_updated',
      fields: { fields: ['first_message', 'system_prompt', 'tools'] },
    });
    expect(JSON.stringify(draft)).not.toContain('telephone');
  });

  it('takes a prompt of 32,768 characters', async () => {
    expect((await post({ system_prompt: 'p'.repeat(32_768) })).statusCode).toBe(201);
  });

  it.each<[string, object, string]>([
    ['a longer prompt', { system_prompt: 'p'.repeat(32_769) }, 'system_prompt'],
    ['an empty prompt', { system_prompt: '' }, 'system_prompt'],
    ['a prompt that is no text', { system_prompt: ['p'] }, 'system_prompt'],
    ['a long first message', { first_message: 'm'.repeat(4097) }, 'first_message'],
    ['tools that are no list', { tools: {} }, 'tools'],
    ['a bad tool', { tools: [{ type: 'function', function: {} }] }, 'tools.0.function.name'],
  ])('refuses %s', async (_case, body, path) => {
    const response = await post(body);
    expect(refusal(response)).toEqual([422, 'validation_failed']);
    expect(response.json().error.details[0].path).toBe(path);
  });
});

describe('bearer tokens (design D36)', () => {
  it('are made and revoked by admins, and seen by everyone', async () => {
    const path = `/api/v1/agents/${await create()}/tokens`;
    expect(refusal(await nurse.post(path))).toEqual([403, 'forbidden']);
    const { token } = (await admin.post(path)).json();
    expect(refusal(await nurse.send('DELETE', `${path}/${token.id}`))).toEqual([403, 'forbidden']);
    const { data } = (await nurse.get(path)).json();
    expect(data).toEqual([
      { id: token.id, created_at: token.created_at, name: '', last_four: token.last_four },
    ]);
  });

  it('neither come to be nor go when that cannot be put on record', async () => {
    const path = `/api/v1/agents/${await create()}/tokens`;
    const { token } = (await admin.post(path)).json();
    fixture.journal.broken = true;
    expect(refusal(await admin.post(path))).toEqual([503, 'AuditUnavailable']);
    const revoked = await admin.send('DELETE', `${path}/${token.id}`);
    expect(refusal(revoked)).toEqual([503, 'AuditUnavailable']);
    const { data } = (await nurse.get(path)).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([token.id]);
  });

  it.each(['cursor=x', 'limit=0', 'limit=101'])('refuses a list with %s', async (query) => {
    const id = await create();
    expect(refusal(await nurse.get(`/api/v1/agents/${id}/tokens?${query}`))).toEqual([
      422,
      'validation_failed',
    ]);
  });
});

describe('an agent with a policy of its own', () => {
  it('shows the name and version of that policy, in the list too', async () => {
    const yaml = fixture.strictYaml.replace('clinic-strict', 'front-desk-only');
    const id = await create();
    const policy = { policy_name: 'front-desk-only', policy_version: 1 };
    expect((await patch(id, { policy_yaml: yaml })).json().agent).toMatchObject(policy);
    expect(await detail(id)).toMatchObject({ ...policy, policy_yaml: yaml });
    const { data } = (await nurse.get('/api/v1/agents?limit=1')).json();
    expect(data).toMatchObject([{ id, ...policy }]);
  });
});

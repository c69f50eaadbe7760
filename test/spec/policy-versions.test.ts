import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PolicyVersion } from '../../server/contract/policies/versions.ts';
import type { Report } from '../../server/contract/report.ts';
import { changedPolicy, policyWithRule } from '../support/changed-policy.ts';
import { assistant, type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startService } from '../support/service.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const versionsPath = '/api/v1/policies/versions';

describe('changes of the global policy (decision 0095)', () => {
  let fixture: Fixture;
  let owner: Browser;
  let nurse: Browser;
  let redacting: string;
  beforeEach(async () => {
    fixture = await startFixture();
    owner = await fixture.signIn('owner');
    nurse = await fixture.signIn('nurse@example.com');
    redacting = fixture.file.yaml.replace(/(PHONE:[\s\S]*?action: )tokenize/, '$1redact');
    fixture.journal.drafts.length = 0;
  });
  afterEach(() => fixture.app.close());

  const propose = async (by: Browser, policy_yaml: string, reason = 'numbers are not needed') => {
    const answer = await by.post(versionsPath, { policy_yaml, reason });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ version: PolicyVersion }>().version;
  };
  const decide = async (by: Browser, id: string, outcome: string, note = '') => {
    const answer = await by.post(`${versionsPath}/${id}/decision`, { outcome, note });
    return { status: answer.statusCode, ...answer.json() };
  };
  const inForce = () => fixture.deps.policies.current().yaml;
  const states = async () =>
    (await nurse.get(versionsPath))
      .json<{ data: PolicyVersion[] }>()
      .data.map(({ state, number }) => [state, number]);

  it('a proposal of anybody changes nothing until an admin approves it', async () => {
    const { id, state } = await propose(nurse, redacting);
    expect([state, inForce()]).toEqual(['proposed', fixture.file.yaml]);
    expect((await decide(nurse, id, 'approved')).status).toBe(403);
    expect(await decide(owner, id, 'approved')).toMatchObject({
      status: 200,
      version: { state: 'in_force', number: 2, decision: { outcome: 'approved' } },
    });
    expect(inForce()).toBe(redacting);
    const same = await nurse.post('/api/v1/policies/diff', { policy_yaml: redacting });
    expect(same.json()).toMatchObject({ from: { version: 2 }, actions: [], top_level: [] });
    expect(await states()).toEqual([
      ['in_force', 2],
      ['replaced', 1],
    ]);
    expect(fixture.journal.drafts.map(({ kind }) => kind)).toEqual([
      'policy_proposed',
      'policy_approved',
    ]);
    expect(fixture.journal.drafts[1]?.fields).toMatchObject({
      version_id: id,
      policy_sha256: fixture.deps.policies.current().sha256,
      previous_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('shows who proposed a version, why, and its difference from the version before', async () => {
    const { id } = await propose(nurse, redacting, 'the nurse line says numbers');
    const shown = (await owner.get(`${versionsPath}/${id}`)).json();
    expect(shown).toMatchObject({
      version: { source: 'person', reason: 'the nurse line says numbers' },
      policy_yaml: redacting,
      difference: { actions: [{ kind: 'PHONE', from: 'tokenize', to: 'redact' }] },
    });
    await decide(owner, id, 'approved');
    await decide(owner, (await propose(nurse, fixture.file.yaml, 'back')).id, 'approved');
    const later = (await owner.get(`${versionsPath}/${id}`)).json();
    expect(later.difference.actions).toEqual(shown.difference.actions);
    expect(inForce()).toBe(fixture.file.yaml);
    expect(JSON.stringify(fixture.journal.drafts)).not.toContain('nurse line');
  });

  it('where two admins are, nobody approves an own proposal', async () => {
    const { id } = await propose(owner, redacting);
    const [someone] = (await fixture.deps.users.list({ limit: 9 })).filter(
      ({ role }) => role !== 'admin',
    );
    if (someone !== undefined) await fixture.deps.users.setRole(someone.id, 'admin');
    expect((await decide(owner, id, 'approved', 'urgent')).status).toBe(403);
    expect((await decide(nurse, id, 'approved')).status).toBe(200);
  });

  it('the only admin approves an own proposal with a note', async () => {
    const { id } = await propose(owner, redacting);
    expect(await decide(owner, id, 'approved')).toMatchObject({
      status: 422,
      error: { details: [{ path: 'note' }] },
    });
    expect((await decide(owner, id, 'approved', 'alone here')).status).toBe(200);
  });

  it('an equal proposal is refused while one waits', async () => {
    const { id } = await propose(nurse, redacting);
    const again = { policy_yaml: redacting, reason: 'once more' };
    const refused = await owner.post(versionsPath, again);
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      422,
      'the same proposal waits for a decision already',
    ]);
    await decide(owner, id, 'rejected');
    expect((await owner.post(versionsPath, again)).statusCode).toBe(201);
  });

  it('an author withdraws a proposal, and a decision is final', async () => {
    const { id } = await propose(nurse, redacting);
    const other = await propose(owner, `${redacting}\n`);
    expect((await decide(nurse, other.id, 'rejected')).status).toBe(403);
    expect((await decide(nurse, id, 'rejected')).version.state).toBe('rejected');
    expect(await decide(owner, id, 'approved')).toMatchObject({
      status: 409,
      error: { code: 'already_decided' },
    });
    expect(inForce()).toBe(fixture.file.yaml);
  });

  it('of two decisions at the same time one is taken, and the journal has no other', async () => {
    const { id } = await propose(nurse, redacting);
    const actor = { id: (await owner.get('/api/v1/me')).json().user.id, admin: true };
    const outcomes = ['rejected', 'approved', 'approved'] as const;
    const answers = await Promise.allSettled(
      outcomes.map((outcome) =>
        fixture.deps.policyChanges.decide(id, { outcome, note: '', actor }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(inForce()).toBe(fixture.file.yaml);
    expect(fixture.journal.drafts.map(({ kind }) => kind)).toEqual([
      'policy_proposed',
      'policy_rejected',
    ]);
  });

  it('a policy that is not valid is no proposal, and one that lost its validity is not approved', async () => {
    const broken = await nurse.post(versionsPath, { policy_yaml: 'name: x', reason: 'none' });
    expect([broken.statusCode, broken.json().error.code]).toEqual([422, 'policy_yaml_invalid']);
    const missing = await decide(owner, 'pol_01M7YRT2V0Q8J5C4W9N6B3XKDE', 'approved');
    expect([missing.status, missing.error.code]).toEqual([404, 'not_found']);
  });

  it('a decision that the journal cannot record is not taken', async () => {
    const { id } = await propose(nurse, redacting);
    fixture.journal.broken = true;
    expect((await decide(owner, id, 'approved')).status).toBe(503);
    fixture.journal.broken = false;
    expect((await states())[0]).toEqual(['proposed', null]);
    expect(inForce()).toBe(fixture.file.yaml);
  });

  it('a changed file becomes one proposal, and a rejected one is not proposed again', async () => {
    const original = fixture.file.yaml;
    fixture.file.yaml = redacting;
    await fixture.deps.policyChanges.proposeFile();
    await fixture.deps.policyChanges.proposeFile();
    const [[state] = [], ...others] = await states();
    expect([state, others.length, inForce()]).toEqual(['proposed', 1, original]);
    const [version] = (await nurse.get(versionsPath)).json<{ data: PolicyVersion[] }>().data;
    expect(version).toMatchObject({ source: 'file', author: null });
    await decide(owner, version?.id ?? '', 'rejected');
    await fixture.deps.policyChanges.proposeFile();
    expect(await states()).toHaveLength(2);
  });

  it('a reload puts the file in force and closes its proposal', async () => {
    fixture.file.yaml = redacting;
    await fixture.deps.policyChanges.proposeFile();
    expect((await owner.post('/api/v1/admin/policy/reload')).json()).toMatchObject({
      changed: true,
    });
    expect(await states()).toEqual([
      ['in_force', 2],
      ['replaced', 1],
    ]);
    expect(inForce()).toBe(redacting);
  });

  describe('a policy of an agent that masks less than the global one (decision 0152)', () => {
    const weaker = () => policyWithRule('PHONE', '{ action: passthrough }');
    const stricter = () => policyWithRule('PHONE', '{ action: redact }');
    const ownPolicy = async (id: string) =>
      (await owner.get(`/api/v1/agents/${id}`)).json().agent.policy_yaml;
    let id: string;
    let technician: Browser;
    const patch = (by: Browser, policy_yaml: string) =>
      by.send('PATCH', `/api/v1/agents/${id}`, { payload: { policy_yaml } });
    beforeEach(async () => {
      technician = await fixture.signIn('it@example.com');
      await fixture.deps.users.setRole((await technician.get('/api/v1/me')).json().user.id, 'it');
      const agent = { name: 'Front desk', upstream: 'stub' };
      id = (await technician.post('/api/v1/agents', agent)).json().agent.id;
      fixture.journal.drafts.length = 0;
    });

    it.each([
      ['for an agent that exists', () => patch(technician, weaker())],
      [
        'for a new agent',
        () =>
          technician.post('/api/v1/agents', {
            name: 'New',
            upstream: 'stub',
            policy_yaml: weaker(),
          }),
      ],
    ])('is refused to somebody who is no admin, %s', async (_, ask) => {
      const answer = await ask();
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'forbidden']);
      expect(answer.json().error.message).toContain('PHONE');
      expect([await ownPolicy(id), fixture.journal.drafts]).toEqual([fixture.file.yaml, []]);
    });

    it('is refused to an admin where another admin can approve it', async () => {
      const other = (await nurse.get('/api/v1/me')).json().user.id;
      await fixture.deps.users.setRole(other, 'admin');
      const answer = await patch(owner, weaker());
      expect(answer.statusCode).toBe(403);
      await fixture.deps.users.setRole(other, 'viewer');
      const alone = await patch(owner, weaker());
      expect(alone.statusCode).toBe(200);
    });

    it('takes effect when an admin approves it, for its agent alone', async () => {
      const answer = await technician.post(versionsPath, {
        policy_yaml: weaker(),
        reason: 'the model must say the number',
        agent_id: id,
      });
      const { version } = answer.json<{ version: PolicyVersion }>();
      expect(version).toMatchObject({ agent_id: id, state: 'proposed', number: null });
      expect(await ownPolicy(id)).toBe(fixture.file.yaml);
      expect((await decide(technician, version.id, 'approved')).status).toBe(403);
      const shown = (await owner.get(`${versionsPath}/${version.id}`)).json();
      expect(shown.difference.actions).toEqual([
        { kind: 'PHONE', field: 'action', from: 'tokenize', to: 'passthrough' },
      ]);
      expect(await decide(owner, version.id, 'approved')).toMatchObject({
        status: 200,
        version: { agent_id: id, state: 'approved', number: null },
      });
      expect([await ownPolicy(id), inForce()]).toEqual([weaker(), fixture.file.yaml]);
      expect(await states()).toEqual([
        ['approved', null],
        ['in_force', 1],
      ]);
      expect(fixture.journal.drafts.map(({ kind, agent_id }) => [kind, agent_id])).toEqual([
        ['policy_proposed', id],
        ['policy_approved', id],
      ]);
    });

    it('is not approved for an agent that is gone, and not proposed for one that never was', async () => {
      const proposal = { policy_yaml: weaker(), reason: 'none', agent_id: id };
      const { version } = (await technician.post(versionsPath, proposal)).json();
      await owner.send('DELETE', `/api/v1/agents/${id}`);
      expect(await decide(owner, version.id, 'approved')).toMatchObject({
        status: 404,
        error: { code: 'agent_not_found' },
      });
      expect((await technician.post(versionsPath, proposal)).statusCode).toBe(404);
    });

    it('that masks as much or more is anybody’s who may change agents', async () => {
      const answer = await patch(technician, stricter());
      expect([answer.statusCode, await ownPolicy(id)]).toEqual([200, stricter()]);
    });
  });

  it('lists what the policies cover, and the agents that use them', async () => {
    await owner.post('/api/v1/agents', { name: 'Nurse line', upstream: 'stub' });
    const own = { name: 'Own', upstream: 'provider:model-small', policy_yaml: redacting };
    await owner.post('/api/v1/agents', own);
    const { data } = (await nurse.get('/api/v1/policies/coverage')).json();
    expect(
      data.map(({ source, agents }: { source: string; agents: object[] }) => [source, agents]),
    ).toEqual([
      ['global', [{ id: expect.any(String), name: 'Nurse line', patterns_only: true }]],
      ['shipped', []],
      ['agent', [{ id: expect.any(String), name: 'Own', patterns_only: false }]],
    ]);
    const row = (key: string) => data[0].rows.find((one: { key: string }) => one.key === key);
    expect(row('D_phone')).toMatchObject({ level: 'full', gaps: [] });
    expect(row('E_fax')).toMatchObject({
      level: 'none',
      gaps: ['Fax number is not in the policy'],
    });
    expect(row('C_dates')).toMatchObject({ level: 'partial' });
  });
});

describe('the version in force (decision 0095)', () => {
  it('masks the next turn of a call in progress, and stays after a restart with another file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-versions-'));
    const env = {
      SVC_POLICY_PATH: join(folder, 'policy.yaml'),
      SVC_DATA_DIR: join(folder, 'data'),
    };
    await writeFile(env.SVC_POLICY_PATH, changedPolicy());
    const proxy = await startProxy(env);
    const agent = await proxy.agent();
    const said = user('call 202-555-0143');
    const call = { id: 'in progress' };
    await proxy.ask(agent, [said], { call });
    expect(proxy.sent()).toContain('TOK1.PHONE.');
    const post = async (path: string, body: object) => {
      const options = { method: 'POST', body: JSON.stringify(body) };
      return (await proxy.service.api(path, options)).json() as Promise<{
        version: { id: string };
      }>;
    };
    const policy_yaml = policyWithRule('PHONE', '{ action: redact }');
    const { version } = await post(versionsPath, { policy_yaml, reason: 'test' });
    await post(`${versionsPath}/${version.id}/decision`, { outcome: 'approved', note: 'alone' });
    await proxy.ask(agent, [said, assistant('Noted.'), user('or 202-555-0178')], { call });
    expect(proxy.sent()).not.toContain('TOK1.PHONE.');
    expect(proxy.sent().match(/\[REDACTED:PHONE\]/g)).toHaveLength(2);
    await proxy.service.close({ keepData: true });
    await proxy.upstream.close();
    await writeFile(
      env.SVC_POLICY_PATH,
      changedPolicy(['name: healthcare-default', 'name: other']),
    );
    const again = await startService(env);
    const listed = await (await again.api(versionsPath)).json();
    expect(listed).toMatchObject({
      data: [
        { name: 'other', state: 'proposed', source: 'file' },
        { state: 'in_force', number: 2 },
        { state: 'replaced', number: 1 },
      ],
    });
    const [{ policy_yaml: current } = { policy_yaml: '' }] = (
      (await (await again.api('/api/v1/policies')).json()) as {
        data: { policy_yaml: string }[];
      }
    ).data;
    expect(current).toBe(policy_yaml);
    await again.close();
    await removeFolder(folder);
  });
});

describe('the name and number of a policy (decision 0160)', () => {
  const passing = policyWithRule('PHONE', '{ action: passthrough }');
  const renamed = (to: string, yaml = passing) =>
    yaml.replace('name: healthcare-default', `name: ${to}`);
  let proxy: ProxyKit;
  beforeEach(async () => {
    proxy = await startProxy();
  });
  afterEach(() => proxy.close());

  const send = async (path: string, method: string, body: object) =>
    (await proxy.service.api(path, { method, body: JSON.stringify(body) })).json();
  const patch = (id: string, policy_yaml: string) =>
    send(`/api/v1/agents/${id}`, 'PATCH', { policy_yaml });
  const shown = async (id: string) => {
    const { agent } = (await (await proxy.service.api(`/api/v1/agents/${id}`)).json()) as {
      agent: { policy_name: string; policy_version: number };
    };
    return [agent.policy_name, agent.policy_version];
  };
  const approve = async (policy_yaml: string) => {
    const { version } = await send(versionsPath, 'POST', { policy_yaml, reason: 'test' });
    return send(`${versionsPath}/${version.id}/decision`, 'POST', {
      outcome: 'approved',
      note: 'alone',
    });
  };
  const turn = async (agent: string, id: string, said = 'hello there') => {
    await proxy.ask(agent, [user(said)], { call: { id } });
    // The end of an earlier reply may be written after this request.
    return (await proxy.records(agent, 'request_masked')).at(-1)?.session_id ?? '';
  };
  const named = async (agent: string, session: string) => {
    const own = (await proxy.records(agent)).filter((record) => record.session_id === session);
    const events = own
      .filter(({ kind }) => kind === 'call_started' || kind === 'request_masked')
      .map((record) => [record['policy_name'], record['policy_version']]);
    const path = `/api/v1/sessions/${session}/report`;
    const { report } = (await (await proxy.service.api(path)).json()) as { report: Report };
    const policies = report.policies.map(({ name, version }) => [name, version]);
    return { events, policies, approvals: report.policies.map(({ approval }) => approval) };
  };

  it('an agent that follows the global policy shows the number of each approval, and so do its calls', async () => {
    const agent = await proxy.agent();
    expect(await shown(agent)).toEqual(['healthcare-default', 1]);
    const first = await turn(agent, 'before');
    const redacting = policyWithRule('PHONE', '{ action: redact }');
    await approve(redacting);
    expect(await shown(agent)).toEqual(['healthcare-default', 2]);
    await approve(changedPolicy());
    expect(await shown(agent)).toEqual(['healthcare-default', 3]);
    const third = await turn(agent, 'after');
    for (const [session, number] of [
      [first, 1],
      [third, 3],
    ] as const) {
      const { events, policies, approvals } = await named(agent, session);
      expect(events).toEqual([
        ['healthcare-default', number],
        ['healthcare-default', number],
      ]);
      expect([policies, approvals]).toMatchObject([[['healthcare-default', number]], [{ number }]]);
    }
    const listed = (await (await proxy.service.api('/api/v1/policies')).json()) as {
      data: { version: number }[];
    };
    const system = (await (await proxy.service.api('/api/v1/system')).json()) as {
      policy: { version: number };
    };
    expect([listed.data[0]?.version, system.policy.version]).toEqual([3, 3]);
  });

  it('each change of an agent’s own policy has the next number, also after the global one', async () => {
    const agent = await proxy.agent({ policy_yaml: renamed('front-desk') });
    expect(await shown(agent)).toEqual(['front-desk', 1]);
    await patch(agent, renamed('front-desk'));
    expect(await shown(agent)).toEqual(['front-desk', 1]);
    const session = await turn(agent, 'changing');
    await patch(agent, renamed('front-desk', policyWithRule('EMAIL', '{ action: passthrough }')));
    expect(await shown(agent)).toEqual(['front-desk', 2]);
    await proxy.ask(agent, [user('hello there'), assistant('Noted.'), user('and bye')], {
      call: { id: 'changing' },
    });
    expect(await named(agent, session)).toMatchObject({
      events: [
        ['front-desk', 1],
        ['front-desk', 1],
        ['front-desk', 2],
      ],
      policies: [
        ['front-desk', 1],
        ['front-desk', 2],
      ],
    });
    await send(`/api/v1/agents/${agent}`, 'PATCH', { policy_name: 'healthcare-default' });
    expect(await shown(agent)).toEqual(['healthcare-default', 1]);
    await patch(agent, renamed('front-desk'));
    expect(await shown(agent)).toEqual(['front-desk', 3]);
  });

  it.each([
    'healthcare-default',
    'healthcare-strict',
    'Healthcare Default',
    'healthcare\u2010default',
  ])('no other policy appears under the name of a listed one: %j', async (name) => {
    const agent = await proxy.agent({ policy_yaml: renamed(JSON.stringify(name)) });
    const marked = [expect.stringMatching(/@[0-9a-f]{8}$/), 1];
    expect(await shown(agent)).toEqual(marked);
    const session = await turn(agent, 'borrowed');
    const { events, policies, approvals } = await named(agent, session);
    expect([events, policies, approvals]).toEqual([[marked, marked], [marked], [undefined]]);
    const sha256 = (await proxy.records(agent, 'call_started'))[0]?.['policy_sha256'];
    expect(String(policies[0]?.[0])).toBe(`${name}@${String(sha256).slice(0, 8)}`);
    const opened = await proxy.tell(agent, { type: 'assistant-request', call: { id: 'opened' } });
    const { assistant: told } = (await opened.json()) as {
      assistant: { metadata: { policy_name: string } };
    };
    expect(told.metadata.policy_name).toBe(policies[0]?.[0]);
  });

  it('an agent that keeps an older text of the global policy no longer has its name', async () => {
    const agent = await proxy.agent({ policy_yaml: changedPolicy(), name: 'pinned' });
    expect(await shown(agent)).toEqual(['healthcare-default', 1]);
    await approve(policyWithRule('PHONE', '{ action: redact }'));
    expect(await shown(agent)).toEqual([expect.stringMatching(/^healthcare-default@/), 1]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { completed, watchLive } from '../support/live-viewer.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import {
  echo,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { content, doneEvent, finish } from '../support/sse-kit.ts';

const phone = '202-555-0143';
const german = 'guten tag mein name ist edeltraud hinterhuber ich brauche einen termin';

let proxy: ProxyKit;
/** A real server on this machine, in place of Ollama. */
let local: ScriptedUpstream;
beforeAll(async () => {
  local = await startScriptedUpstream();
  // A name, so that it is looked up.
  const url = local.baseUrl.replace('127.0.0.1', 'localhost');
  proxy = await startProxy({ SVC_LOCAL_BASE_URL: url, SVC_LOCAL_MODEL: 'small-and-near' });
});
afterAll(async () => {
  await proxy?.close();
  await local?.close();
});
beforeEach(() => {
  local.script = echo;
  local.seen.length = 0;
  proxy.upstream.seen.length = 0;
});

const policyWith = (handling: string) =>
  defaultPolicyYaml.replace('other_languages: mask_all', handling);
const keepsLocal = policyWith('other_languages: refuse\nrefused_turns: local_model');
/** The number stands in a name that must leave as it is, so the leak scan stops the turn. */
const leaking = {
  messages: [user(`my number is ${phone}`)],
  tools: [{ type: 'function', function: { name: 'lookup_2025550143' } }],
};
const replyOf = async (answer: Response) =>
  ((await answer.json()) as { choices: { message: { content: string } }[] }).choices[0]?.message
    .content;

async function reportOf(agent: string): Promise<Report> {
  await eventually(async () => expect(await proxy.sessions(agent)).toHaveLength(1));
  const [session] = await proxy.sessions(agent);
  const answer = await proxy.service.api(`/api/v1/sessions/${session?.id}/report`);
  return ((await answer.json()) as { report: Report }).report;
}

describe('a turn that is refused for any other model (decision 0191)', () => {
  it('goes to the clinic’s own model if the leak scan stopped it, and the caller hears its reply', async () => {
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    const answer = await proxy.post(agent, leaking);
    expect(answer.status).toBe(200);
    expect(await replyOf(answer)).toBe(`I heard: my number is ${phone}`);
    expect(proxy.upstream.seen).toEqual([]);
    const [{ body, raw } = { body: { messages: [] }, raw: '' }] = local.seen;
    expect(body).toMatchObject({ model: 'small-and-near' });
    expect(raw).toMatch(/my number is TOK1\.PHONE/);
    const [blocked] = await proxy.records(agent, 'leak_blocked');
    expect(blocked).toMatchObject({ local_upstream: 'provider:local' });
    await expect
      .poll(() => proxy.records(agent, 'response_completed'))
      .toMatchObject([{ status: 'ok', upstream: 'provider:local' }]);
    expect(JSON.stringify(await proxy.records(agent))).not.toContain('555-0143');
  });

  it('goes there if the policy refuses its language, streamed too', async () => {
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    const answer = await proxy.post(agent, { messages: [user(german)], stream: true });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('edeltraud');
    expect(proxy.upstream.seen).toEqual([]);
    expect(local.seen).toHaveLength(1);
    const [scanned] = await proxy.records(agent, 'egress_scanned');
    expect(scanned).toMatchObject({ local_upstream: 'provider:local' });
  });

  it('is on record in the turn and in the report, and counts as stopped, not as sent', async () => {
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    await (await proxy.post(agent, leaking)).text();
    await expect.poll(() => proxy.records(agent, 'response_completed')).toHaveLength(1);
    const report = await reportOf(agent);
    expect(report).toMatchObject({
      local_model: { upstream: 'provider:local', turns: 1, replies: 1 },
      exposure: { outcome: 'stopped', requests_blocked: 1 },
    });
    expect(report.local_model?.host).toMatch(/^http:\/\/localhost:/);
    const path = `/api/v1/sessions/${report.session_id}/transcript?side=public`;
    const transcript = await (await proxy.service.api(path)).json();
    // Its words may hold what was not masked: nobody sees them without a reveal.
    expect(transcript).toMatchObject({
      transcript: { turns: [{ local_upstream: 'provider:local', parts: [], replies: [] }] },
    });
  });

  it('shows none of its words to a viewer without a reveal, the reply of the own model neither', async () => {
    local.script = (_seen, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.end(content('I call back 202-555-0177.') + finish + doneEvent);
    };
    const url = `${proxy.service.url}/api/v1/live?side=public`;
    const viewer = await watchLive(url, { cookie: proxy.service.cookie });
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    const heard = await (await proxy.post(agent, { ...leaking, stream: true })).text();
    expect(heard).toContain('0177');
    const { session_id: call } = (await proxy.records(agent, 'call_started'))[0] ?? {};
    // A turn of an earlier call may end while the viewer looks.
    await expect.poll(() => [...completed(viewer)]).toContain(`${call} 0`);
    viewer.close();
    expect(viewer.text()).toContain('provider:local');
    expect(viewer.text()).not.toMatch(/555-0177|555-0143/);
  });

  it('fails where the policy does not say so', async () => {
    for (const policy of [defaultPolicyYaml, policyWith('other_languages: refuse')]) {
      const agent = await proxy.agent({ policy_yaml: policy });
      expect((await proxy.post(agent, leaking)).status).toBe(422);
    }
    expect([...local.seen, ...proxy.upstream.seen]).toEqual([]);
  });

  it('reaches nobody else if the own model fails', async () => {
    local.script = (_seen, response) => {
      response.writeHead(503).end('{}');
    };
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    expect((await proxy.post(agent, leaking)).status).toBe(502);
    expect(local.seen).toHaveLength(1);
    expect(proxy.upstream.seen).toEqual([]);
  });

  it('goes to the agent’s own model if nothing is refused', async () => {
    const agent = await proxy.agent({ policy_yaml: keepsLocal });
    await proxy.ask(agent, [user(`my number is ${phone}`)]);
    expect(proxy.upstream.seen).toHaveLength(1);
    expect(local.seen).toEqual([]);
    const [scanned] = await proxy.records(agent, 'egress_scanned');
    expect(scanned).not.toHaveProperty('local_upstream');
  });
});

describe('without a model on the clinic’s own network', () => {
  it('a refused turn fails, whatever the policy says', async () => {
    const bare = await startProxy();
    try {
      const agent = await bare.agent({ policy_yaml: keepsLocal });
      expect((await bare.post(agent, leaking)).status).toBe(422);
      expect(bare.upstream.seen).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { TestCallResult } from '../../server/contract/agents.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';

const number = '202 555 0143';

let kit: SharedProxy;

beforeAll(async () => {
  kit = await sharedProxy();
});

const testCall = (agentId: string, body?: object): Promise<Response> =>
  kit.service.api(`/api/v1/agents/${agentId}/test-call`, {
    method: 'POST',
    ...(body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });

async function result(agentId: string, body?: object): Promise<TestCallResult> {
  const response = await testCall(agentId, body);
  expect(response.status).toBe(200);
  return TestCallResult.parse(await response.json());
}

const sealed = (sessionId: string) =>
  eventually(async () => {
    const records = await kit.service.records();
    const own = records.filter((record) => record.session_id === sessionId);
    expect(own.at(-1)?.kind).toBe('session_sealed');
    return own;
  });

describe('POST /api/v1/agents/{agent_id}/test-call', () => {
  it('shows what an invented caller says, what the model is sent, and what is heard', async () => {
    const { said, sent, heard } = await result(await kit.agent());
    expect(said).toContain(number);
    expect(sent).toMatch(
      /^Hello, this is TOK1\.NAME\.[\w-]+\.\w+, my number is TOK1\.PHONE\.[\w-]+\.\w+\. /,
    );
    expect(sent).not.toContain(number);
    expect(heard).toBe(`You said: ${said}`);
  });

  it('runs the passes of the agent on a sentence of the user, and says what they left', async () => {
    const said = 'this is Ann Lee, I was admitted on June third';
    const checked = await result(await kit.agent(), { said });
    expect(checked).toMatchObject({ said, heard: `You said: ${said}` });
    expect(checked.sent).not.toContain('Ann Lee');
    expect(checked.exposure).toMatchObject({
      outcome: 'by_policy',
      in_clear_by_kind: { DATE: 1 },
      requests_without_names: 0,
    });
    const unchecked = await result(await kit.agent({ upstream: 'stub' }), { said });
    expect(unchecked.sent).toContain('Ann Lee');
    expect(unchecked.exposure).toMatchObject({ requests_without_names: 1 });
    expect((await testCall(await kit.agent(), { said: ' ' })).status).toBe(422);
  });

  it('asks the stub, whatever the agent’s own model is', async () => {
    const before = kit.upstream.seen.length;
    const { session_id: id } = await result(await kit.agent());
    expect(kit.upstream.seen).toHaveLength(before);
    expect((await sealed(id)).find(({ kind }) => kind === 'call_started')).toMatchObject({
      upstream: 'stub',
    });
  });

  it('uses the policy and the tokens of the agent', async () => {
    const redacting = defaultPolicyYaml.replace(/(\n {2}PHONE:[^\n]*action: )\w+/, '$1redact');
    expect(redacting).not.toBe(defaultPolicyYaml);
    const strict = await result(await kit.agent({ policy_yaml: redacting }));
    expect([strict.sent, strict.heard].every((text) => text.includes('[REDACTED:PHONE]'))).toBe(
      true,
    );
    const sealing = await result(await kit.agent({ tokenization: 'reversible-aead' }));
    expect(sealing.sent).toMatch(/TOK1\.PHONE\./);
    expect(sealing.sent.length).toBeGreaterThan(strict.sent.length);
    expect(sealing.heard).toContain(number);
  });

  it('is a session of its own each time, on record like any call', async () => {
    const agent = await kit.agent();
    const [first, second] = [await result(agent), await result(agent)];
    expect(second.session_id).not.toBe(first.session_id);
    expect((await sealed(first.session_id)).map(({ kind }) => kind)).toEqual([
      'call_started',
      'request_masked',
      'detection',
      'redaction_applied',
      'detection',
      'redaction_applied',
      'egress_scanned',
      'response_completed',
      'call_ended',
      'session_sealed',
    ]);
    const response = await kit.service.api(`/api/v1/sessions/${first.session_id}`);
    expect(await response.json()).toMatchObject({
      session: {
        agent_id: agent,
        status: 'ok',
        turn_count: 1,
        redactions_by_kind: { NAME: 1, PHONE: 1 },
      },
    });
  });

  it('404 for an unknown agent, and 401 without a session', async () => {
    expect((await testCall('agt_x')).status).toBe(404);
    const url = `${kit.service.url}/api/v1/agents/${await kit.agent()}/test-call`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
  });
});

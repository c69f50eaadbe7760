import { extractText } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import { policyWithRule } from '../support/changed-policy.ts';
import { eventually } from '../support/eventually.ts';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
beforeAll(async () => {
  proxy = await sharedProxy();
});

const sentTexts = (): string[] =>
  JSON.parse(proxy.sent()).messages.map(({ content }: { content: string }) => content);

describe('a call under a policy with words of its own (design D51)', () => {
  it('masks what is always a value, spares what never is, and records both', async () => {
    const rule = "{ always: [Blue Heron], never: ['202-555-0143'], patterns: ['qx ?[0-9]{6}'] }";
    const agent = await proxy.agent({ policy_yaml: policyWithRule('PHONE', rule) });
    const call = { call: { id: 'own' } };
    const first = user('Blue heron, qx 204418, and the desk is 202-555-0143');
    const heard = await proxy.ask(agent, [first], call);
    expect(sentTexts()[0]).toMatch(
      /^TOK1\.PHONE\.\S+, TOK1\.PHONE\.\S+, and the desk is 202-555-0143$/,
    );
    expect(heard).toContain('Blue heron, qx 204418');
    await proxy.ask(agent, [first, assistant('Yes?'), user('202-555-0143 again')], call);
    expect(sentTexts()[2]).toBe('202-555-0143 again');

    const masked = await proxy.records(agent, 'request_masked');
    expect(masked.map(({ vetoes_by_kind }) => vetoes_by_kind)).toEqual([
      { PHONE: 1 },
      { PHONE: 1 },
    ]);
    const detectors = (await proxy.records(agent, 'detection')).map(({ detector }) => detector);
    expect(detectors.sort()).toEqual(['policy.always', 'policy.pattern']);
    expect(await proxy.records(agent, 'leak_blocked')).toEqual([]);
  });

  it('shows both in its report, and says what that leaves open', async () => {
    const rule = "{ never: ['202-555-0143'] }";
    const agent = await proxy.agent({ policy_yaml: policyWithRule('PHONE', rule) });
    await proxy.ask(agent, [user('call 202-555-0143')], { call: { id: 'report' } });
    const session = await eventually(async () => {
      const [record] = await proxy.records(agent, 'response_completed');
      if (record?.session_id === undefined) throw new Error('no reply yet');
      return record.session_id;
    });
    const url = `/api/v1/sessions/${session}/report`;
    const { report } = (await (await proxy.service.api(url)).json()) as { report: Report };
    expect(report.detections.vetoes_by_kind).toEqual({ PHONE: 1 });
    expect(report.policies[0]?.words).toEqual({ always: 0, never: 1, patterns: 0 });
    expect(report.limitations.join()).toContain('never of a kind');
    const pdf = await proxy.service.api(`${url}?format=pdf`);
    const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()));
    expect(text.join()).toMatch(/never.{0,3}\s*Phone number: 1/);
  });
});

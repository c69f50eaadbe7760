import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { eventually } from '../support/eventually.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';

const phone = '202-555-0143';

let proxy: ProxyKit;
let receiver: ClinicFunctions;
let distrust: () => void;
beforeAll(async () => {
  distrust = trustClinic();
  receiver = await startClinicFunctions();
  proxy = await startProxy();
});
afterAll(async () => {
  await proxy?.close();
  await receiver?.close();
  distrust?.();
});
beforeEach(() => {
  receiver.seen.length = 0;
  receiver.script = answering({});
});

const outcomeOf = async (agent: string) =>
  (await proxy.records(agent)).filter(({ kind }) => /^transcript_(sent|failed)$/.test(kind));

describe('an agent that names an address for transcripts (decision 0197)', () => {
  it('has the masked transcript of a call sent there at its end, signed with its own secret', async () => {
    const agent = await proxy.agent({ transcript_url: `${receiver.url}/in` });
    await proxy.askOnce(agent, [user(`this is Margaret Delacroix, my number is ${phone}`)]);
    await eventually(() => expect(receiver.seen).toHaveLength(1));
    const [seen] = receiver.seen;
    const shown = await proxy.service.api(`/api/v1/agents/${agent}/transcript/secret`);
    const { secret } = (await shown.json()) as { secret: string };
    const body = new Webhook(secret).verify(seen?.raw ?? '', seen?.headers ?? {});
    const [session] = await proxy.sessions(agent);
    expect(seen?.headers['webhook-id']).toBe(session?.id);
    const download = await proxy.service.api(`/api/v1/sessions/${session?.id}/transcript/masked`);
    const { masked_transcript: transcript } = (await download.json()) as {
      masked_transcript: object;
    };
    expect(body).toMatchObject({ type: 'transcript.masked', data: transcript });
    expect(seen?.raw).toContain('[PHONE_01]');
    expect(seen?.raw).not.toMatch(/Delacroix|555-?0143|TOK1/i);
    await eventually(async () =>
      expect(await outcomeOf(agent)).toMatchObject([{ kind: 'transcript_sent', turns: 1 }]),
    );
    expect(JSON.stringify(await proxy.records(agent))).not.toMatch(/Delacroix|555-?0143/i);
    const { secret: ofFunctions } = (await (
      await proxy.service.api(`/api/v1/agents/${agent}/functions/secret`)
    ).json()) as { secret: string };
    expect(ofFunctions).not.toBe(secret);
  });

  it('under a policy that keeps no texts sends nothing, and the journal says so', async () => {
    const forgetting = defaultPolicyYaml.replace('log_payloads: false', 'keep: nothing');
    const agent = await proxy.agent({
      transcript_url: `${receiver.url}/in`,
      policy_yaml: forgetting,
    });
    await proxy.askOnce(agent, [user('hello')]);
    await eventually(async () =>
      expect(await outcomeOf(agent)).toMatchObject([
        { kind: 'transcript_failed', reason: 'not_kept', attempts: 0 },
      ]),
    );
    expect(receiver.seen).toEqual([]);
  });

  it('shows the address, and forgets it', async () => {
    const url = `${receiver.url}/in`;
    const agent = await proxy.agent({ transcript_url: url });
    const path = `/api/v1/agents/${agent}`;
    const shown = async () =>
      ((await (await proxy.service.api(path)).json()) as { agent: { transcript_url: unknown } })
        .agent.transcript_url;
    expect(await shown()).toBe(url);
    const body = JSON.stringify({ transcript_url: null });
    expect((await proxy.service.api(path, { method: 'PATCH', body })).status).toBe(200);
    expect(await shown()).toBeNull();
  });

  it.each([
    'http://transcripts.example.com/in',
    'https://169.254.169.254/in',
    'https://user:word@transcripts.example.com/in',
  ])('refuses the address %s', async (transcript_url) => {
    const body = JSON.stringify({ name: 'Refused', upstream: 'stub', transcript_url });
    const refused = await proxy.service.api('/api/v1/agents', { method: 'POST', body });
    expect(refused.status).toBe(422);
  });
});

import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../server/adapters/system/clock.ts';
import { idleEndMs } from '../../server/calls/live-calls.ts';
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

describe('a call that nobody ended', () => {
  it('has its transcript sent once it was idle for 15 minutes, and not before', async () => {
    // The intervals of the service are the test's: it looks after idle calls and sends when the test lets it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const quiet = await startProxy();
    try {
      const agent = await quiet.agent({ transcript_url: `${receiver.url}/in` });
      await quiet.ask(agent, [user(`my number is ${phone}`)], { call: { id: 'left-open' } });
      await eventually(async () =>
        expect(await quiet.records(agent, 'response_completed')).toHaveLength(1),
      );
      const idle = (ms: number) => {
        const us = systemClock.monotonicUs() + ms * 1_000;
        return vi.spyOn(systemClock, 'monotonicUs').mockReturnValue(us);
      };
      const almost = idle(idleEndMs - 60_000);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await quiet.records(agent, 'session_sealed')).toEqual([]);
      almost.mockRestore();
      idle(idleEndMs);
      await vi.advanceTimersByTimeAsync(60_000);
      await eventually(async () =>
        expect(await quiet.records(agent, 'transcript_sent')).toHaveLength(1),
      );
      expect(await quiet.records(agent, 'call_ended')).toMatchObject([{ reason: 'idle' }]);
      const [session] = await quiet.sessions(agent);
      const sent = receiver.seen.filter(({ headers }) => headers['webhook-id'] === session?.id);
      expect(sent).toHaveLength(1);
      expect(sent[0]?.raw).toContain('[PHONE_01]');
      expect(sent[0]?.raw).not.toMatch(/555-?0143|TOK1/);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
      await quiet.close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import {
  answering,
  type ClinicFunctions,
  hanging,
  startClinicFunctions,
} from '../support/clinic-function.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { temporaryFolder } from '../support/run-svc.ts';
import { webhookSecret } from '../support/service.ts';
import { startServiceWithClinic } from '../support/service-with-clinic.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const phone = '202-555-0143';

let dataDir: string;
let receiver: ClinicFunctions;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  receiver = await startClinicFunctions();
});
afterAll(async () => {
  await receiver?.close();
  await removeFolder(dataDir);
});

/** The service over the same data, and its API. */
async function start() {
  const service = await startServiceWithClinic(dataDir, {
    SVC_VOICE_WEBHOOK_SECRET: webhookSecret,
  });
  const post = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    await signedFetch(webhookSecret)(`${service.url}${path}`, {
      ...init,
      body: JSON.stringify(body),
    });
  };
  return { ...service, post };
}

type Started = Awaited<ReturnType<typeof start>>;

/** A call of one turn, which the platform ends. */
async function callOnce({ post }: Started, agent: string, id: string): Promise<void> {
  const call = { id };
  const messages = [{ role: 'user', content: `my number is ${phone}` }];
  await post(`/proxy/${agent}/v1/chat/completions`, { model: 'm', messages, call });
  await post(`/voice/webhook/${agent}`, { message: { type: 'end-of-call-report', call } });
}

const outcomes = async ({ api }: Started) => {
  const { data } = await api<{ data: { id: string }[] }>('/sessions');
  const events = data.map(({ id }) => api<{ data: SessionEvent[] }>(`/sessions/${id}/events`));
  return (await Promise.all(events)).map(({ data: all }) =>
    all.filter(({ kind }) => /^transcript_/.test(kind)),
  );
};

describe('a process that is killed between the end of a call and the delivery of its transcript', () => {
  it('delivers it after the next start, with the same id', async () => {
    receiver.script = hanging;
    const first = await start();
    const { agent } = await first.api<{ agent: { id: string } }>('/agents', {
      name: 'Front desk',
      upstream: 'stub',
      transcript_url: `${receiver.url}/in`,
    });
    await callOnce(first, agent.id, 'in-delivery');
    await eventually(() => expect(receiver.seen).toHaveLength(1));
    await callOnce(first, agent.id, 'just-ended');
    await first.end('SIGKILL');
    receiver.script = answering({});
    const second = await start();
    await eventually(async () => {
      const kinds = (await outcomes(second)).map((all) => all.map(({ kind }) => kind));
      expect(kinds).toEqual([['transcript_sent'], ['transcript_sent']]);
    });
    const ids = receiver.seen.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(2);
    expect(receiver.seen.map(({ raw }) => raw).join()).not.toMatch(/555-?0143|TOK1/);
    await second.end('SIGTERM');
  });
});

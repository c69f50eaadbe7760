import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { assistant, user } from '../support/proxy-kit.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/two-replicas.ts';

const phone = '202-555-0143';

let two: TwoReplicas;
let receiver: ClinicFunctions;
let distrust: () => void;
beforeAll(async () => {
  distrust = trustClinic();
  receiver = await startClinicFunctions();
  two = await startTwoReplicas();
  const changed = await two.at(0).api(`/api/v1/agents/${two.agentId}`, {
    method: 'PATCH',
    body: JSON.stringify({ transcript_url: `${receiver.url}/in` }),
  });
  expect(changed.status).toBe(200);
});
afterAll(async () => {
  await two?.close();
  await receiver?.close();
  distrust?.();
});

/** A call with a turn at each replica, which the platform ends at one. */
async function callAtBoth(id: string, ends: number): Promise<void> {
  const first = [user(`my number is ${phone}`)];
  expect((await two.ask(0, id, { messages: first })).status).toBe(200);
  const more = [...first, assistant('Yes?'), user('that is all, thank you')];
  expect((await two.ask(1, id, { messages: more })).status).toBe(200);
  expect((await two.hangUp(ends, id)).status).toBe(200);
}
const sent = async () =>
  (await two.at(0).records()).filter(({ kind }) => kind === 'transcript_sent');

describe('the masked transcript of a call that two replicas served (decision 0197)', () => {
  it('is sent once, with the turns of both, whichever replica ended the call', async () => {
    for (const [at, ends] of [0, 1].entries()) {
      await callAtBoth(`call-${at}`, ends);
      await expect.poll(sent, { timeout: 60_000 }).toHaveLength(at + 1);
    }
    const ids = receiver.seen.map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual((await sent()).map(({ session_id }) => session_id));
    expect(new Set(ids).size).toBe(2);
    for (const { raw } of receiver.seen) {
      expect(raw).toContain('[PHONE_01]');
      expect(raw).toContain('that is all');
      expect(raw).not.toMatch(/555-?0143|TOK1/);
    }
  });
});

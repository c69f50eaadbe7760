import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { runSvc, strictPolicy, temporaryFile } from '../support/run-svc.ts';

let proxy: ProxyKit;

beforeAll(async () => {
  proxy = await startProxy();
});
afterAll(() => proxy?.close());

const evaluate = (...args: string[]) =>
  runSvc(['eval', 'from-marks', ...args], { env: { SVC_DATA_DIR: proxy.service.dataDir } });

async function mark(session: string, mistake: string, kind: string, text: string, value: string) {
  const start = text.indexOf(value);
  const span = [start, start + value.length];
  const body = JSON.stringify({ mistake, kind, turn: 0, speaker: 'user', text, span });
  const path = `/api/v1/sessions/${session}/marks`;
  expect((await proxy.service.api(path, { method: 'POST', body })).status).toBe(201);
}

describe('svc eval from-marks, while the service runs (decision 0084)', () => {
  it('says that there are no marks', async () => {
    expect(await evaluate()).toMatchObject({ code: 0, out: expect.stringMatching(/nobody/) });
  });

  it('counts the mistakes that detection still makes, and prints no text', async () => {
    const agent = await proxy.agent();
    await proxy.ask(agent, [user('hello there')], { call: { id: 'c-1' } });
    const session = (await proxy.records(agent, 'call_started'))[0]?.session_id ?? '';
    const found = 'my number is 202-555-0143';
    await mark(session, 'missed', 'PHONE', found, '202-555-0143');
    await mark(session, 'missed', 'PHONE', found, '202-555-0143');
    await mark(session, 'missed', 'ADDRESS', 'we are at the blueheron', 'blueheron');
    await mark(session, 'false_hit', 'PHONE', found, '202-555-0143');
    await mark(session, 'false_hit', 'NAME', 'good morning to you', 'morning');
    const { code, out, err } = await evaluate('--json');
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual({
      kinds: {
        PHONE: { missed: 1, found: 1, false_hits: 1, still_hit: 1 },
        ADDRESS: { missed: 1, found: 0, false_hits: 0, still_hit: 0 },
        NAME: { missed: 0, found: 0, false_hits: 1, still_hit: 0 },
      },
    });
    const table = await evaluate('--policy', strictPolicy);
    expect(table.out).toMatch(/^all +2 +1 +0\.500 +2 +1$/m);
    expect(table.out).not.toMatch(/heron|0143/);
  });

  it('refuses a policy that is not valid', async () => {
    const policy = await temporaryFile('policy.yaml', 'name: x\n');
    expect(await evaluate('--policy', policy)).toMatchObject({ code: 78, out: '' });
  });
});

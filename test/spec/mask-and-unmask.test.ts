import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCallResult } from '../../server/contract/agents.ts';
import type { Report } from '../../server/contract/report.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { changedPolicy } from '../support/changed-policy.ts';
import { user } from '../support/proxy-kit.ts';
import { type Service, startService } from '../support/service.ts';
import { signIn } from '../support/sign-in.ts';
import { signedFetch } from '../support/signed-fetch.ts';

const name = 'Dana Whitfield';
const phone = '212-555-0143';
const otherPhone = '646-555-0188';
const aToken = /TOK1\.[A-Z]+\.[\w.]*\w/g;
const unknownCall = 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV';

let service: Service;
let detectorFails = false;
const agents: Record<string, string> = {};

beforeAll(async () => {
  const key = () => randomBytes(32).toString('hex');
  service = await startService(
    { SVC_DEV: '0', SVC_MASTER_KEY: key(), SVC_KEY_K_HEALTHCARE: key() },
    {
      detector: (model) => ({
        ...model,
        detect: (...asked) =>
          detectorFails ? Promise.reject(new Error('out of memory')) : model.detect(...asked),
      }),
    },
  );
  const upstream = 'stub';
  agents['vault'] = await service.createAgent({ name: 'front desk', upstream });
  const tokenization = 'reversible-aead';
  const policy_yaml = changedPolicy(['other_languages: mask_all', 'other_languages: refuse']);
  agents['english'] = await service.createAgent({ name: 'billing', upstream, policy_yaml });
  agents['aead'] = await service.createAgent({ name: 'nurse line', upstream, tokenization });
});
afterAll(() => service?.close());

/** The cookie of a person with this role. */
async function signedInAs(role: string): Promise<string> {
  const login = `${role}@example.com`;
  const created = await service.api('/api/v1/admin/sign-in-links', {
    method: 'POST',
    body: JSON.stringify({ login }),
  });
  const { sign_in_link: link } = (await created.json()) as { sign_in_link: { url: string } };
  const cookie = await signIn(service.url, link.url);
  const me = (await (await service.api('/api/v1/me', { headers: { cookie } })).json()) as {
    user: { id: string };
  };
  await service.api(`/api/v1/admin/users/${me.user.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ role }),
  });
  return cookie;
}

async function send(path: string, body: object): Promise<void> {
  const response = await signedFetch(service.secret)(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

let calls = 0;

/** Makes a call in which a caller says this; the session's id. */
async function callOf(agent: string, said: string, { over = false } = {}): Promise<string> {
  const call = { id: `call-${++calls}` };
  const path = agents[agent] ?? '';
  const messages = [user(said)];
  await send(`/proxy/${path}/v1/chat/completions`, { model: 'm', call, messages });
  if (over)
    await send(`/voice/webhook/${path}`, {
      message: { type: 'status-update', status: 'ended', call },
    });
  const started = (await service.records()).filter(({ kind }) => kind === 'call_started');
  return started.at(-1)?.session_id ?? '';
}

interface Answer {
  readonly status: number;
  readonly texts: readonly string[];
  readonly restored?: number;
  readonly error?: {
    readonly code: string;
    readonly details?: readonly { readonly path: string }[];
  };
}

async function ask(path: string, body: object, cookie = service.cookie): Promise<Answer> {
  const sent = { method: 'POST', body: JSON.stringify(body), headers: { cookie } };
  const response = await service.api(`/api/v1/${path}`, sent);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const mask = (session_id: string, ...texts: string[]) => ask('mask', { session_id, texts });
const unmask = (session_id: string, ...texts: string[]) =>
  ask('unmask', { session_id, texts, reason: 'call_review' });
const recordsOf = async (id: string, kind: string): Promise<readonly JournalRecord[]> =>
  (await service.records()).filter((record) => record.session_id === id && record.kind === kind);

describe.each(['vault', 'aead'])('texts about a call (%s)', (agent) => {
  it.each([
    ['in progress', false],
    ['that is over', true],
  ])('of a call %s are masked with its tokens, and get its values back', async (_, over) => {
    const call = await callOf(agent, `I am ${name}, my number is ${phone}`, { over });
    const texts = [`Summary: ${name} can be reached at ${phone}.`, 'Nothing else.'];
    const masked = await mask(call, ...texts);
    expect(masked.status).toBe(200);
    expect(masked.texts.join()).not.toMatch(/Whitfield|555-?0143/);
    expect(masked.texts[0]?.match(aToken)).toHaveLength(2);
    expect(masked.texts[1]).toBe('Nothing else.');
    expect(await unmask(call, ...masked.texts)).toEqual({ status: 200, texts, restored: 2 });
  });

  it('get back a value that no turn of the call had', async () => {
    const call = await callOf(agent, 'hello', { over: true });
    const text = `call ${phone}`;
    const { texts } = await mask(call, text);
    expect(texts[0]).not.toMatch(/555-?0143/);
    expect(await unmask(call, ...texts)).toMatchObject({ texts: [text], restored: 1 });
  });

  it('keep the tokens of another call as they are', async () => {
    const call = await callOf(agent, `my number is ${phone}`, { over: true });
    const other = await callOf(agent, `my number is ${otherPhone}`);
    const { texts } = await mask(other, `call ${otherPhone}`);
    expect(await mask(call, ...texts)).toMatchObject({ texts });
    expect(await unmask(call, ...texts)).toEqual({ status: 200, texts, restored: 0 });
    expect(await unmask(other, ...texts)).toMatchObject({ texts: [`call ${otherPhone}`] });
  });

  it('are journalled without values, and leave the sealed record as it was', async () => {
    const call = await callOf(agent, `my number is ${phone}`, { over: true });
    const report = async () => {
      const response = await service.api(`/api/v1/sessions/${call}/report`);
      return ((await response.json()) as { report: Report }).report;
    };
    const before = await report();
    const { texts } = await mask(call, `call ${phone}`, 'or not');
    await unmask(call, ...texts);
    const actor = expect.stringMatching(/^usr_/);
    expect(await recordsOf(call, 'texts_masked')).toMatchObject([
      {
        actor,
        texts: 2,
        spans_by_kind: { PHONE: 1 },
        passes: ['regex', 'nermodel'],
        verdict: 'clean',
      },
    ]);
    expect(await recordsOf(call, 'regulated_view_opened')).toMatchObject([
      { actor, view: 'unmask', reason: 'call_review', values: 1 },
    ]);
    expect(JSON.stringify(await service.records())).not.toMatch(
      /212.?555.?01|646.?555.?01|Whitfield/,
    );
    expect(await report()).toMatchObject({
      merkle_root_hex: before.merkle_root_hex,
      chain: { sealed: true, verify: { ok: true } },
    });
  });
});

describe('a request to mask or unmask', () => {
  it('learns what a call in progress knows, and teaches it nothing', async () => {
    const call = await callOf('vault', 'we are at the blue heron');
    const asks = 'Somebody at the blue heron asks again.';
    expect(await mask(call, asks)).toMatchObject({ texts: [asks] });
    const marked = { text: 'we are at the blue heron', span: [14, 24] };
    const missed = { mistake: 'missed', kind: 'NAME', turn: 0, speaker: 'user', ...marked };
    expect((await ask(`sessions/${call}/marks`, missed)).status).toBe(201);
    expect((await mask(call, asks)).texts[0]).not.toContain('heron');
    const own = async () =>
      (await service.records()).filter(({ session_id }) => session_id === call);
    const kinds = async () => (await own()).map(({ kind }) => kind);
    await expect.poll(kinds).toContain('response_completed');
    const before = await own();
    await mask(call, `call ${otherPhone}`);
    const after = (await own()).slice(before.length);
    expect(after.map(({ kind }) => kind)).toEqual(['texts_masked']);
  });

  it('is refused while the detector fails', async () => {
    const call = await callOf('vault', `my number is ${phone}`);
    detectorFails = true;
    const answer = await mask(call, 'The caller was Jordan Avery.');
    detectorFails = false;
    expect(answer).toMatchObject({ status: 500, error: { code: 'internal_error' } });
    expect(await recordsOf(call, 'texts_masked')).toEqual([]);
  });

  it.each(['viewer', 'it'])('is forbidden to the role %s', async (role) => {
    const call = await callOf('vault', `my number is ${phone}`);
    const cookie = await signedInAs(role);
    const body = { session_id: call, texts: ['hello'] };
    expect(await ask('mask', body, cookie)).toMatchObject({ error: { code: 'forbidden' } });
    const why = { ...body, reason: 'audit' };
    expect(await ask('unmask', why, cookie)).toMatchObject({ error: { code: 'forbidden' } });
  });

  it.each(['viewer', 'it'])('a test call shows the role %s no token either', async (role) => {
    const cookie = await signedInAs(role);
    const said = `I am Ann Lee, my number is ${phone}, and again ${phone}.`;
    const body = JSON.stringify({ said });
    const url = `/api/v1/agents/${agents['aead']}/test-call`;
    const tried = async (headers: Record<string, string> = {}) =>
      TestCallResult.parse(
        await (await service.api(url, { method: 'POST', body, headers })).json(),
      );
    expect((await tried()).sent.match(aToken)).toHaveLength(2);
    const { sent, spans } = await tried({ cookie });
    expect(sent).toBe('I am Ann Lee, my number is [PHONE_01], and again [PHONE_01].');
    for (const { regulated = [0, 0], public: shown } of spans)
      expect([said.slice(...regulated), sent.slice(...shown)]).toEqual([phone, '[PHONE_01]']);
  });

  it.each([
    ['an unknown call', { session_id: unknownCall, texts: ['hello'] }, 404, 'session_not_found'],
    ['no text', { texts: [] }, 422, 'validation_failed'],
    ['more than 100 texts', { texts: Array(101).fill('a') }, 422, 'validation_failed'],
    ['a text that is none', { texts: [7] }, 422, 'validation_failed'],
  ])('is refused for %s', async (_, wrong, status, code) => {
    const session_id = await callOf('vault', 'hello');
    const body = { session_id, ...wrong };
    expect(await ask('mask', body)).toMatchObject({ status, error: { code } });
    const why = { ...body, reason: 'audit' };
    expect(await ask('unmask', why)).toMatchObject({ status, error: { code } });
  });

  it('names the text for which the policy refuses it', async () => {
    const german = 'Guten Tag, ich möchte bitte einen Termin für meine Mutter vereinbaren.';
    const call = await callOf('english', 'hello, I would like to make an appointment');
    expect(await mask(call, 'She would like to make an appointment.', german)).toMatchObject({
      status: 422,
      error: { details: [{ path: 'texts.1' }] },
    });
  });

  it('is refused for values without a reason', async () => {
    const session_id = await callOf('vault', 'hello');
    const body = { session_id, texts: ['hello'] };
    expect(await ask('unmask', body)).toMatchObject({
      status: 422,
      error: { details: [{ path: 'reason' }] },
    });
  });

  it('holds nobody up, however much in it looks like a token (design D43)', async () => {
    const call = await callOf('vault', 'hello');
    const text = 'TOK1.'.repeat(180_000);
    let [isOver, longestMs, lastMs] = [false, 0, performance.now()];
    const began = lastMs;
    const look = (): void => {
      const now = performance.now();
      [longestMs, lastMs] = [Math.max(longestMs, now - lastMs), now];
      if (!isOver) setImmediate(look);
    };
    look();
    expect((await unmask(call, text)).status).toBe(200);
    isOver = true;
    expect(longestMs).toBeLessThan((lastMs - began) / 2);
  });

  it('is refused for more than 1,000 tokens', async () => {
    const session_id = await callOf('vault', 'hello');
    const tokens = Array.from(
      { length: 1_001 },
      (_, index) => `TOK1.PHONE.K_HEALTHCARE.${index.toString().padStart(20, '0')}`,
    );
    expect(await unmask(session_id, tokens.join(' '))).toMatchObject({
      status: 422,
      error: { code: 'validation_failed' },
    });
  });
});

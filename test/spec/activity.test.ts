import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityItem } from '../../server/contract/audit.ts';
import { type LiveKit, startLiveKit } from '../support/live-viewer.ts';
import { signIn } from '../support/sign-in.ts';

let kit: LiveKit;
let clerk: string;
let clerkId: string;
/** What was done, as the test did it: oldest first. */
const done: string[] = [];

const ask = (method: string, path: string, body?: object) =>
  kit.proxy.service.api(path, { method, ...(body && { body: JSON.stringify(body) }) });

/** Does something over the API, and notes what the list must show of it. */
async function act(action: string, method: string, path: string, body?: object) {
  const response = await ask(method, `/api/v1${path}`, body);
  expect([action, Math.floor(response.status / 100)]).toEqual([action, 2]);
  done.push(action);
  const text = await response.text();
  return response.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : text;
}

async function activity(query = ''): Promise<readonly ActivityItem[]> {
  const response = await ask('GET', `/api/v1/activity?limit=100${query}`);
  return ((await response.json()) as { data: ActivityItem[] }).data;
}

beforeAll(async () => {
  kit = await startLiveKit({ SVC_DEV: '0' });
});
afterAll(() => kit.proxy.close());

describe('what people did, as GET /api/v1/activity shows it (decision 0089)', () => {
  let session: string | undefined;
  let before: readonly ActivityItem[];

  it('a day of work is shown whole, in order, and nothing else', async () => {
    before = await activity();
    const { url } = kit.proxy.service;
    const link = await act('access_changed', 'POST', '/admin/sign-in-links', { login: 'clerk' });
    clerk = await signIn(url, link.sign_in_link.url);
    done.push('login');
    const me = await fetch(`${url}/api/v1/me`, { headers: { cookie: clerk } });
    clerkId = ((await me.json()) as { user: { id: string } }).user.id;
    await act('access_changed', 'PATCH', `/admin/users/${clerkId}`, { role: 'compliance' });
    const made = { name: 'Nurse line', upstream: 'stub' };
    const { agent } = await act('agent_created', 'POST', '/agents', made);
    await act('agent_updated', 'PATCH', `/agents/${agent.id}`, { name: 'Nurse desk' });
    await act('agent_deleted', 'DELETE', `/agents/${agent.id}`);
    await kit.newCall().say('we are at the blue heron');
    session = (await kit.proxy.records(kit.agent, 'call_started')).at(-1)?.session_id;
    const texts = { session_id: session, texts: ['hello'] };
    await act('texts_masked', 'POST', '/mask', texts);
    await act('regulated_view_opened', 'POST', '/unmask', { ...texts, reason: 'audit' });
    const reveal = { view: 'live', session_id: session, reason: 'incident', note: 'ticket 4711' };
    await act('regulated_view_opened', 'POST', '/reveals', reveal);
    const words = { text: 'we are at the blue heron', span: [14, 24] };
    const missed = { mistake: 'missed', kind: 'LOCATION', turn: 0, speaker: 'user', ...words };
    const { mark } = await act('mark_added', 'POST', `/sessions/${session}/marks`, missed);
    const outcome = { outcome: 'dismissed' };
    await act('mark_decided', 'POST', `/marks/${mark.id}/decision`, outcome);
    await act('report_generated', 'GET', `/sessions/${session}/report`);
    await act('transcript_exported', 'GET', `/sessions/${session}/transcript/masked`);
    await act('sessions_exported', 'GET', '/sessions.csv');
    await act('audit_exported', 'GET', '/audit/export');
    await act('legal_hold_placed', 'PUT', `/admin/legal-hold?session_id=${session}`);
    await act('legal_hold_released', 'DELETE', `/admin/legal-hold?session_id=${session}`);
    await act('regulated_view_opened', 'POST', '/reveals', { view: 'roster', reason: 'audit' });
    await act('values_searched', 'POST', '/roster/people/search', { query: 'quennell' });
    const search = { value: 'Marisol Quennell', kind: 'NAME' };
    await act('values_searched', 'POST', '/sessions/searches', search);
    await act('roster_deleted', 'DELETE', '/roster');
    await act('pruning_requested', 'POST', '/admin/retention/run', {});
    await fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie: clerk } });
    done.push('logout');
    const shown = (await activity()).slice(0, -before.length || undefined);
    expect(shown.map(({ action }) => action).toReversed()).toEqual(done);
  });

  it('each has its person by name, and a reveal its call, reason and note', async () => {
    const all = await activity();
    for (const { person } of all) expect(person).toMatchObject({ login: expect.any(String) });
    const [, reveal] = all.filter(({ action }) => action === 'regulated_view_opened');
    expect(reveal).toMatchObject({
      session_id: session,
      agent_id: kit.agent,
      person: { login: 'owner' },
      details: { view: 'live', reason: 'incident', note: 'ticket 4711' },
    });
  });

  it('filters by person, action, object and time, and goes on in pages', async () => {
    const actions = async (query: string) => (await activity(query)).map(({ action }) => action);
    expect(await actions(`&person=${clerkId}`)).toEqual(['logout', 'login']);
    expect(await actions('&person=clerk')).toEqual(['logout', 'login']);
    expect(await actions('&action=roster_deleted')).toEqual(['roster_deleted']);
    expect(await actions(`&action=logout,login&person=${clerkId}`)).toEqual(['logout', 'login']);
    expect(await actions(`&object=${session}&action=report_generated`)).toHaveLength(1);
    expect(await activity(`&object=${clerkId}`)).toMatchObject([
      { action: 'access_changed', user: { id: clerkId, login: 'clerk' } },
    ]);
    expect(await actions('&until=2020-01-01T00:00:00Z')).toEqual([]);
    expect(await actions('&from=2020-01-01T00:00:00Z')).toHaveLength(before.length + done.length);
    const first = await ask('GET', '/api/v1/activity?limit=2');
    const { data, next_cursor: cursor } = (await first.json()) as {
      data: ActivityItem[];
      next_cursor: string;
    };
    const second = await ask('GET', `/api/v1/activity?limit=2&cursor=${cursor}`);
    const { data: more } = (await second.json()) as { data: ActivityItem[] };
    expect([...data, ...more]).toEqual((await activity()).slice(0, 4));
  });

  it('the CSV has the same rows, and its download is on record', async () => {
    const before = await activity();
    const csv = await (await ask('GET', '/api/v1/activity.csv')).text();
    const rows = csv.trim().split('\r\n');
    expect(rows).toHaveLength(before.length + 2);
    expect(rows[0]).toBe('at,person,name,action,call,agent,details,seq');
    expect((await activity())[0]).toMatchObject({
      action: 'audit_exported',
      details: { part: 'activity' },
    });
  });

  it('is for people who may review, and refuses parameters that it does not know', async () => {
    expect((await ask('GET', '/api/v1/activity?who=sam')).status).toBe(422);
    const { url } = kit.proxy.service;
    const made = await ask('POST', '/api/v1/admin/sign-in-links', { login: 'viewer' });
    const link = (await made.json()) as { sign_in_link: { url: string } };
    const viewer = await signIn(url, link.sign_in_link.url);
    const refused = await fetch(`${url}/api/v1/activity`, { headers: { cookie: viewer } });
    expect(refused.status).toBe(403);
  });
});

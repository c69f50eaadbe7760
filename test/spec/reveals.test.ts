import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryJournal } from '../support/memory/journal.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let admin: Browser;
let clerk: Browser;
let clerkId: string;

beforeAll(async () => {
  fixture = await startFixture();
  admin = await fixture.signIn('owner');
  clerk = await fixture.signIn('clerk@example.com');
  clerkId = (await clerk.get('/api/v1/me')).json().user.id;
});
afterAll(() => fixture.app.close());

const reveal = (who: Browser, body: object = { view: 'roster', reason: 'audit' }) =>
  who.post('/api/v1/reveals', body);
const search = async (who: Browser) =>
  (await who.post('/api/v1/roster/people/search', { query: 'quennell' })).statusCode;
const become = (role: string) =>
  admin.send('PATCH', `/api/v1/admin/users/${clerkId}`, { payload: { role } });
const minutes = (count: number) => {
  fixture.time.now += count * 60_000;
};

describe('real values are shown for five minutes, with a reason (decision 0088)', () => {
  it('nothing is shown before a reveal, nor five minutes after one', async () => {
    expect(await search(admin)).toBe(403);
    const { expires_at: until } = (await reveal(admin)).json().reveal;
    expect(Date.parse(until)).toBe(fixture.time.now + 300_000);
    minutes(4.9);
    expect(await search(admin)).toBe(200);
    minutes(0.2);
    expect(await search(admin)).toBe(403);
  });

  it('another reveal renews it, and each is journalled with reason and note', async () => {
    const before = fixture.journal.drafts.length;
    await reveal(admin, { view: 'roster', reason: 'other', note: 'ticket 4711' });
    minutes(4);
    await reveal(admin);
    minutes(4);
    expect(await search(admin)).toBe(200);
    const fields = fixture.journal.drafts.slice(before).map((draft) => draft.fields);
    expect(fields).toMatchObject([
      { view: 'roster', reason: 'other', note: 'ticket 4711' },
      { view: 'roster', reason: 'audit' },
      { store: 'roster' },
    ]);
  });

  it('it belongs to one web session, and ends when that hides', async () => {
    await reveal(admin);
    const elsewhere = await fixture.signIn('owner');
    expect(await search(elsewhere)).toBe(403);
    expect((await admin.send('DELETE', '/api/v1/reveals')).statusCode).toBe(204);
    expect(await search(admin)).toBe(403);
  });

  it('nothing is shown that the journal cannot record', async () => {
    fixture.journal.broken = true;
    expect((await reveal(admin)).statusCode).toBe(503);
    fixture.journal.broken = false;
    expect(await search(admin)).toBe(403);
  });

  it.each([
    [{ view: 'roster' }, 422],
    [{ view: 'roster', reason: 'curious' }, 422],
    [{ view: 'roster', reason: 'audit', note: 'x'.repeat(201) }, 422],
    [{ view: 'live', reason: 'audit' }, 422],
    [{ view: 'live', reason: 'audit', session_id: 'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 404],
  ])('refuses %j', async (body, status) => {
    expect((await reveal(admin, body)).statusCode).toBe(status);
  });
});

describe('what people write in their own words into the events of a call (decision 0107)', () => {
  const [session_id, agent_id] = [
    'sess_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  ] as const;
  const common = { ts: '2026-11-21T10:00:00.000Z', session_id, agent_id };
  const actor = 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const hold = { matter: 'own words', reason: 'own words', reviewer: 'own words' };

  it.each([
    ['viewer', false],
    ['it', false],
    ['compliance', true],
    ['admin', true],
  ])('who has the role %s reads it: %s', async (role, reads) => {
    const journal = memoryJournal();
    const written = await journal.append([
      { ...common, kind: 'call_ended', fields: { reason: 'idle', turns: 1 } },
      {
        ...common,
        kind: 'regulated_view_opened',
        fields: { actor, view: 'transcript', reason: 'audit', note: 'own words' },
      },
      { ...common, kind: 'legal_hold_placed', fields: { actor, scope: 'session', ...hold } },
    ]);
    const one = await startFixture({ journal });
    const owner = await one.signIn('owner');
    const reader = await one.signIn('reader@example.com');
    const { id } = (await reader.get('/api/v1/me')).json().user;
    await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role } });
    const { data } = (await reader.get(`/api/v1/sessions/${session_id}/events`)).json();
    const shown = written.map(({ note, matter, reviewer, reason, ...record }) =>
      record.kind === 'legal_hold_placed' ? record : { ...record, reason },
    );
    expect(data).toEqual(reads ? written : shown);
    await one.app.close();
  });
});

describe('what a role permits (decision 0088)', () => {
  const tries = {
    reveal: async () => (await reveal(clerk)).statusCode,
    export: async () => (await clerk.get('/api/v1/audit/export')).statusCode,
    holds: async () => (await clerk.get('/api/v1/admin/legal-hold')).statusCode,
    settings: async () => (await clerk.post('/api/v1/agents', {})).statusCode,
    users: async () => (await clerk.get('/api/v1/admin/users')).statusCode,
  };

  it.each([
    ['viewer', { may_reveal: false, admin: false }, [403, 403, 403, 403, 403]],
    ['compliance', { may_reveal: true, admin: false }, [201, 200, 200, 403, 403]],
    ['it', { may_reveal: false, admin: false }, [403, 403, 403, 422, 403]],
    ['admin', { may_reveal: true, admin: true }, [201, 200, 200, 422, 200]],
  ])('a person with the role %s', async (role, rights, statuses) => {
    expect((await become(role)).json().user).toMatchObject({ role, ...rights });
    const answers = [];
    for (const attempt of Object.values(tries)) answers.push(await attempt());
    expect(answers).toEqual(statuses);
  });

  it('a reveal ends with the role that allowed it', async () => {
    await become('compliance');
    await reveal(clerk);
    expect(await search(clerk)).toBe(200);
    await become('viewer');
    expect(await search(clerk)).toBe(403);
  });

  it('somebody new sees no real values', async () => {
    const visitor = await fixture.signIn('new@example.com');
    expect((await visitor.get('/api/v1/me')).json().user).toMatchObject({ role: 'viewer' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const clinic = {
  name: 'Lakeside Family Clinic',
  system: '',
  location: 'Duluth, Minnesota',
  contact: 'Privacy officer',
  time_zone: 'America/Chicago',
};
let fixture: Fixture;
let owner: Browser;
let nurse: Browser;

beforeAll(async () => {
  fixture = await startFixture();
  owner = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
});
afterAll(() => fixture.app.close());
beforeEach(() => {
  fixture.journal.drafts.length = 0;
  fixture.journal.broken = false;
});

const read = async () => (await nurse.get('/api/v1/settings/clinic')).json().clinic;
const put = (browser: Browser, payload: object) =>
  browser.send('PUT', '/api/v1/settings/clinic', { payload });

describe('the clinic', () => {
  it('has no name, and the time zone UTC, until somebody sets them', async () => {
    expect(await read()).toEqual({
      name: '',
      system: '',
      location: '',
      contact: '',
      time_zone: 'UTC',
    });
  });

  it('stays as it was when the change cannot be journalled', async () => {
    const before = await read();
    fixture.journal.broken = true;
    expect((await put(owner, clinic)).statusCode).toBe(503);
    expect(await read()).toEqual(before);
  });

  it('is set by an admin; the journal names the fields, not their values', async () => {
    expect((await put(owner, clinic)).json()).toEqual({ clinic });
    expect(await read()).toEqual(clinic);
    await put(owner, { ...clinic, time_zone: 'America/New_York' });
    await put(owner, { ...clinic, time_zone: 'America/New_York' });
    expect(fixture.journal.drafts.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['settings_changed', expect.objectContaining({ settings: 'clinic' })],
      ['settings_changed', expect.objectContaining({ fields: ['time_zone'] })],
    ]);
    expect(JSON.stringify(fixture.journal.drafts)).not.toContain('Lakeside');
  });

  it('is not set by others', async () => {
    expect((await put(nurse, clinic)).statusCode).toBe(403);
  });

  it('is called otherwise by an account admin alone, because its own name is not masked in calls', async () => {
    await put(owner, clinic);
    const { id } = (await nurse.get('/api/v1/me')).json().user;
    const become = (role: string) =>
      owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role } });
    await become('it');
    expect((await put(nurse, { ...clinic, location: 'Ely' })).statusCode).toBe(200);
    for (const change of [{ name: 'Orla Venn' }, { system: 'Orla Venn' }])
      expect((await put(nurse, { ...clinic, ...change })).statusCode).toBe(403);
    expect(await read()).toEqual({ ...clinic, location: 'Ely' });
    await become('viewer');
  });

  it.each([
    { time_zone: 'Minnesota' },
    { name: 'x'.repeat(201) },
    { name: 7 },
    { opening_hours: 'always' },
  ])('refuses %j', async (change) => {
    expect((await put(owner, { ...clinic, ...change })).statusCode).toBe(422);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSvc } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';
import { type Fixture, startFixture } from '../unit/http/support.ts';

let service: Service;
let fixture: Fixture;
beforeAll(async () => {
  service = await startService();
  fixture = await startFixture();
});
afterAll(async () => {
  await service?.close();
  await fixture?.app.close();
});

interface Import {
  readonly id: string;
  readonly state: string;
  readonly problems: readonly unknown[];
}

const roster = async () => (await service.api('/api/v1/roster')).json();
const json = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const search = (query: string) => service.api('/api/v1/roster/people/search', json({ query }));
const eventsOf = async (kind: string) =>
  (await service.records()).filter((record) => record.kind === kind);

/** Imports a file over the API, and waits for its end. */
async function sent(file: string, query = '', type = 'text/csv'): Promise<Import> {
  const response = await service.api(`/api/v1/roster/imports${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: file,
  });
  expect(response.status).toBe(202);
  const { import: begun } = (await response.json()) as { import: Import };
  let last = begun;
  await expect
    .poll(async () => {
      const answer = await service.api(`/api/v1/roster/imports/${begun.id}`);
      last = ((await answer.json()) as { import: Import }).import;
      return last.state;
    })
    .not.toBe('running');
  return last;
}

const clinic =
  'id,first name,last name,dob,phone\n88241,Marisol,Quennell,1961-04-09,202-555-0142\n';

describe('the roster over the API', () => {
  it('is for admins only, and its search for those who may reveal', async () => {
    await fixture.signIn('owner');
    const nurse = await fixture.signIn('nurse@example.com');
    expect((await nurse.get('/api/v1/roster')).statusCode).toBe(403);
    const body = { query: 'quennell' };
    expect((await nurse.post('/api/v1/roster/people/search', body)).statusCode).toBe(403);
    const file = { headers: { 'content-type': 'text/csv' }, payload: clinic };
    expect((await nurse.send('POST', '/api/v1/roster/imports', file)).statusCode).toBe(403);
  });

  it('takes a file, says how the import ended, and journals counts without values', async () => {
    expect(await roster()).toMatchObject({ people: { patient: 0 }, last_import: null });
    const report = await sent(`${clinic}9,,,,\n`);
    expect(report).toMatchObject({ state: 'finished', imported: 1, refused: 1, rows: 2 });
    expect(report.problems).toEqual([{ row: 3, problem: 'no_name' }]);
    expect(await roster()).toMatchObject({
      people: { patient: 1, relative: 0, staff: 0 },
      last_import: { id: report.id, refused: 1 },
    });
    const [event] = await eventsOf('roster_imported');
    expect(event).toMatchObject({ import_id: report.id, mode: 'replace', imported: 1, refused: 1 });
    expect(JSON.stringify(event)).not.toMatch(/quennell|202-555-0142|1961-04-09|"88241"/i);
  });

  it('adds people where the import merges, with the role that the request names', async () => {
    await sent('name\nNgozi Okafor\n', '?mode=merge&role=staff&staff_may_be_said=true');
    expect(await roster()).toMatchObject({ people: { patient: 1, staff: 1 } });
  });

  it('keeps its people when a file is of no use', async () => {
    expect(await sent('%PDF-1.7 no roster')).toMatchObject({ state: 'no_known_column' });
    expect(await roster()).toMatchObject({ people: { patient: 1, staff: 1 } });
  });

  it('refuses a body of another type, and one without a file', async () => {
    const refused = async (init: RequestInit) =>
      (await service.api('/api/v1/roster/imports', { method: 'POST', ...init })).status;
    expect(await refused({ headers: { 'content-type': 'text/html' }, body: 'x' })).toBe(415);
    expect(await refused({})).toBe(422);
  });

  it('shows values to those who reveal it and say why, and journals that they looked', async () => {
    const refused = await service.api('/api/v1/roster/people/search', json({ query: 'quennell' }));
    expect(refused.status).toBe(403);
    const revealed = await service.api(
      '/api/v1/reveals',
      json({ view: 'roster', reason: 'correction' }),
    );
    expect(revealed.status).toBe(201);
    const { data } = (await (await search('2025550142')).json()) as { data: unknown[] };
    expect(data).toMatchObject([{ id: '88241', family_names: ['Quennell'] }]);
    const looks = await eventsOf('regulated_view_opened');
    expect(looks).toMatchObject([{ view: 'roster', reason: 'correction' }]);
    expect(await eventsOf('values_searched')).toMatchObject([{ store: 'roster' }]);
    expect(JSON.stringify(await service.records())).not.toMatch(/quennell|2025550142|555-0142/i);
  });

  it('shows to nobody who is in it, by a test call or by trying a policy', async () => {
    const agent = await service.createAgent({ name: 'front desk', upstream: 'stub' });
    const said = (family: string) => `${family} marisol it was`;
    const call = async (family: string) => {
      const tried = json({ said: said(family) });
      const answer = await service.api(`/api/v1/agents/${agent}/test-call`, tried);
      return ((await answer.json()) as { sent: string }).sent;
    };
    const maskedIn = async (family: string) => {
      const answer = await service.api('/api/v1/policies/detect', json({ text: said(family) }));
      return ((await answer.json()) as { masked_text: string }).masked_text;
    };
    for (const shown of [call, maskedIn])
      expect((await shown('quennell')).replace('quennell', 'hazelwick')).toBe(
        await shown('hazelwick'),
      );
  });

  it('forgets one person by the id of the clinic', async () => {
    const remove = () => service.api('/api/v1/roster/people/remove', json({ id: '88241' }));
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await eventsOf('roster_person_deleted')).toHaveLength(1);
    expect(await (await search('quennell')).json()).toEqual({ data: [] });
  });

  it('forgets everybody', async () => {
    expect((await service.api('/api/v1/roster', { method: 'DELETE' })).status).toBe(204);
    expect(await roster()).toMatchObject({
      people: { patient: 0, staff: 0 },
      last_import: null,
      latest_import: null,
    });
    expect(await eventsOf('roster_deleted')).toMatchObject([{ patients: 0, staff: 1 }]);
  });
});

describe('svc roster while the service runs', () => {
  const svc = (...args: string[]) =>
    runSvc(['roster', ...args], { env: { SVC_DATA_DIR: service.dataDir } });

  it('imports a file, and the service journals it', async () => {
    const file = join(service.dataDir, 'patients.csv');
    await writeFile(file, `${clinic}9,,,,\n`);
    const checked = await svc('import', file, '--check');
    expect(checked).toMatchObject({ code: 0, out: expect.stringMatching(/^1 people could be/) });
    expect((await roster()) as object).toMatchObject({ people: { patient: 0 } });
    const { code, out, err } = await svc('import', file);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^1 people imported, 1 of 2/),
    });
    expect(err).toContain(`${file}:3: refused: it has no name`);
    await expect
      .poll(async () => (await eventsOf('roster_imported')).at(-1), { timeout: 15_000 })
      .toMatchObject({ actor: 'operator', imported: 1 });
    expect(await roster()).toMatchObject({ people: { patient: 1 } });
    expect((await svc('status')).out).toContain('1 patients');
  });

  it('says what is wrong with a file', async () => {
    const file = join(service.dataDir, 'other.csv');
    await writeFile(file, 'Ada,Lind\n');
    expect(await svc('import', file)).toMatchObject({
      code: 65,
      err: expect.stringContaining('no header'),
    });
    expect((await svc('import', join(service.dataDir, 'none.csv'))).code).toBe(66);
  });

  it('erases one person, or everybody', async () => {
    expect((await svc('remove', '1')).code).toBe(1);
    expect((await svc('remove', '88241')).out).toBe('removed\n');
    expect((await svc('delete')).code).toBe(64);
    expect((await svc('delete', '--yes')).code).toBe(0);
    expect(await roster()).toMatchObject({ people: { patient: 0 } });
  });
});

import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OnePeriodReport, type PeriodReport } from '../../server/contract/reports/period-report.ts';
import type { JournalRecord } from '../../server/domain/event.ts';
import { merkleRoot, verifyPeriodReport } from '../../server/journal/index.ts';
import type { Journal, JournalAttestation } from '../../server/ports/journal.ts';
import { attachedFiles } from '../support/attached-files.ts';
import { eventually } from '../support/eventually.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';

let kit: ProxyKit;
let [desk, echo] = ['', ''];

beforeAll(async () => {
  kit = await startProxy();
  desk = await kit.agent();
  echo = await kit.service.createAgent({ name: 'echo', upstream: 'stub' });
  await kit.askOnce(desk, [user('my number is 415-555-0142')]);
  await kit.askOnce(desk, [user('write to marigold@example.com')]);
  await kit.askOnce(echo, [user('my number is 415-555-0187')]);
  await eventually(async () => {
    const sealed = await kit.records(desk, 'session_sealed');
    const others = await kit.records(echo, 'session_sealed');
    if (sealed.length + others.length < 3) throw new Error('not sealed yet');
  });
  await kit.service.api('/api/v1/settings/clinic', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Lakeside Family Clinic',
      system: 'Northern Health Group',
      location: 'Duluth, Minnesota',
      contact: 'privacy@clinic.example.com',
      time_zone: 'America/Chicago',
    }),
  });
});
afterAll(() => kit.close());

const from = new Date(Date.now() - 3_600_000).toISOString();
/** The period is over once nothing else is to be journalled in it. */
const overNow = () => `from=${from}&until=${new Date().toISOString()}`;
const get = (query: string, path = 'reports') => kit.service.api(`/api/v1/${path}?${query}`);

async function reportOf(query: string, path?: string): Promise<PeriodReport> {
  const response = await get(query, path);
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  return ((await response.json()) as { report: PeriodReport }).report;
}

async function journalRecords(): Promise<readonly JournalRecord[]> {
  const text = await (await kit.service.api('/api/v1/audit/export')).text();
  const lines = text.trim().split('\n').slice(1, -1);
  return lines.map((line) => JSON.parse(line) as JournalRecord);
}

describe('the report of a period', () => {
  it('counts all calls by agent, and lists each with the root of its own report', async () => {
    const query = overNow();
    const response = await get(query);
    const body = (await response.json()) as { report: PeriodReport };
    expect(OnePeriodReport.safeParse(body).error).toBeUndefined();
    const { report } = body;
    expect(report.population.total).toMatchObject({
      calls: 3,
      stopped: 0,
      may_have_been_sent: 0,
      in_progress: 0,
    });
    expect(report.population.by_agent.map(({ agent_id, calls }) => [agent_id, calls])).toEqual([
      [desk, 2],
      [echo, 1],
    ]);
    for (const call of report.calls) {
      const own = await kit.service.api(`/api/v1/sessions/${call.session_id}/report`);
      const { report: ofCall } = (await own.json()) as { report: { merkle_root_hex: string } };
      expect(call.merkle_root_hex).toBe(ofCall.merkle_root_hex);
    }
    expect(report.merkle_root_hex).toBe(
      merkleRoot([
        ...report.calls.map(({ merkle_root_hex }) => merkle_root_hex),
        ...report.access_log.map(({ curr_hash }) => curr_hash),
      ]),
    );
  });

  it('has the same root and samples each time, once the period is over', async () => {
    const query = `${overNow()}&samples=2`;
    const [first, second] = [await reportOf(query), await reportOf(query)];
    expect(first.draft).toBeUndefined();
    expect(second.merkle_root_hex).toBe(first.merkle_root_hex);
    expect(second.samples).toEqual(first.samples);
    expect(first.samples.session_ids).toHaveLength(2);
  });

  it('is a draft while the period is not over', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await reportOf(`from=${from}&until=${until}`)).draft).toBe(true);
  });

  it('says whose it is, who prepared it, and the period in both time zones', async () => {
    const report = await reportOf(`${overNow()}&prepared_for=Board`);
    expect(report.letterhead.name).toBe('Lakeside Family Clinic');
    expect(report.prepared_for).toBe('Board');
    expect(report.prepared_by.name).not.toBe('');
    expect(report.period).toMatchObject({ from, time_zone: 'America/Chicago' });
    expect(report.period.from_local).toMatch(/ C[DS]T$/);
  });

  it('names the calls in which no model looked for names as an exception', async () => {
    const { exceptions, controls } = await reportOf(overNow());
    const unchecked = exceptions.find(({ exception }) => exception === 'names_not_checked');
    expect(unchecked?.calls).toBe(1);
    const control = controls.find(({ citation }) => citation === '45 CFR 164.514(b)(2)');
    expect(control?.result).toBe('exception');
  });

  it('says in how many of its calls no model looked for names', async () => {
    const { limitations } = await reportOf(overNow());
    expect(limitations).toContain('Calls with requests in which no model looked for names: 1.');
  });

  it('of an agent has only its calls', async () => {
    const report = await reportOf(overNow(), `agents/${echo}/report`);
    expect(report).toMatchObject({ scope: 'agent', agent: { id: echo, name: 'echo' } });
    expect(report.calls.map(({ agent_id }) => agent_id)).toEqual([echo]);
    const same = await reportOf(`${overNow()}&agent_id=${echo}`);
    expect(same.calls).toEqual(report.calls);
  });

  it('verifies offline, and shows with the journal that nothing is missing', async () => {
    const report = await reportOf(overNow());
    const records = await journalRecords();
    const { ok, steps } = verifyPeriodReport(report, { records });
    expect([ok, steps.map(({ result }) => result)]).toEqual([true, Array(5).fill('ok')]);
    const { calls } = report;
    const without = records.filter(({ session_id }) => session_id !== calls[1]?.session_id);
    const { steps: broken } = verifyPeriodReport(report, { records: without });
    expect(broken.at(-1)).toEqual({ step: 'records', result: 'failed', flaw: 'record_mismatch' });
  });

  it('verifies where the newest record is that of a checkpoint, which no checkpoint covers yet', async () => {
    await (kit.service.app.journal as Journal & JournalAttestation).checkpoint();
    const report = await reportOf(overNow());
    const records = await kit.service.records();
    expect(verifyPeriodReport(report, { records }).steps).toMatchObject(
      ['hash', 'signature', 'root', 'checkpoint', 'records'].map((step) => ({
        step,
        result: 'ok',
      })),
    );
  });

  it('verifies with a program that was written from the documented format alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'period-report-'));
    const file = join(folder, 'report.json');
    const program = join(import.meta.dirname, '../support/verify_export.py');
    const run = async (text: string) => {
      await writeFile(file, text);
      return JSON.parse(spawnSync('python3', [program, file]).stdout.toString()) as object;
    };
    const text = await (await get(overNow())).text();
    expect(await run(text)).toEqual({ ok: true, flaws: [] });
    const altered = text.replace('"outcome":"nothing_found"', '"outcome":"leak"');
    expect(await run(altered)).toMatchObject({ ok: false });
    await rm(folder, { recursive: true });
  });

  it('puts each download on record, with the period', async () => {
    const query = overNow();
    const report = await reportOf(query);
    const records = await journalRecords();
    const generated = records.filter(({ report_id }) => report_id === report.id);
    expect(generated).toMatchObject([
      { kind: 'report_generated', format: 'json', from, merkle_root_hex: report.merkle_root_hex },
    ]);
  });

  it('is printed with the same root and the JSON attached', async () => {
    const response = await get(`${overNow()}&format=pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { info } = await (await getDocumentProxy(bytes.slice())).getMetadata();
    const files = await attachedFiles(bytes);
    expect([...files.keys()]).toEqual(['report.json']);
    const { report } = JSON.parse(files.get('report.json') ?? '') as { report: PeriodReport };
    expect(verifyPeriodReport(report).ok).toBe(true);
    expect(info).toMatchObject({
      Title: expect.stringMatching(/^Compliance report/),
      Subject: expect.stringContaining(report.merkle_root_hex),
    });
  });

  it('has the incidents that were open in it, in both forms', async () => {
    expect(await reportOf(overNow())).not.toHaveProperty('incidents');
    const post = (path: string, body: object) =>
      kit.service.api(`/api/v1/incidents${path}`, { method: 'POST', body: JSON.stringify(body) });
    const opened = await post('', { about: 'agreement_missing', note: 'Asked on Monday.' });
    const { incident } = (await opened.json()) as { incident: { id: string } };
    const factors = {
      nature_and_extent: 'Names of callers.',
      recipient: 'A provider without an agreement.',
      acquired_or_viewed: 'Processed, not kept.',
      mitigation: 'The agreement was signed.',
      conclusion: 'low_probability',
    };
    expect((await post(`/${incident.id}/assessment`, factors)).status).toBe(200);
    const pdf = new Uint8Array(await (await get(`${overNow()}&format=pdf`)).arrayBuffer());
    const { report } = JSON.parse((await attachedFiles(pdf)).get('report.json') ?? '') as {
      report: PeriodReport;
    };
    expect(report.incidents).toMatchObject([
      { ...incident, opened: { note: 'Asked on Monday.' }, assessed: factors },
    ]);
    expect(report.access_log.map(({ kind }) => kind)).toContain('incident_assessed');
    expect(verifyPeriodReport(report).ok).toBe(true);
    const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
    for (const said of ['Incidents', 'Asked on Monday.', 'Processed, not kept.', 'not yet'])
      expect(text).toContain(said);
  });

  it('comes in an archive with the reports of its samples, and a manifest of their hashes', async () => {
    const response = await kit.service.api(`/api/v1/reports.zip?${overNow()}&samples=1`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    const json = (name: string) => JSON.parse(Buffer.from(files[name] ?? []).toString());
    const { report } = json('report.json') as { report: PeriodReport };
    const [call] = report.samples.session_ids;
    const names = ['report.json', 'report.pdf', `calls/${call}.json`, `calls/${call}.pdf`];
    expect(Object.keys(files)).toEqual([...names, 'manifest.json']);
    expect(json('manifest.json')).toEqual({
      report_id: report.id,
      merkle_root_hex: report.merkle_root_hex,
      files: names.map((name) => {
        const bytes = files[name] ?? new Uint8Array();
        return { name, bytes: bytes.byteLength, sha256: hash('sha256', bytes) };
      }),
    });
    expect(verifyPeriodReport(report).ok).toBe(true);
    const listed = report.calls.find(({ session_id }) => session_id === call);
    expect(json(`calls/${call}.json`).report.merkle_root_hex).toBe(listed?.merkle_root_hex);
    const made = await kit.records(listed?.agent_id ?? '', 'report_generated');
    expect(made.at(-1)).toMatchObject({ session_id: call, format: 'pdf' });
  });

  it('is refused with another root than the one asked for, and is then not on record', async () => {
    const query = overNow();
    const { merkle_root_hex: root } = await reportOf(query);
    expect((await reportOf(`${query}&root=${root}`)).merkle_root_hex).toBe(root);
    const before = (await kit.service.records()).length;
    const refused = await get(`${query}&root=${'0'.repeat(64)}`);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('has another root now');
    expect((await kit.service.records()).length).toBe(before);
  });

  it('is refused for a period that ends before it begins', async () => {
    const response = await get(`from=${from}&until=${from}`);
    expect(response.status).toBe(422);
  });
});

describe('a schedule of reports (decision 0087)', () => {
  const path = '/api/v1/reports/schedules';
  const add = (body: object) =>
    kit.service.api(path, { method: 'POST', body: JSON.stringify(body) });
  const all = async () =>
    ((await (await kit.service.api(path)).json()) as { data: readonly { id: string }[] }).data;

  it('is kept with the person who made it, journalled, and deleted', async () => {
    const added = await add({ every: 'month', agent_id: desk, prepared_for: 'Board' });
    expect(added.status).toBe(201);
    const { schedule } = (await added.json()) as { schedule: { id: string; by: { id: string } } };
    expect(schedule).toMatchObject({ every: 'month', agent_id: desk, samples: 25 });
    expect(await all()).toEqual([schedule]);
    const changes = (await kit.service.records()).filter(({ kind }) => kind === 'settings_changed');
    expect(changes.at(-1)).toMatchObject({
      settings: 'report_schedules',
      fields: [`schedules.${schedule.id}`],
      actor: schedule.by.id,
    });
    const remove = () => kit.service.api(`${path}/${schedule.id}`, { method: 'DELETE' });
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await all()).toEqual([]);
  });

  it.each([
    [{ every: 'day' }, 422],
    [{ every: 'week', samples: 101 }, 422],
    [{ every: 'week', agent_id: `agt_${'0'.repeat(26)}` }, 404],
  ])('refuses %j', async (body, status) => {
    expect((await add(body)).status).toBe(status);
  });
});

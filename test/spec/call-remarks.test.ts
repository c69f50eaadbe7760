import { beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../server/contract/report.ts';
import type { PeriodReport } from '../../server/contract/reports/period-report.ts';
import type { OneRemarks, SessionPage } from '../../server/contract/sessions.ts';
import { eventually } from '../support/eventually.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { signIn } from '../support/sign-in.ts';

let proxy: SharedProxy;
let agent: string;
const calls: string[] = [];

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
  for (const words of ['my refund', 'my refill', 'goodbye'])
    await proxy.askOnce(agent, [user(words)]);
  await eventually(async () =>
    expect(await proxy.records(agent, 'session_sealed')).toHaveLength(3),
  );
  const started = await proxy.records(agent, 'call_started');
  calls.push(...started.map(({ session_id = '' }) => session_id));
});

const [first, second] = [() => calls[0] ?? '', () => calls[1] ?? ''];
const path = (id: string) => `/api/v1/sessions/${id}/remarks`;
const change = (id: string, body: object) =>
  proxy.service.api(path(id), { method: 'PATCH', body: JSON.stringify(body) });
const remarksOf = async (response: Response | Promise<Response>) =>
  ((await (await response).json()) as OneRemarks).remarks;
const list = async (query: string) =>
  (await (
    await proxy.service.api(`/api/v1/sessions?agent_id=${agent}&${query}`)
  ).json()) as SessionPage;
const search = async (body: object) =>
  (await (
    await proxy.service.api('/api/v1/sessions/text-searches', {
      method: 'POST',
      body: JSON.stringify({ agent_id: agent, ...body }),
    })
  ).json()) as SessionPage;
const idsOf = ({ data }: SessionPage) => data.map(({ id }) => calls.indexOf(id));
const records = (kind: 'call_annotated' | 'call_reviewed') => proxy.records(agent, kind);

describe('/api/v1/sessions/{session_id}/remarks (decision 0175)', () => {
  it('has nothing of a call that nobody said something of', async () => {
    expect(await remarksOf(proxy.service.api(path(first())))).toEqual({ tags: [] });
  });

  it('keeps tags, by which calls are found and which the list shows', async () => {
    const body = { tags: ['Refund', 'call back', 'refund'] };
    expect(await remarksOf(change(first(), body))).toEqual({ tags: ['refund', 'call back'] });
    await change(second(), { tags: ['call back'] });
    expect(idsOf(await search({ tag: 'call back' }))).toEqual([1, 0]);
    const found = await search({ tag: 'REFUND' });
    expect(found).toMatchObject({ total: 1, data: [{ tags: ['refund', 'call back'] }] });
    expect((await search({ tag: 'call' })).total).toBe(0);
    await change(second(), { tags: [] });
    expect(idsOf(await search({ tag: 'call back' }))).toEqual([0]);
    expect((await list('')).data.map(({ tags }) => tags)).toEqual([
      undefined,
      undefined,
      ['refund', 'call back'],
    ]);
  });

  it('finds a tagged call by its words and its tag together', async () => {
    const found = await search({ text: 'refund', tag: 'call back' });
    expect(found).toMatchObject({ total: 1, data: [{ id: first() }] });
  });

  it('takes a tag in no address: addresses get into logs', async () => {
    for (const path of ['sessions', 'sessions.csv', `agents/${agent}/sessions`])
      expect((await proxy.service.api(`/api/v1/${path}?tag=refund`)).status, path).toBe(422);
  });

  it('keeps a note with who wrote it and when, until an empty one', async () => {
    const { note, tags } = await remarksOf(change(first(), { note: '  ask Orla Venn ' }));
    expect(note).toMatchObject({ text: 'ask Orla Venn', by: expect.stringMatching(/^usr_/) });
    expect(note?.name).not.toBe('');
    expect(Date.parse(note?.at ?? '')).toBeGreaterThan(0);
    expect(tags).toEqual(['refund', 'call back']);
    await change(second(), { note: 'something' });
    expect((await remarksOf(change(second(), { note: '' }))).note).toBeUndefined();
  });

  it('says who reviewed a call and when, by which the list is filtered, until it is taken back', async () => {
    const { reviewed } = await remarksOf(change(first(), { reviewed: true }));
    expect(reviewed).toMatchObject({
      by: expect.stringMatching(/^usr_/),
      name: expect.any(String),
    });
    expect(idsOf(await list('reviewed=yes'))).toEqual([0]);
    expect(idsOf(await list('reviewed=no'))).toEqual([2, 1]);
    const [shown] = (await list('reviewed=yes')).data;
    expect(shown?.reviewed).toEqual({ by: reviewed?.by, at: reviewed?.at });
    await change(second(), { reviewed: true });
    expect((await remarksOf(change(second(), { reviewed: false }))).reviewed).toBeUndefined();
    expect(idsOf(await list('reviewed=yes'))).toEqual([0]);
  });

  it('gives the list as CSV its tags, and who reviewed each call and when', async () => {
    const csv = await proxy.service.api(`/api/v1/sessions.csv?agent_id=${agent}`);
    const [head = [], ...rows] = (await csv.text())
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const of = (column: string) => rows.map((cells) => cells[head.indexOf(column)]);
    const { by, at } = (await remarksOf(proxy.service.api(path(first())))).reviewed ?? {};
    expect(of('tags')).toEqual(['', '', 'refund; call back']);
    expect(of('reviewed_at')).toEqual(['', '', at]);
    expect(of('reviewed_by')).toEqual(['', '', by]);
  });

  it('is journalled without the words of tags and notes', async () => {
    const annotated = await records('call_annotated');
    expect(annotated.map(({ tags, note }) => [tags, note])).toEqual([
      [2, undefined],
      [1, undefined],
      [0, undefined],
      [undefined, 'written'],
      [undefined, 'written'],
      [undefined, 'removed'],
    ]);
    expect((await records('call_reviewed')).map(({ reviewed }) => reviewed)).toEqual([
      'yes',
      'yes',
      'no',
    ]);
    expect(JSON.stringify(await proxy.records(agent))).not.toMatch(/refund|Orla|call back/);
  });

  it('moves neither the root nor the end of the call', async () => {
    const response = await proxy.service.api(`/api/v1/sessions/${first()}/report`);
    const { report } = (await response.json()) as { report: { merkle_root_hex: string } };
    const seal = (await proxy.records(agent, 'session_sealed')).find(
      ({ session_id }) => session_id === first(),
    );
    expect(report.merkle_root_hex).toBe(seal?.['merkle_root_hex']);
    const { ended_at, ended } = (await list('reviewed=yes')).data[0] ?? {};
    expect([ended, ended_at]).toEqual([true, endOf(await proxy.records(agent, 'call_ended'))]);
  });

  it('stands in the report of the call, and is counted in that of a period', async () => {
    const reportOf = async (at: string) =>
      (
        (await (await proxy.service.api(at)).json()) as {
          report: Pick<Report, 'reviewed'> & Pick<PeriodReport, 'population'>;
        }
      ).report;
    const { by, name, at } = (await remarksOf(proxy.service.api(path(first())))).reviewed ?? {};
    const report = await reportOf(`/api/v1/sessions/${first()}/report`);
    expect(report.reviewed).toEqual({ by: { id: by, name }, at });
    expect((await reportOf(`/api/v1/sessions/${second()}/report`)).reviewed).toBeUndefined();
    const period = 'from=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z&samples=0';
    const { population } = await reportOf(`/api/v1/agents/${agent}/report?${period}`);
    expect(population).toMatchObject({ total: { calls: 3 }, reviewed: 1 });
  });

  it('shows the note to nobody who may not review, and lets nobody else change anything', async () => {
    for (const role of ['viewer', 'it']) {
      const api = await somebodyWith(role);
      const remarks = await remarksOf(api(path(first())));
      expect(remarks).toMatchObject({ tags: ['refund', 'call back'], reviewed: {} });
      expect(remarks.note, role).toBeUndefined();
      const sent = { method: 'PATCH', body: JSON.stringify({ tags: [] }) };
      expect((await api(path(first()), sent)).status).toBe(403);
    }
  });

  it('refuses what is no tag, and unknown calls', async () => {
    for (const tags of [['<b>'], ['x'.repeat(33)], [''], Array(11).fill('a')])
      expect((await change(first(), { tags })).status).toBe(422);
    expect((await change(first(), { note: 'x'.repeat(2_001) })).status).toBe(422);
    expect((await change('sess_01KAHZ0000000000000000ZZZZ', { tags: [] })).status).toBe(404);
  });

  it('is only added to under a legal hold', async () => {
    const hold = (method: string) =>
      proxy.service.api(`/api/v1/admin/legal-hold?session_id=${first()}`, { method });
    await hold('PUT');
    for (const body of [{ note: '' }, { note: 'never mind' }, { tags: ['refund'] }, { tags: [] }]) {
      const refused = await change(first(), body);
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringMatching(/hold/)]);
    }
    const more = { note: 'ask Orla Venn, and Pat', tags: ['late', 'call back', 'refund'] };
    const kept = await remarksOf(change(first(), more));
    expect(kept).toMatchObject({ note: { text: more.note }, tags: more.tags });
    await hold('DELETE');
    const after = await remarksOf(change(first(), { tags: ['refund', 'call back'] }));
    expect(after.tags).toEqual(['refund', 'call back']);
  });

  it('loses tags and note with the texts of the call, and stays reviewed', async () => {
    const erased = await proxy.service.api(`/api/v1/sessions/${first()}/payloads`, {
      method: 'DELETE',
    });
    expect(erased.status).toBe(204);
    const remarks = await remarksOf(proxy.service.api(path(first())));
    expect(remarks).toEqual({ tags: [], reviewed: expect.anything() });
    expect((await search({ tag: 'refund' })).total).toBe(0);
    expect(idsOf(await list('reviewed=yes'))).toEqual([0]);
  });
});

/** The API as somebody else with this role uses it. */
async function somebodyWith(role: string) {
  const { api, url } = proxy.service;
  const answer = async <T>(at: string, init: RequestInit) =>
    (await (await api(at, init)).json()) as T;
  const body = JSON.stringify({ login: `remarks-${role}@example.com` });
  const made = await answer<{ sign_in_link: { url: string } }>('/api/v1/admin/sign-in-links', {
    method: 'POST',
    body,
  });
  const headers = { cookie: await signIn(url, made.sign_in_link.url) };
  const me = await answer<{ user: { id: string } }>('/api/v1/me', { headers });
  const changed = { method: 'PATCH', body: JSON.stringify({ role }) };
  await api(`/api/v1/admin/users/${me.user.id}`, changed);
  return (at: string, init: RequestInit = {}) => api(at, { ...init, headers });
}

function endOf(ended: readonly { readonly ts: string; readonly session_id?: string }[]) {
  return ended.find(({ session_id }) => session_id === first())?.ts;
}

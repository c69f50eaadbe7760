import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallSampleList } from '../../server/contract/reports/call-samples.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import { withSample } from '../../server/domain/reports/call-samples.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const [first, second] = [
  'sess_01KAHZ00000000000000000001',
  'sess_01KAHZ00000000000000000002',
] as const satisfies readonly SessionId[];
const agentId = 'agt_01KAHZ00000000000000000001' as const;
const startedAt = '2026-11-11T10:00:00.000Z';

let fixture: Fixture;
let ana: Browser;
let ben: Browser;
let cleo: Browser;

beforeAll(async () => {
  fixture = await startFixture();
  const owner = await fixture.signIn('owner');
  const officer = async (login: string) => {
    const browser = await fixture.signIn(login);
    const { id } = (await browser.get('/api/v1/me')).json().user;
    await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role: 'compliance' } });
    return browser;
  };
  [ana, ben, cleo] = [await officer('ana'), await officer('ben'), await officer('cleo')];
  await fixture.calls.record([first, second].map((id, at) => rowOf(id, at)));
  await fixture.deps.callSamples.update((all) =>
    withSample(all, {
      from: '2026-11-09T06:00:00.000Z',
      until: '2026-11-16T06:00:00.000Z',
      drawnAt: '2026-11-16T09:00:00.000Z',
      seed: 'b7'.repeat(32),
      population: 40,
      calls: [first, second].map((sessionId) => ({
        sessionId,
        agentId,
        startedAt,
        valuesByKind: { NAME: 8, PHONE: 1 },
        checks: [],
      })),
    }),
  );
});
afterAll(() => fixture.app.close());

function rowOf(id: SessionId, foldedSeq: number) {
  const summary = {
    id,
    agentId,
    agentName: 'Front desk',
    startedAt,
    endedAt: startedAt,
    durationMs: 0,
    status: 'ok' as const,
    redactionCount: 9,
    redactionsByKind: {},
    exposure: noExposure,
    upstreamModel: 'stub',
    turnCount: 1,
    ended: true,
  };
  return { summary, foldedSeq, addedMs: {} } as const;
}

async function marks(who: Browser, id: SessionId, value: string): Promise<string> {
  fixture.time.now += 1_000;
  const text = `I am ${value}.`;
  const span = [5, 5 + value.length];
  const body = { mistake: 'missed', kind: 'NAME', turn: 0, speaker: 'user', text, span };
  const added = await who.post(`/api/v1/sessions/${id}/marks`, body);
  expect(added.statusCode).toBe(201);
  return added.json().mark.id;
}

const check = (who: Browser, id: string) => who.post(`/api/v1/sessions/${id}/check`);
const listed = async (who: Browser): Promise<readonly string[]> =>
  (await who.get('/api/v1/marks')).json().data.map(({ id }: { id: string }) => id);
const samplesOf = async (who: Browser) =>
  CallSampleList.parse((await who.get('/api/v1/samples')).json());
const events = () => fixture.journal.drafts.filter(({ kind }) => kind === 'call_checked');

describe('A drawn call (decision 0196)', () => {
  let [ofAna, onlyBens] = ['', ''];

  it('is checked by a first person, whose marks the second one does not see', async () => {
    ofAna = await marks(ana, first, 'Orla Venn');
    expect((await check(ana, first)).statusCode).toBe(201);
    expect(await listed(ana)).toEqual([ofAna]);
    expect(await listed(ben)).toEqual([]);
    expect((await ben.get(`/api/v1/marks/${ofAna}`)).statusCode).toBe(404);
    const decision = await ben.post(`/api/v1/marks/${ofAna}/decision`, { outcome: 'dismissed' });
    expect(decision.statusCode).toBe(404);
    const { data, recall } = await samplesOf(ben);
    expect(data[0]?.calls[0]).toMatchObject({ session_id: first, checks: [{}] });
    expect(data[0]?.calls[0]).not.toHaveProperty('marked');
    expect(recall).toBeUndefined();
  });

  it('leaves no gap in a page of marks where some are kept from its reader', async () => {
    const own = await marks(ben, second, 'Ida Quennell');
    expect((await ben.get('/api/v1/marks?limit=1')).json()).toEqual({
      data: [expect.objectContaining({ id: own })],
      next_cursor: null,
    });
  });

  it('cannot be checked twice by the same person, nor one that was not drawn', async () => {
    expect((await check(ana, first)).json().error.code).toBe('already_decided');
    const other = 'sess_01KAHZ00000000000000000009';
    expect((await check(ana, other)).json().error.code).toBe('not_found');
  });

  it('shows where both disagree once the second is done, and what it says of recall', async () => {
    await marks(ana, first, 'Too Late');
    const same = await marks(ben, first, 'Venn');
    onlyBens = await marks(ben, first, 'Ida');
    expect((await check(ben, first)).statusCode).toBe(201);
    expect(await listed(ben)).toContain(ofAna);
    const { data, recall } = await samplesOf(ben);
    const marked = data[0]?.calls[0]?.marked ?? [];
    expect(marked.map((value) => value.marks.map(({ mark_id }) => mark_id))).toEqual([
      [ofAna, same],
      [onlyBens],
    ]);
    expect(recall).toMatchObject({ calls: 1, total: { found: 9, missed: 2, recall_bp: 8182 } });
    expect((await check(cleo, first)).json().error.code).toBe('already_decided');
  });

  it('counts a mark until somebody dismisses it', async () => {
    const outcome = { outcome: 'dismissed' };
    const decided = await ana.post(`/api/v1/marks/${onlyBens}/decision`, outcome);
    expect(decided.statusCode).toBe(200);
    const { data, recall } = await samplesOf(ana);
    expect(data[0]?.calls[0]?.marked?.[1]).toMatchObject({ dismissed: true });
    expect(recall?.total).toMatchObject({ found: 9, missed: 1 });
  });

  it('is on record with the marks of each reader, and with the counts of both', () => {
    expect(events()).toMatchObject([
      { session_id: first, fields: { mark_ids: [ofAna] } },
      {
        session_id: first,
        fields: {
          sample_from: '2026-11-09T06:00:00.000Z',
          found_by_kind: { NAME: 8, PHONE: 1 },
          missed_by_kind: { NAME: 2 },
          needless_by_kind: {},
        },
      },
    ]);
    expect(events()[0]?.fields).not.toHaveProperty('found_by_kind');
  });

  it('stays unchecked where the journal cannot record it', async () => {
    fixture.journal.broken = true;
    expect((await check(cleo, second)).statusCode).toBe(503);
    fixture.journal.broken = false;
    expect((await samplesOf(cleo)).data[0]?.calls[1]?.checks).toEqual([]);
  });

  it('is for those who may see real values', async () => {
    const viewer = await fixture.signIn('viewer');
    expect((await viewer.get('/api/v1/samples')).statusCode).toBe(403);
    expect((await check(viewer, second)).statusCode).toBe(403);
  });
});

describe('the words of a suggestion (decision 0190)', () => {
  it('need no reveal, and the right to one', async () => {
    const id = 'mark_01KAHZ00000000000000000001';
    const sessionId: SessionId = 'sess_01KAHZ00000000000000000003';
    const said = { turn: 0, speaker: 'user', text: 'this is faith', span: [8, 13] } as const;
    const suggestion = { score: 0.5, threshold: 0.7 };
    const mark = {
      id,
      sessionId,
      agentId,
      at: startedAt,
      mistake: 'missed',
      kind: 'NAME',
    } as const;
    await fixture.deps.marks.add({ ...mark, ...said, suggestion });
    const words = async (who: Browser) => (await who.get(`/api/v1/marks/${id}`)).statusCode;
    expect(await words(ana)).toBe(200);
    expect(await words(await fixture.signIn('viewer'))).toBe(403);
  });
});

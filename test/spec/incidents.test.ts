import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SystemView } from '../../server/contract/system.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId, SessionId } from '../../server/domain/ids.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

let fixture: Fixture;
let officer: Browser;
let agent: AgentId;
let recorded = 0;

const outcomes = {
  by_policy: { in_clear_by_kind: { DATE: 1 } },
  may_have_been_sent: { requests_reported: 1 },
} as const;

beforeAll(async () => {
  const system = async () =>
    ({ reasons: [], keys: [], upstreams: [], storage: {} }) as unknown as SystemView;
  fixture = await startFixture({ system });
  const owner = await fixture.signIn('owner');
  agent = (await owner.post('/api/v1/agents', { name: 'Front desk', upstream: 'stub' })).json()
    .agent.id;
  officer = await fixture.signIn('officer@example.com');
  const { id } = (await officer.get('/api/v1/me')).json().user;
  const payload = { role: 'compliance' };
  await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload });
});
afterAll(() => fixture.app.close());

/** A call with an outcome. */
async function call(outcome: keyof typeof outcomes, startedAt: string): Promise<SessionId> {
  recorded += 1;
  const id: SessionId = `sess_01KAHZ${`${recorded}`.padStart(20, '0')}`;
  const summary = {
    id,
    agentId: agent,
    agentName: 'Front desk',
    startedAt,
    endedAt: startedAt,
    durationMs: 0,
    status: 'ok' as const,
    redactionCount: 0,
    redactionsByKind: {},
    exposure: { ...noExposure, ...outcomes[outcome], outcome, requests: 1 },
    upstreamModel: 'stub',
    turnCount: 1,
    ended: true,
  };
  await fixture.calls.record([{ summary, foldedSeq: recorded, addedMs: {} }]);
  return id;
}

const thing = async (about: string) => {
  const { attention } = (await officer.get('/api/v1/overview')).json();
  return attention.find((item: { about: string }) => item.about === about);
};
const acknowledge = (about: string, note = '') =>
  officer.post(`/api/v1/attention/${about}/acknowledgement`, { note });
const events = (kind: string) => fixture.journal.drafts.filter((draft) => draft.kind === kind);

describe('A thing of the overview', () => {
  it('is acknowledged with a note, by whom and when, and the journal has it', async () => {
    await call('by_policy', '2026-11-21T09:00:00.000Z');
    expect((await acknowledge('by_policy', 'Dates are wanted.')).statusCode).toBe(200);
    expect(await thing('by_policy')).toEqual({
      about: 'by_policy',
      count: 1,
      acknowledged: {
        by: 'officer@example.com',
        at: '2026-11-21T10:00:00.000Z',
        note: 'Dates are wanted.',
      },
    });
    expect(events('attention_acknowledged')).toMatchObject([
      { fields: { about: 'by_policy', note: 'Dates are wanted.' } },
    ]);
  });

  it('needs a person again when another call is concerned, whenever that one began', async () => {
    await call('by_policy', '2026-11-21T08:00:00.000Z');
    expect(await thing('by_policy')).toEqual({ about: 'by_policy', count: 2 });
  });

  it('that is a state needs a person again when it concerns something else', async () => {
    await acknowledge('policy_gaps');
    expect(await thing('policy_gaps')).toMatchObject({ names: ['Front desk'], acknowledged: {} });
    const owner = await fixture.signIn('owner');
    await owner.post('/api/v1/agents', { name: 'Nurse line', upstream: 'stub' });
    expect(await thing('policy_gaps')).not.toHaveProperty('acknowledged');
  });

  it.each([
    ['disk_low', 404, 'not_found'],
    ['may_have_been_sent', 422, 'validation_failed'],
    ['weather', 422, 'validation_failed'],
  ])('cannot be acknowledged where it is %s', async (about, status, code) => {
    const answer = await acknowledge(about);
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });
});

describe('An incident', () => {
  const factors = {
    nature_and_extent: 'One telephone number.',
    recipient: 'The provider, under an agreement.',
    acquired_or_viewed: 'Not known.',
    mitigation: 'The function was renamed.',
    conclusion: 'low_probability',
  };
  let id = '';
  let leaked: SessionId;
  const step = (name: string, body: object) =>
    officer.post(`/api/v1/incidents/${id}/${name}`, body);

  it('is opened about calls that may have sent something, once', async () => {
    leaked = await call('may_have_been_sent', '2026-11-21T09:10:00.000Z');
    const opened = await officer.post('/api/v1/incidents', {
      about: 'may_have_been_sent',
      note: 'Seen on Monday.',
    });
    expect(opened.statusCode).toBe(201);
    ({ id } = opened.json().incident);
    expect(opened.json().incident).toMatchObject({
      session_ids: [leaked],
      opened: { by: 'officer@example.com', note: 'Seen on Monday.' },
    });
    const again = await officer.post('/api/v1/incidents', { about: 'may_have_been_sent' });
    expect(again.statusCode).toBe(422);
    expect(await thing('may_have_been_sent')).toMatchObject({
      incident: { id, is_assessed: false },
    });
  });

  it('is closed only once the four factors are assessed', async () => {
    expect((await step('closing', {})).statusCode).toBe(422);
    expect((await step('assessment', { ...factors, mitigation: ' ' })).statusCode).toBe(422);
    expect((await step('assessment', factors)).json().incident.assessed).toMatchObject(factors);
    expect(await thing('may_have_been_sent')).toMatchObject({ incident: { is_assessed: true } });
    expect((await step('closing', { note: 'Nobody is told.' })).statusCode).toBe(200);
    expect((await step('assessment', factors)).json().error.code).toBe('already_decided');
    expect(await thing('may_have_been_sent')).toMatchObject({
      acknowledged: { by: 'officer@example.com', note: 'Nobody is told.' },
    });
    const kinds = ['incident_opened', 'incident_assessed', 'incident_closed'];
    expect(kinds.map((kind) => events(kind).length)).toEqual([1, 1, 1]);
    expect(events('incident_assessed')).toMatchObject([
      { fields: { incident_id: id, ...factors } },
    ]);
  });

  it('does not hide what happens later, and the next one has only what is new', async () => {
    const later = await call('may_have_been_sent', '2026-11-21T09:20:00.000Z');
    expect(await thing('may_have_been_sent')).toEqual({ about: 'may_have_been_sent', count: 2 });
    await officer.post('/api/v1/incidents', { about: 'may_have_been_sent' });
    const { data } = (await officer.get('/api/v1/incidents')).json();
    expect(data.map(({ session_ids }: { session_ids: string[] }) => session_ids)).toEqual([
      [later],
      [leaked],
    ]);
  });

  it('about more than 100 calls leaves the others to the next one', async () => {
    const open = async () => {
      const opened = await officer.post('/api/v1/incidents', { about: 'may_have_been_sent' });
      return opened.json().incident as { id: string; session_ids: readonly string[] };
    };
    const close = async () => {
      await step('assessment', factors);
      expect((await step('closing', {})).statusCode).toBe(200);
    };
    id = (await officer.get('/api/v1/incidents')).json().data[0].id;
    await close();
    const calls: SessionId[] = [];
    for (let made = 0; made < 120; made += 1)
      calls.push(await call('may_have_been_sent', '2026-11-21T09:30:00.000Z'));
    const first = await open();
    expect(first.session_ids).toHaveLength(100);
    ({ id } = first);
    await close();
    expect(await thing('may_have_been_sent')).toEqual({ about: 'may_have_been_sent', count: 122 });
    const second = await open();
    expect([...first.session_ids, ...second.session_ids].toSorted()).toEqual(calls.toSorted());
    ({ id } = second);
    await close();
    expect(await thing('may_have_been_sent')).toHaveProperty('acknowledged');
  });

  it('is for those who may review, and so is what they wrote', async () => {
    await acknowledge('policy_gaps', 'Asked Jordan Avery about it.');
    const viewer = await fixture.signIn('viewer@example.com');
    expect((await officer.get('/api/v1/overview')).body).toContain('Jordan Avery');
    const seen = await viewer.get('/api/v1/overview');
    expect(seen.body).not.toContain('Jordan Avery');
    const { attention } = seen.json();
    expect(attention).toContainEqual(
      expect.objectContaining({
        about: 'policy_gaps',
        acknowledged: expect.objectContaining({ by: 'officer@example.com', note: '' }),
      }),
    );
    expect((await viewer.get('/api/v1/incidents')).statusCode).toBe(403);
    const answer = await viewer.post('/api/v1/incidents', { about: 'chain_broken' });
    expect(answer.statusCode).toBe(403);
  });
});

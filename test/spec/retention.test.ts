import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCallsStore } from '../../server/adapters/sqlcipher/calls/calls-store.ts';
import type { SqlcipherJournal } from '../../server/adapters/sqlcipher/journal/journal.ts';
import { createPolicyStore } from '../../server/agents/policy-store.ts';
import type { AgentId, SessionId } from '../../server/domain/ids.ts';
import { decodePolicy, defaultPolicyYaml } from '../../server/policy/index.ts';
import { foldSession, type SessionFold } from '../../server/projections/session-summary.ts';
import { createHoldRegister } from '../../server/sessions/legal-holds.ts';
import { createRetention, type RetentionRun } from '../../server/sessions/retention.ts';
import { type EncryptedFile, encryptedFile } from '../contract/encrypted-files.ts';
import { callDrafts, dayMs, sessionNo } from '../support/dated-calls.ts';
import { agentId } from '../support/event-samples.ts';
import { eventually } from '../support/eventually.ts';
import { type JournalFolder, journalFolder, openAt } from '../support/journal-folder.ts';
import { memoryAgents } from '../support/memory/agents.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';
import { rule } from './rule-book/index.ts';

const names = {
  kids: new Set(['K_HEALTHCARE']),
  supportedKinds: new Set('PHONE SSN NAME EMAIL DOB ADDRESS MRN ACCOUNT IP_ADDRESS'.split(' ')),
};

/** The journal remembers the machine's own time when it is made. */
const start = Date.now();
let place: JournalFolder;
let callsFile: EncryptedFile;
let journal: SqlcipherJournal;
let calls: Awaited<ReturnType<typeof openCallsStore>>;
let fixture: Fixture;
let admin: Browser;
let nurse: Browser;
let retention: ReturnType<typeof createRetention>;
const ownRuns: RetentionRun[] = [];
const agents = memoryAgents();

beforeAll(async () => {
  [place, callsFile] = await Promise.all([journalFolder(), encryptedFile('calls.db')]);
  [journal, calls] = await Promise.all([openAt(place), openCallsStore(callsFile)]);
  const time = { now: start };
  const clock = { now: () => time.now, monotonicUs: () => time.now * 1000 };
  const decode = (yaml: string) => decodePolicy(yaml, names);
  const initial = decode(defaultPolicyYaml);
  if (!initial.ok) throw new Error('the default policy decodes');
  const policies = createPolicyStore({
    initial: initial.value,
    shipped: [],
    decode,
    readFile: async () => ({ ok: true, value: defaultPolicyYaml }),
  });
  retention = createRetention({
    journal: { ...journal.retention, head: journal.head, read: journal.read },
    holds: journal.holds,
    agents,
    policies,
    clock,
    erasures: [calls.erasure],
    onRun: (run) => ownRuns.push(run),
    onFailure: (error) => {
      throw error;
    },
  });
  fixture = await startFixture({
    journal,
    summaries: calls.summaries,
    agents,
    policies,
    retention,
    legalHolds: createHoldRegister({ journal, holds: journal.holds, summaries: calls.summaries }),
    clock,
  });
  fixture.time.now = start;
  Object.defineProperty(time, 'now', { get: () => fixture.time.now });
  admin = await fixture.signIn('owner');
  nurse = await fixture.signIn('nurse@example.com');
  await record(64);
});
afterAll(async () => {
  await retention.settle();
  await fixture.app.close();
  await Promise.all([journal.close(), calls.close()]);
  await Promise.all([place.remove(), callsFile.remove()]);
});

/** Records `count` calls of today, with their summaries. */
async function record(count: number): Promise<void> {
  const drafts = Array.from({ length: count }, (_, no) =>
    callDrafts({ no, atMs: start, promise: 2_555 }),
  );
  const folds = new Map<SessionId, SessionFold>();
  for (const one of await journal.append(drafts.flat())) {
    if (one.session_id === undefined) continue;
    folds.set(one.session_id, foldSession(folds.get(one.session_id), one, 'clinic'));
  }
  await calls.summaries.record([...folds.values()]);
}

async function run(body?: object) {
  const response = await admin.post('/api/v1/admin/retention/run', body);
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function session(no: number): Promise<number> {
  return (await admin.get(`/api/v1/sessions/${sessionNo(no)}`)).statusCode;
}

describe(rule('Policy 14'), () => {
  it('is the default of 2555 days at first, and nothing is due', async () => {
    expect((await admin.get('/api/v1/admin/retention')).json()).toMatchObject({
      policy_days: 2_555,
      pruned_count: 0,
      deleting: false,
    });
    expect(await run()).toMatchObject({ outcome: 'nothing_due', record_count: 0 });
  });

  it('is for admins', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/admin/retention'],
      ['POST', '/api/v1/admin/retention/run'],
      ['GET', '/api/v1/admin/legal-hold'],
      ['DELETE', '/api/v1/admin/legal-hold'],
    ] as const) {
      expect((await nurse.send(method, path)).statusCode).toBe(403);
      expect((await fixture.browser().send(method, path)).statusCode).toBe(401);
    }
  });

  it('refuses a clock that jumped, and deletes nothing', async () => {
    fixture.time.now = start + 2_560 * dayMs;
    admin = await fixture.signIn('owner');
    expect(await run()).toMatchObject({ outcome: 'clock_ahead' });
    expect(await run({ dry_run: true })).toMatchObject({ outcome: 'clock_ahead' });
    fixture.time.now = start - dayMs;
    expect((await retention.run()).outcome).toBe('clock_behind');
    expect(await session(0)).toBe(200);
  });

  it('goes on when an admin vouches for the clock, which is journalled', async () => {
    fixture.time.now = start + 2_560 * dayMs;
    expect(await run({ clock_confirmed: true })).toMatchObject({ outcome: 'nothing_due' });
    const records = await journal.read({ limit: 10_000 });
    const said = records.filter(({ kind }) => kind !== 'tile_filled');
    expect(said.at(-1)).toMatchObject({ kind: 'retention_clock_confirmed' });
    expect(await run()).toMatchObject({ outcome: 'nothing_due' });
  });

  it('says with dry_run what would go, and lets it stay', async () => {
    fixture.time.now = start + 2_563 * dayMs;
    expect(await run({ dry_run: true })).toMatchObject({
      outcome: 'due',
      record_count: 512,
      first_seq: 0,
      last_seq: 511,
    });
    expect(await session(0)).toBe(200);
  });

  it('is stopped by a legal hold', async () => {
    const hold = await admin.send('PUT', '/api/v1/admin/legal-hold');
    expect([hold.statusCode, hold.json()]).toEqual([
      200,
      {
        legal_hold: {
          hold: expect.any(Number),
          placed_by: expect.stringMatching(/^usr_/),
          placed_at: expect.any(String),
        },
      },
    ]);
    expect(await run()).toMatchObject({ outcome: 'legal_hold' });
    expect((await admin.get('/api/v1/admin/legal-hold')).json().data).toHaveLength(1);
    expect((await admin.send('DELETE', '/api/v1/admin/legal-hold')).statusCode).toBe(204);
    expect((await admin.get('/api/v1/admin/legal-hold')).json().data).toEqual([]);
  });

  it.each([
    ['an agent', () => `agent_id=${agentId}`],
    ['a time', () => `from=${new Date(start).toISOString()}`],
  ])('is held by a hold on %s, which is known by its matter', async (_what, cover) => {
    const path = '/api/v1/admin/legal-hold';
    const place = (payload: object) => admin.send('PUT', `${path}?${cover()}`, { payload });
    const matter = { matter: '2026-14', reason: 'subpoena', reviewer: 'Counsel' };
    const first = (await place(matter)).json().legal_hold;
    expect(first).toMatchObject(matter);
    expect((await place(matter)).json().legal_hold).toEqual(first);
    const second = (await place({ matter: '2026-15' })).json().legal_hold;
    expect((await admin.get(path)).json().data).toEqual([first, second]);
    expect((await run()).outcome).toBe('nothing_due');
    await admin.send('DELETE', `${path}?hold=${first.hold}`);
    expect((await run()).outcome).toBe('nothing_due');
    await admin.send('DELETE', `${path}?${cover()}`);
    expect((await run({ dry_run: true })).outcome).toBe('due');
  });

  it('refuses a hold of two things, or of a time that ends before it begins', async () => {
    const path = '/api/v1/admin/legal-hold';
    const day = (date: string) => `2026-11-${date}T00:00:00Z`;
    for (const cover of [
      `session_id=${sessionNo(30)}&from=${day('01')}`,
      `until=${day('02')}`,
      `from=${day('02')}&until=${day('01')}`,
    ])
      expect((await admin.send('PUT', `${path}?${cover}`)).statusCode).toBe(422);
  });

  it('is held at one session by a hold on it', async () => {
    const path = `/api/v1/admin/legal-hold?session_id=${sessionNo(30)}`;
    expect((await admin.send('PUT', path)).json().legal_hold.session_id).toBe(sessionNo(30));
    expect((await run({ dry_run: true })).last_seq).toBe(255);
    expect((await admin.send('DELETE', path)).statusCode).toBe(204);
    const unknown = `/api/v1/admin/legal-hold?session_id=${sessionNo(700)}`;
    const response = await admin.send('PUT', unknown);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'session_not_found']);
    expect((await admin.send('PUT', '/api/v1/admin/legal-hold?session_id=x')).statusCode).toBe(422);
  });

  it('is that of the agent whose own policy keeps records longest', async () => {
    const id: AgentId = 'agt_01J00000000000000000000000';
    await agents.create({
      id,
      name: 'long memory',
      upstream: 'stub',
      tokenization: 'vault-deterministic',
      policyYaml: defaultPolicyYaml.replace('retention_days: 2555', 'retention_days: 3650'),
      tokenGuidance: false,
      createdAt: new Date(start).toISOString(),
    } as Parameters<typeof agents.create>[0]);
    expect(await run()).toMatchObject({ outcome: 'nothing_due', policy_days: 3_650 });
    await agents.remove(id);
  });

  it('is obeyed by itself once a day, and the sessions go with their records', async () => {
    fixture.time.now += dayMs;
    retention.runWhenDue();
    await eventually(() => expect(ownRuns).toMatchObject([{ outcome: 'pruned', records: 512 }]));
    await eventually(async () =>
      expect((await admin.get('/api/v1/admin/retention')).json()).toMatchObject({
        pruned_count: 512,
        deleting: false,
      }),
    );
    expect(await session(0)).toBe(404);
    expect(await session(50)).toBe(404);
    expect(await session(53)).toBe(200);
    const events = await admin.get(`/api/v1/sessions/${sessionNo(0)}/events`);
    expect(events.statusCode).toBe(404);
  });

  it('leaves a chain that verifies, and says how many are gone', async () => {
    const { ok, message, pruned_count, event_count } = (await admin.post('/audit/verify')).json();
    expect([ok, message, pruned_count]).toEqual([true, 'chain ok', 512]);
    expect(event_count).toBe(journal.head().size - 512);
  });
});

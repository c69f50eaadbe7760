import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditState } from '../../server/contract/audit.ts';
import { verdictOf } from '../support/export-kit.ts';
import { type Service, startService } from '../support/service.ts';
import { type Fixture, startFixture } from '../unit/http/support.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
  const agent = await service.createAgent({ name: 'clinic', upstream: 'stub' });
  // A whole call, whose seal is signed.
  const response = await service.api(`/api/v1/agents/${agent}/test-call`, { method: 'POST' });
  expect(response.status).toBe(200);
});
afterAll(() => service?.close());

const audit = async (query = '') =>
  AuditState.parse(await (await service.api(`/api/v1/audit${query}`)).json());

describe('GET /api/v1/audit', () => {
  it('gives head, key and signed checkpoints of the journal', async () => {
    await expect.poll(async () => (await audit()).checkpoints.length).toBeGreaterThan(0);
    const state = await audit();
    const records = await service.records();
    expect(records.map(({ curr_hash: hash }) => hash)).toContain(state.head.hash);
    expect(state).toMatchObject({ gap: null, key_name: 'voice-phi-proxy/journal' });
    const [newest] = state.checkpoints;
    expect(newest?.note.split('\n').slice(0, 2)).toEqual([state.key_name, String(newest?.size)]);
  });

  it('gives the time when each checkpoint was signed, from its record', async () => {
    const told = (await service.records()).filter(({ kind }) => kind === 'checkpoint_signed');
    const { checkpoints } = await audit();
    const times = checkpoints.map(({ size, root_hash, signed_at }) => [size, root_hash, signed_at]);
    expect(times.toReversed()).toEqual(
      told.map(({ size, root_hash, ts }) => [size, root_hash, ts]).slice(-times.length),
    );
  });

  it('gives as many as were asked for', async () => {
    expect((await audit('?checkpoints=1')).checkpoints).toHaveLength(1);
    expect((await service.api('/api/v1/audit?checkpoints=0')).status).toBe(422);
  });
});

describe('GET /api/v1/audit/export', () => {
  it('hands over the whole journal, which verifies against the checkpoints shown', async () => {
    const { public_key: publicKey, checkpoints } = await audit();
    const response = await service.api('/api/v1/audit/export');
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const lines = (await response.text()).trimEnd().split('\n');
    expect(lines.length - 2).toBeGreaterThanOrEqual((await service.records()).length);
    const anchors = checkpoints.map(({ note }) => ({ note, publicKey }));
    expect(verdictOf(lines, anchors)).toEqual({ ok: true, breaks: [] });
  });

  it('releases the journal when the reader leaves', async () => {
    const response = await service.api('/api/v1/audit/export');
    await response.body?.cancel();
    await service.close({ keepData: true });
    const { dataDir, cookie } = service;
    service = await startService({ SVC_DATA_DIR: dataDir }, { cookie });
    expect((await audit()).gap).toBeNull();
  });
});

describe('the state of the journal', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    const found = { size: 3, hash: 'ab'.repeat(32) };
    fixture = await startFixture({
      attestation: {
        publicKey: 'cd'.repeat(32),
        keyName: 'clinic',
        checkpoint: async () => '',
        checkpoints: async () => [],
        sign: async () => '',
        export: async function* () {
          yield '{}\n';
        },
      },
      retention: {
        run: () => Promise.reject(new Error('not asked')),
        status: async () => ({
          policyDays: 2555,
          slackDays: 7,
          tileDays: 31,
          prunedCount: 256,
          deleting: false,
          clockSeenAt: '2026-11-21T10:00:00.000Z',
        }),
      },
      journalGap: () => ({ reason: 'behind_head', head: { ...found, size: 9 }, found }),
    });
  });
  afterAll(() => fixture.app.close());

  it('names an unacknowledged loss, and what was pruned', async () => {
    await fixture.signIn('owner');
    const nurse = await fixture.signIn('nurse@example.com');
    expect((await nurse.get('/api/v1/audit')).json()).toMatchObject({
      gap: { reason: 'behind_head', acknowledged: { size: 9 }, found: { size: 3 } },
      pruned_count: 256,
    });
  });

  it('is exported for admins alone', async () => {
    const nurse = await fixture.signIn('nurse@example.com');
    expect((await nurse.get('/api/v1/audit/export')).statusCode).toBe(403);
  });
});

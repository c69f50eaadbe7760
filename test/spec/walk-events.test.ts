import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { eventually } from '../support/eventually.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: ProxyKit;
let agent: string;
let records: readonly JournalRecord[];

beforeAll(async () => {
  proxy = await startProxy();
  agent = await proxy.agent();
  // A token that no call of this agent has: the model made it up.
  proxy.upstream.script = (_, response) => {
    const content = 'It is TOK1.MRN.K_HEALTHCARE.00000000000000000000.';
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }] }),
    );
  };
  await proxy.askOnce(agent, [user('call 202-555-0143')]);
  await eventually(async () =>
    expect(await proxy.records(agent, 'session_sealed')).toHaveLength(1),
  );
  const gone = await proxy.agent();
  await proxy.service.api(`/api/v1/agents/${gone}`, { method: 'DELETE' });
  records = await proxy.service.records();
});
afterAll(() => proxy?.close());

const ofKind = (kind: string) => records.filter((record) => record.kind === kind);

/** The hash by docs/journal-format.md, written from the page without code of the product. */
function hashOf({ curr_hash: _, ...record }: JournalRecord): string {
  const text = `svc-audit-event-v1\n${JSON.stringify(sorted(record))}`;
  return createHash('sha256').update(text).digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** `seq` of the first record whose hashes do not hold. */
function firstBreak(chain: readonly JournalRecord[]): number | undefined {
  return chain.find(
    (record, index) =>
      record.curr_hash !== hashOf(record) ||
      record.prev_hash !== (chain[index - 1]?.curr_hash ?? '0'.repeat(64)),
  )?.seq;
}

describe('the journal', () => {
  it(rule('Journal 1'), () => {
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index));
    expect(records[0]?.prev_hash).toBe('0'.repeat(64));
  });

  it(rule('Journal 2'), () => {
    const changed = records.map((record) =>
      record.seq === 2 ? { ...record, ts: record.ts.replace('2', '3') } : record,
    );
    const rehashed = changed.map((record) =>
      record.seq === 2 ? { ...record, curr_hash: hashOf(record) } : record,
    );
    expect([firstBreak(records), firstBreak(changed), firstBreak(rehashed)]).toEqual([
      undefined,
      2,
      3,
    ]);
  });

  it(rule('Journal 3'), () => {
    expect(records.map(({ curr_hash }) => curr_hash)).toEqual(records.map(hashOf));
  });

  it(rule('Journal 4'), async () => {
    // Offline, `firstBreak` did it above; here the service is asked.
    const response = await proxy.service.api('/audit/verify', { method: 'POST' });
    expect(await response.json()).toMatchObject({ ok: true, message: 'chain ok' });
  });

  it(rule('Journal 5'), () => {
    for (const record of records) {
      expect(record).toEqual(
        expect.objectContaining({
          seq: expect.any(Number),
          kind: expect.any(String),
          prev_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          curr_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          ts: expect.stringMatching(/Z$/),
        }),
      );
    }
    expect(ofKind('detection')[0]).toHaveProperty('detector');
    expect(ofKind('redaction_applied')[0]).toMatchObject({
      placeholder: '[PHONE_01]',
      span: [5, 17],
    });
  });

  it(rule('Journal 6'), () => {
    expect(records.map(({ id }) => id).filter((id) => !/^evt_[0-9A-Z]{26}$/.test(id))).toEqual([]);
  });
});

describe('the kinds of event', () => {
  it(rule('Event kinds 1'), () => {
    expect(ofKind('detection').map((record) => record['entity_kind'])).toContain('PHONE');
  });

  it(rule('Event kinds 2'), () => {
    expect(ofKind('redaction_applied').map((record) => record['entity_kind'])).toContain('PHONE');
  });

  it(rule('Event kinds 3'), () => {
    expect(ofKind('rehydration_failed')).toMatchObject([
      { entity_kind: 'MRN', reason: 'malformed' },
    ]);
  });

  it(rule('Event kinds 4'), () => {
    expect(ofKind('agent_deleted')).toMatchObject([
      { ts: expect.stringMatching(/Z$/), actor: expect.stringMatching(/^usr_/) },
    ]);
  });

  it(rule('Event kinds 5'), () => {
    expect([...new Set(records.map(({ kind }) => kind))]).toEqual(
      expect.arrayContaining([
        'login',
        'agent_created',
        'call_started',
        'request_masked',
        'egress_scanned',
        'response_completed',
        'call_ended',
        'session_sealed',
      ]),
    );
  });

  it(rule('Event kinds 6'), async () => {
    const [session] = await proxy.sessions(agent);
    const response = await proxy.service.api(`/api/v1/sessions/${session?.id}/events?limit=100`);
    const { data } = (await response.json()) as { data: { seq: number }[] };
    expect(data).toEqual(records.filter(({ session_id }) => session_id === session?.id));
  });
});

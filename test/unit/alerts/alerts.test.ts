import { beforeEach, describe, expect, it } from 'vitest';
import { createIds } from '../../../server/adapters/system/ids.ts';
import { type AlertsDeps, createAlerts } from '../../../server/alerts/alerts.ts';
import type { EventDraft } from '../../../server/domain/event.ts';
import { type AlertRule, noAlerts } from '../../../server/domain/settings/alert.ts';
import { sampleDrafts } from '../../support/event-samples.ts';
import { memoryAlertSender } from '../../support/memory/alert-sender.ts';
import { memoryDocuments } from '../../support/memory/documents.ts';
import { memoryJournal } from '../../support/memory/journal.ts';

const rule: AlertRule = {
  id: 'rule_1',
  name: 'Privacy officer',
  enabled: true,
  kinds: [
    'may_have_been_sent',
    'stopped',
    'by_policy',
    'failed_restore',
    'provider_down',
    'disk_low',
  ],
  quietMinutes: 1,
  channel: { kind: 'email', to: ['privacy@clinic.example.com'] },
};

let time: number;
let journal: ReturnType<typeof memoryJournal>;
let sender: ReturnType<typeof memoryAlertSender>;
let deps: AlertsDeps;
let found: Awaited<ReturnType<AlertsDeps['conditions']>>;

beforeEach(() => {
  time = Date.parse('2026-11-21T10:00:00.000Z');
  journal = memoryJournal();
  sender = memoryAlertSender();
  found = {};
  deps = {
    documents: memoryDocuments(),
    journal,
    sender,
    clock: { now: () => time, monotonicUs: () => time * 1000 },
    ids: createIds(() => time),
    replica: null,
    upstreamOf: async () => 'provider:model-small',
    conditions: async () => found,
    transcripts: { take: async () => false, work: () => undefined },
    portalUrl: 'http://127.0.0.1:8787/portal',
    onFailure: (error) => {
      throw error;
    },
  };
});

const started = async (more: Partial<AlertsDeps> = {}, rules = [rule]) => {
  const alerts = createAlerts({ ...deps, ...more });
  await alerts.settings.update(() => ({ ...noAlerts, rules }));
  await work(alerts);
  return alerts;
};
const work = async (alerts: ReturnType<typeof createAlerts>, seconds = 0) => {
  time += seconds * 1000;
  alerts.work();
  await alerts.settle();
};
const draft = (kind: EventDraft['kind'], fields: object = {}): EventDraft => {
  const sample = sampleDrafts.find((each) => each.kind === kind);
  const ts = new Date(time).toISOString();
  return { ...sample, ts, fields: { ...sample?.fields, ...fields } } as EventDraft;
};
const reply = (reason: string) =>
  draft('response_completed', { status: reason === 'completed' ? 'ok' : 'error', reason });
const kinds = async () => (await journal.read({ limit: 5000 })).map(({ kind }) => kind);

describe('alerts', () => {
  it('say at once that a request was stopped, with a link to the call and no value', async () => {
    const alerts = await started();
    await journal.append([draft('leak_blocked')]);
    await work(alerts);
    const [{ content } = { content: undefined }] = sender.sent;
    expect(content?.subject).toContain(
      'a request with an identifier was stopped before it was sent',
    );
    expect(content?.text).toContain('/portal/calls/sess_01J00000000000000000000000');
    expect(JSON.parse(content?.json ?? '').data.counts).toEqual({ stopped: 1 });
    expect(await kinds()).toContain('alert_sent');
  });

  it('of a rule that an older version stored come in the words of today', async () => {
    const older = { ...noAlerts, rules: [{ ...rule, kinds: ['leak', 'sent_in_clear'] }] };
    await deps.documents.write('alerts', 0, JSON.stringify(older));
    const alerts = createAlerts(deps);
    const [stored] = (await alerts.settings.read()).rules;
    expect(stored?.kinds).toEqual(['may_have_been_sent', 'stopped', 'by_policy']);
  });

  it('are one message a minute, whatever happens meanwhile', async () => {
    const alerts = await started();
    for (let second = 0; second < 120; second += 3) {
      await journal.append(Array.from({ length: 25 }, () => draft('leak_blocked')));
      await work(alerts, 3);
    }
    expect(sender.sent.length).toBeLessThanOrEqual(3);
    await work(alerts, 60);
    const counts = sender.sent.map(({ content }) => JSON.parse(content.json).data.counts.stopped);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1000);
  });

  it('tell what was sent in the clear and what was not restored, but no ordinary turn', async () => {
    const alerts = await started();
    await journal.append([
      draft('egress_scanned', { verdict: 'clean', in_clear_by_kind: {} }),
      draft('egress_scanned', { verdict: 'clean', in_clear_by_kind: { DATE: 1 } }),
      draft('rehydration_failed'),
      reply('completed'),
    ]);
    await work(alerts);
    expect(JSON.parse(sender.sent[0]?.content.json ?? '').data.counts).toEqual({
      by_policy: 1,
      failed_restore: 1,
    });
  });

  it('tell once that a provider is down, and that it answers again', async () => {
    const alerts = await started();
    await journal.append([reply('upstream_error'), reply('upstream_error')]);
    await work(alerts);
    expect(sender.sent).toEqual([]);
    await journal.append([reply('upstream_error'), reply('upstream_error')]);
    await work(alerts);
    expect(sender.sent[0]?.content.text).toContain('provider:model-small');
    await journal.append([reply('upstream_error'), reply('completed')]);
    await work(alerts, 61);
    expect(sender.sent).toHaveLength(2);
    expect(sender.sent[1]?.content.subject).toContain('answers again');
  });

  it('tell that a provider is down while a second one answers', async () => {
    const alerts = await started();
    const answered = () => [
      draft('upstream_failed'),
      draft('response_completed', { upstream: 'provider:fallback' }),
    ];
    await journal.append([answered(), answered(), answered()].flat());
    await work(alerts);
    expect(sender.sent).toHaveLength(1);
    expect(sender.sent[0]?.content.text).toContain('provider:model-small');
  });

  it('count failures of a provider only within the minutes of the setting', async () => {
    const alerts = await started();
    for (let failure = 0; failure < 6; failure += 1) {
      await journal.append([reply('upstream_error')]);
      await work(alerts, 180);
    }
    expect(sender.sent).toEqual([]);
  });

  it('tell once that a condition began, and once that it ended', async () => {
    const alerts = await started();
    found = { disk_low: { kind: 'disk_low' } };
    for (let minute = 0; minute < 5; minute += 1) await work(alerts, 60);
    expect(sender.sent).toHaveLength(1);
    found = {};
    for (let minute = 0; minute < 5; minute += 1) await work(alerts, 60);
    expect(sender.sent.map(({ content }) => content.subject)).toEqual([
      expect.stringContaining('disk space is low'),
      expect.stringContaining('enough disk space'),
    ]);
  });

  it('wait for a receiver that is away, survive a restart, and are given up on record', async () => {
    let alerts = await started();
    sender.refuses = 'the mail server cannot be reached';
    await journal.append([draft('leak_blocked')]);
    await work(alerts);
    alerts = createAlerts(deps);
    await work(alerts, 5);
    expect((await alerts.messages())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
    for (let hour = 0; hour < 24; hour += 1) await work(alerts, 3600);
    const [message] = await alerts.messages();
    expect(message).toMatchObject({ state: 'failed', attempts: 8, error: sender.refuses });
    expect(await kinds()).toContain('alert_failed');
    sender.refuses = undefined;
    expect(await alerts.retry(message?.id ?? '')).toBe(true);
    expect(await alerts.retry('alr_other')).toBe(false);
    await work(alerts, 1);
    expect(sender.sent.map(({ content }) => content.id)).toEqual([message?.id]);
  });

  it('miss nothing that was journalled before a crash', async () => {
    await started();
    await journal.append([draft('leak_blocked')]);
    await work(createAlerts(deps));
    expect(sender.sent).toHaveLength(1);
  });

  it('are sent by one of several replicas, and by another when it stops', async () => {
    const one = await started({ replica: 'one' });
    const two = createAlerts({ ...deps, replica: 'two' });
    await journal.append([draft('leak_blocked')]);
    two.work();
    one.work();
    await Promise.all([one.settle(), two.settle()]);
    expect(sender.sent).toHaveLength(1);
    await journal.append([draft('leak_blocked')]);
    await work(two, 120);
    expect(sender.sent).toHaveLength(2);
    await work(one);
    expect(sender.sent).toHaveLength(2);
  });

  it('follow no rule that is off, that names other kinds or that is gone', async () => {
    const off = { ...rule, id: 'rule_off', enabled: false };
    const other = { ...rule, id: 'rule_other', kinds: ['disk_low' as const] };
    const alerts = await started({}, [off, other, rule]);
    sender.refuses = 'away';
    await journal.append([draft('leak_blocked')]);
    await work(alerts);
    expect((await alerts.messages()).map(({ ruleId }) => ruleId)).toEqual(['rule_1']);
    await alerts.settings.update((before) => ({ ...before, rules: [off, other] }));
    await work(alerts);
    expect(await alerts.messages()).toEqual([]);
  });

  it('send a test at once, on record, and say why it was not taken', async () => {
    const alerts = await started();
    await alerts.test(rule);
    expect(sender.sent[0]?.content.text).toContain('test');
    sender.refuses = 'the mail server offers no TLS';
    await expect(alerts.test(rule)).rejects.toThrow(sender.refuses);
    expect(await kinds()).toEqual(['alert_sent', 'alert_failed']);
  });
});

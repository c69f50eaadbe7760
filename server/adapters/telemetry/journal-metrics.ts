import { Counter, Histogram, type Registry } from 'prom-client';
import type { EventKind, JournalRecord } from '../../domain/event.ts';

/** Counts journal events: each record once, when it is durable. */
export function journalMetrics(registry: Registry): (record: JournalRecord) => void {
  const registers = [registry];
  const events = new Counter({
    name: 'svc_events_total',
    help: 'Events this process put into the audit journal; what the journal writes of itself is not among them.',
    labelNames: ['kind'],
    registers,
  });
  const detections = new Counter({
    name: 'svc_detections_total',
    help: 'Spans found, by kind and by what found them.',
    labelNames: ['entity_kind', 'detector'],
    registers,
  });
  const redactions = new Counter({
    name: 'svc_redactions_total',
    help: 'Spans masked, by kind and by what was done to them.',
    labelNames: ['entity_kind', 'action'],
    registers,
  });
  const replies = new Counter({
    name: 'svc_replies_total',
    help: 'Turns by how they ended; a reason other than completed is a code of docs/errors.md or says who broke off.',
    labelNames: ['status', 'reason'],
    registers,
  });
  const restored = new Counter({
    name: 'svc_tokens_restored_total',
    help: 'Tokens of replies that were given their value back.',
    registers,
  });
  const failures = new Counter({
    name: 'svc_rehydration_failures_total',
    help: 'Tokens of replies that were redacted instead, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const added = new Histogram({
    name: 'svc_added_seconds',
    help: 'Time this service added before a turn was forwarded.',
    buckets: [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1],
    registers,
  });
  const byKind: { readonly [K in EventKind]?: (record: JournalRecord) => void } = {
    detection: ({ entity_kind, detector }) =>
      detections.inc({ entity_kind: String(entity_kind), detector: String(detector) }),
    redaction_applied: ({ entity_kind, action }) =>
      redactions.inc({ entity_kind: String(entity_kind), action: String(action) }),
    rehydration_failed: ({ reason }) => failures.inc({ reason: String(reason) }),
    response_completed: ({ status, reason, restored: count, added_us }) => {
      replies.inc({ status: String(status), reason: String(reason) });
      restored.inc(Number(count));
      if (Number(added_us) > 0) added.observe(Number(added_us) / 1_000_000);
    },
  };
  return (record) => {
    events.inc({ kind: record.kind });
    byKind[record.kind]?.(record);
  };
}

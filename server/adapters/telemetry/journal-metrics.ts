import { Counter, Histogram, type Registry } from 'prom-client';
import type { EventKind, JournalRecord } from '../../domain/event.ts';
import { noExposure } from '../../domain/exposure.ts';
import { foldExposure } from '../../projections/exposure.ts';

/** Counts journal events: each record once, when it is durable. */
export function journalMetrics(registry: Registry): (record: JournalRecord) => void {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const events = counter(
    'svc_events_total',
    'Events this process put into the audit journal; what the journal writes of itself is not among them.',
    'kind',
  );
  const detections = counter(
    'svc_detections_total',
    'Spans found, by kind and by what found them.',
    'entity_kind',
    'detector',
  );
  const redactions = counter(
    'svc_redactions_total',
    'Spans masked, by kind and by what was done to them.',
    'entity_kind',
    'action',
  );
  const languages = counter(
    'svc_language_not_covered_total',
    "Callers' texts in a language that the policy does not cover, by language and by what was done.",
    'language',
    'handling',
  );
  const replies = counter(
    'svc_replies_total',
    'Turns by how they ended; a reason other than completed is a code of docs/errors.md or says who broke off.',
    'status',
    'reason',
  );
  const restored = counter(
    'svc_tokens_restored_total',
    'Tokens of replies that were given their value back.',
  );
  const failures = counter(
    'svc_rehydration_failures_total',
    'Tokens of replies that were redacted instead, by reason.',
    'reason',
  );
  const added = addedSeconds(registry);
  const countExposure = exposureCounts(registry);
  const byKind: { readonly [K in EventKind]?: (record: JournalRecord) => void } = {
    detection: ({ entity_kind, detector }) =>
      detections.inc({ entity_kind: String(entity_kind), detector: String(detector) }),
    redaction_applied: ({ entity_kind, action }) =>
      redactions.inc({ entity_kind: String(entity_kind), action: String(action) }),
    language_not_covered: ({ language, handling }) =>
      languages.inc({ language: String(language), handling: String(handling) }),
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
    countExposure(record);
  };
}

/** What turns sent in the clear, as the portal and the reports say it. */
function exposureCounts(registry: Registry): (record: JournalRecord) => void {
  const registers = [registry];
  const inClear = new Counter({
    name: 'svc_in_clear_total',
    help: 'Places at which a turn sent a value in the clear, as the policy says, by kind.',
    labelNames: ['entity_kind'],
    registers,
  });
  const turns = new Counter({
    name: 'svc_exposure_total',
    help: 'Turns that the leak scan read, by outcome: nothing_found, by_policy, unreadable, stopped or may_have_been_sent.',
    labelNames: ['outcome'],
    registers,
  });
  const withoutNames = new Counter({
    name: 'svc_names_not_checked_total',
    help: 'Turns in which no model looked for names.',
    registers,
  });
  return (record) => {
    const exposure = foldExposure(noExposure, record);
    withoutNames.inc(exposure.requests_without_names);
    if (exposure.requests === 0) return;
    turns.inc({ outcome: exposure.outcome });
    for (const [entity_kind, count] of Object.entries(exposure.in_clear_by_kind))
      inClear.inc({ entity_kind }, count);
  };
}

function addedSeconds(registry: Registry): Histogram {
  return new Histogram({
    name: 'svc_added_seconds',
    help: 'Time this service added before a turn was forwarded.',
    buckets: [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  });
}

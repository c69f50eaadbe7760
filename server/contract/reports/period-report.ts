import { z } from 'zod';
import { exposureOutcomes } from '../../domain/exposure.ts';
import { Incident } from '../figures/incidents.ts';
import { AgentId, SessionId } from '../ids.ts';
import {
  AccessEntry,
  BusinessAssociateRow,
  ControlRow,
  Letterhead,
  PreparedBy,
  ReportVersions,
  SafeHarborRow,
} from '../report.ts';
import { Recall } from './call-samples.ts';
import { examplePeriodReport } from './period-report-example.ts';

const count = z.int().min(0);
const counts = z.record(z.string(), count).readonly();
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const time = z.iso.datetime();

const moment = z.iso.datetime({ error: 'must be an ISO 8601 UTC time' });

export const SampleCount = z.coerce
  .number('must be from 0 to 100')
  .int('must be from 0 to 100')
  .min(0, 'must be from 0 to 100')
  .max(100, 'must be from 0 to 100')
  .default(25)
  .meta({ description: 'Number of calls to draw as samples, from 0 to 100.' });

export const PreparedFor = z
  .string()
  .trim()
  .max(128)
  .default('')
  .meta({ description: 'The person or body that the report is for.' });

/** Query of a report over a period. */
export const PeriodReportQuery = z.object({
  from: moment.meta({ description: 'Calls that started at this time or later.' }),
  until: moment.meta({ description: 'Calls that started before this time.' }),
  samples: SampleCount,
  prepared_for: PreparedFor,
  root: hash.optional().meta({
    description: '`merkle_root_hex` of an earlier report: one with another root is refused.',
  }),
});
export type PeriodReportQuery = z.infer<typeof PeriodReportQuery>;

/** The format of a report over a period. */
export const PeriodReportFormat = z.object({
  format: z
    .enum(['json', 'pdf'])
    .default('json')
    .meta({ description: '`json`, or `pdf` to print.' }),
});

/** Which calls a report of the whole installation is about. */
export const PeriodReportScope = z.object({
  agent_id: AgentId.optional().meta({ description: 'Only calls of this agent.' }),
});

/** Calls by their outcome. */
const OutcomeCounts = z.object({
  calls: count,
  nothing_found: count,
  by_policy: count,
  stopped: count,
  may_have_been_sent: count,
  not_recorded: count,
  not_run: count,
  /** Nothing was found, and something could not be read; absent for none. */
  unreadable: count.optional(),
  /** Calls with a turn without a whole reply. */
  failed: count,
  in_progress: count,
});
export type OutcomeCounts = z.infer<typeof OutcomeCounts>;

/** A finding that needs an answer; `calls` counts the calls that it is about. */
export const ReportException = z.object({
  exception: z.enum([
    'stopped',
    'may_have_been_sent',
    'by_policy',
    'restore_failed',
    'names_not_checked',
    'language_not_covered',
    'turn_failed',
    'not_recorded',
    'unreadable',
    'not_sealed',
    'records_lost',
    'records_broken',
  ]),
  calls: count,
  detail: z.string(),
  /** The first 20 of them. */
  session_ids: z.array(SessionId).readonly(),
});
export type ReportException = z.infer<typeof ReportException>;

/** A call of the period; `merkle_root_hex` is that of its own report. */
export const PeriodCallRow = z.object({
  session_id: SessionId,
  agent_id: AgentId,
  started_at: time,
  ended_at: time,
  status: z.enum(['ok', 'error', 'partial']),
  outcome: z.enum(exposureOutcomes),
  turns: count,
  redactions: count,
  /** Values that were masked, each once; absent if an older version recorded a turn. */
  values: count.optional(),
  failed_turns: count,
  sealed: z.boolean(),
  event_count: count,
  first_seq: count,
  last_seq: count,
  merkle_root_hex: hash,
});
export type PeriodCallRow = z.infer<typeof PeriodCallRow>;

const PolicyGap = z.object({
  key: z.string(),
  category: z.string(),
  gap: z.string(),
  risk: z.string(),
  recommendation: z.string(),
});
export type PolicyGap = z.infer<typeof PolicyGap>;

const MaskingKey = z.object({
  kid: z.string(),
  source: z.enum(['file', 'environment']),
  /** Absent when unknown. */
  made_at: z.string().optional(),
  age_days: count.optional(),
});

/**
 * The compliance report of a period, of one agent or of the installation: Audit Schema v1 (decision 0091).
 * It is hashed and signed like the report of a call.
 */
export const PeriodReport = z
  .object({
    schema: z.literal('audit-schema-v1'),
    id: z.string().regex(/^rep_[0-7][0-9A-HJKMNP-TV-Z]{25}$/),
    scope: z.enum(['agent', 'account']),
    /** Absent in a report of the whole installation. */
    agent: z.object({ id: AgentId, name: z.string() }).optional(),
    generated_at: time,
    period: z.object({
      from: time,
      until: time,
      time_zone: z.string(),
      from_local: z.string(),
      until_local: z.string(),
    }),
    letterhead: Letterhead,
    prepared_by: PreparedBy,
    prepared_for: z.string(),
    /** True while the period is not over, or a call of it is not sealed. Absent otherwise. */
    draft: z.literal(true).optional(),
    /** Over the roots of `calls`, then the hashes of `access_log`. */
    merkle_root_hex: hash,
    population: z.object({
      total: OutcomeCounts,
      turns: count,
      by_agent: z.array(OutcomeCounts.extend({ agent_id: AgentId, name: z.string() })).readonly(),
      redaction_count: count,
      redactions_by_kind: counts,
      /** Values that were masked, each once in its call; absent if an older version recorded a turn. */
      values_by_kind: counts.optional(),
      in_clear_by_kind: counts,
      /** How many of them somebody had reviewed when the report was made; absent in reports of older versions. */
      reviewed: count.optional(),
    }),
    exceptions: z.array(ReportException).readonly(),
    /** Those that were open in the period, oldest first; absent for none (decision 0184). */
    incidents: z.array(Incident).readonly().optional(),
    /** Recall over the calls of the period that were drawn and read by two people; absent without one (decision 0196). */
    checked_calls: Recall.optional(),
    controls: z.array(ControlRow).readonly(),
    /** Drawn by `seed`: the calls with the lowest SHA-256 of seed, colon and session id. */
    samples: z.object({ seed: hash, session_ids: z.array(SessionId).readonly() }),
    safe_harbor: z.object({
      /** True if every kind that can be listed was looked for and masked in all requests. */
      listed_kinds_covered: z.boolean(),
      statement: z.string(),
      rows: z.array(SafeHarborRow).length(18).readonly(),
    }),
    policy_gaps: z.array(PolicyGap).readonly(),
    /** `version` is absent for records of older versions. */
    policies: z
      .array(
        z.object({ name: z.string(), version: count.optional(), sha256: hash, requests: count }),
      )
      .readonly(),
    versions: ReportVersions,
    safeguards: z.object({
      encryption_at_rest: z.string(),
      keys: z.array(MaskingKey).readonly(),
      providers: z.array(z.object({ upstream: z.string(), host: z.string() })).readonly(),
    }),
    rehydration: z.object({ restored: count, failed: count, by_reason: counts }),
    business_associates: z.array(BusinessAssociateRow).readonly(),
    limitations: z.array(z.string()).readonly(),
    /** All calls, in order of their first events: the first leaves of `merkle_root_hex`. */
    calls: z.array(PeriodCallRow).readonly(),
    /** Who did what in the period: the other leaves. */
    access_log: z.array(AccessEntry).readonly(),
    chain: z.object({
      /** Number of events in the journal when the report was made. */
      size: count,
      verify: z.object({ ok: z.boolean(), message: z.string() }),
    }),
    checkpoint: z.string(),
    public_key: hash,
    integrity: z.object({ report_sha256: hash, signature: z.base64() }),
  })
  .readonly()
  .meta({
    id: 'PeriodReport',
    description: 'Audit Schema v1 for a period.',
    examples: [examplePeriodReport],
  });
export type PeriodReport = z.infer<typeof PeriodReport>;

/** What is hashed and signed. */
export type PeriodReportBody = Omit<PeriodReport, 'integrity'>;

export const OnePeriodReport = z
  .object({ report: PeriodReport })
  .meta({ id: 'OnePeriodReport', examples: [{ report: examplePeriodReport }] });

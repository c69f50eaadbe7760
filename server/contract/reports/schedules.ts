import { z } from 'zod';
import { AgentId, Timestamp } from '../ids.ts';
import { pageOf } from '../pagination.ts';
import { PreparedBy } from '../report.ts';
import { EmailAddress } from '../settings/alerts.ts';
import { PreparedFor, SampleCount } from './period-report.ts';

const Every = z.enum(['week', 'month']).meta({
  description: 'From Monday on, or a calendar month, in the time zone of the clinic.',
});

const EmailTo = z.array(EmailAddress).max(20).meta({
  description: 'Who gets the PDF through the mail server of the alerts.',
});

/** Body of `POST /api/v1/reports/schedules`. */
export const SetReportSchedule = z
  .strictObject({
    every: Every,
    agent_id: AgentId.optional().meta({ description: 'Only calls of this agent.' }),
    prepared_for: PreparedFor,
    samples: SampleCount,
    email_to: EmailTo.optional(),
  })
  .meta({
    id: 'SetReportSchedule',
    examples: [{ every: 'month', prepared_for: 'Compliance committee', samples: 25 }],
  });

const example = {
  id: 'sched_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  every: 'month' as const,
  prepared_for: 'Compliance committee',
  samples: 25,
  by: { id: 'usr_01M7YRT2V0Q8J5C4W9N6B3XKDE' as const, name: 'Sam Lee' },
  next: '2026-11-01',
};

export const ReportSchedule = z
  .object({
    id: z.string(),
    every: Every,
    agent_id: AgentId.optional(),
    prepared_for: z.string(),
    samples: z.int(),
    by: PreparedBy.meta({ description: 'Who made the schedule: its reports name them.' }),
    email_to: EmailTo.readonly().optional(),
    mailed: z
      .object({ at: Timestamp, problem: z.string().optional() })
      .optional()
      .meta({ description: 'When the last report was sent, or why it was not.' }),
    filed: z.object({ at: Timestamp, problem: z.string().optional() }).optional().meta({
      description:
        'When the last PDF was written to the folder `SVC_REPORTS_DIR`, or why it was not.',
    }),
    next: z.iso.date().meta({
      description: 'First day of the next period; its report is made when the period is over.',
    }),
  })
  .meta({ id: 'ReportSchedule', examples: [example] });
export type ReportSchedule = z.infer<typeof ReportSchedule>;

export const ReportSchedules = pageOf(ReportSchedule).meta({
  id: 'ReportSchedules',
  examples: [{ data: [example], next_cursor: null }],
});

export const OneReportSchedule = z
  .object({ schedule: ReportSchedule })
  .meta({ id: 'OneReportSchedule', examples: [{ schedule: example }] });

/** Path of one schedule. */
export const ReportSchedulePath = z.object({
  schedule_id: z.string().meta({ description: 'Id of a schedule: `sched_` and a ULID.' }),
});

import { z } from 'zod';
import { Exposure } from './exposure.ts';
import { AgentId, SessionId, Timestamp, UserId } from './ids.ts';
import { PageQuery, pageOf, queryInteger } from './pagination.ts';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

const exampleEvent = {
  v: 1,
  seq: 41,
  id: 'evt_01M7YRT2VFQ1Z3N8E6K0A4HJ7P',
  ts: '2026-11-21T10:02:11.000Z',
  kind: 'redaction_applied',
  nonce: '5e'.repeat(16),
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  session_seq: 3,
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  placeholder: '[PHONE_01]',
  span: [11, 23],
  prev_hash: '4c'.repeat(32),
  curr_hash: 'b7'.repeat(32),
};

/**
 * A journal record as it is hashed (design D20): `curr_hash` is over the canonical JSON of all its
 * other fields, so nothing is renamed, left out or added. The fields of its kind are next to those
 * named here. New kinds may appear.
 */
export const SessionEvent = z
  .looseObject({
    v: z.literal(1),
    seq: z.int(),
    id: z.string(),
    ts: Timestamp,
    kind: z.string(),
    nonce: z.string(),
    session_id: SessionId,
    session_seq: z.int(),
    agent_id: AgentId.optional(),
    prev_hash: sha256Hex,
    curr_hash: sha256Hex,
  })
  .meta({
    id: 'SessionEvent',
    description:
      'A journal record in the form that the journal hashes. It also has the fields of its kind.',
    examples: [exampleEvent],
  });
export type SessionEvent = z.infer<typeof SessionEvent>;

/** Query of a session's events, oldest first. */
export const SessionEventsQuery = PageQuery;

export const SessionEventPage = pageOf(SessionEvent).meta({
  id: 'SessionEventPage',
  examples: [{ data: [exampleEvent], next_cursor: null }],
});

/** At least one unit: an empty window is a mistake of the client. */
const duration = /^([1-9]\d{0,3})([mhd])$/;
/** As for signatures (design D36). */
const clockDifferenceMs = 300_000;
const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const kindName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'must be the name of a kind, such as NAME');

/** ISO 8601 UTC, to the millisecond. */
const moment = z.iso.datetime({ error: 'must be an ISO 8601 UTC time' });
const sessionOrders = ['started_at', 'duration_ms', 'redaction_count', 'turn_count'] as const;
type OrderName = (typeof sessionOrders)[number];

/** A short word that people give to a call; a patient's name is none. */
const Tag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(32)
  .refine(
    (tag) => /^[\p{L}\p{N}][\p{L}\p{N} -]*$/u.test(tag),
    'must be letters, digits, spaces or hyphens',
  );

/** What the lists of sessions are filtered and ordered by (spec, GET /api/v1/sessions; design D30). */
export const SessionFilters = z.object({
  since: z
    .union([z.string().regex(duration), z.iso.datetime()], {
      error: 'must be a duration such as 24h or 7d, or an ISO 8601 UTC time',
    })
    .optional()
    .meta({
      description:
        'Only sessions that started since this time: a duration such as `1h`, `24h` or `7d`, or an ISO 8601 UTC time. `24h` unless the request has `from`, `until` or `q`.',
      examples: ['7d'],
    }),
  from: moment
    .optional()
    .meta({ description: 'Only sessions that started at this time or later; not with `since`.' }),
  until: moment.optional().meta({ description: 'Only sessions that started before this time.' }),
  q: z.string().trim().min(1).max(128).optional().meta({
    description:
      "Only sessions whose id is this or begins so, or the session that has it as the platform's own call id.",
  }),
  agent_id: AgentId.optional().meta({ description: 'Only sessions of this agent.' }),
  kind: kindName
    .optional()
    .meta({ description: 'Only sessions in which a value of this kind was masked.' }),
  exposure: Exposure.unwrap()
    .shape.outcome.optional()
    .meta({ description: 'Only sessions with this outcome for what was sent in the clear.' }),
  status: z
    .enum(['ok', 'error', 'partial'])
    .optional()
    .meta({ description: 'Only sessions with this status.' }),
  state: z
    .enum(['in_progress', 'ended'])
    .optional()
    .meta({ description: 'Only calls in progress, or only calls that are over.' }),
  reviewed: z
    .enum(['yes', 'no'])
    .optional()
    .meta({ description: 'Only sessions that a person has reviewed, or only the others.' }),
  min_redactions: queryInteger(0, 999_999_999)
    .default(0)
    .meta({ description: 'Only sessions with at least this many redactions.' }),
  sort: z
    .enum(sessionOrders.flatMap((name): (OrderName | `-${OrderName}`)[] => [name, `-${name}`]))
    .default('-started_at')
    .meta({ description: 'What the list is ordered by; with `-` the highest comes first.' }),
});

/** Query of the session lists. */
export const SessionListQuery = PageQuery.extend(SessionFilters.shape);
export type SessionListQuery = z.infer<typeof SessionListQuery>;

export type SessionFilters = z.infer<typeof SessionFilters>;

/** Whether a validated `since` is a time after `nowMs`, in milliseconds; clocks may differ a little. */
export function sinceIsAhead(since: string, nowMs: number): boolean {
  return Date.parse(sinceToIso(since, nowMs)) > nowMs + clockDifferenceMs;
}

/** Start of a validated `since` window as ISO 8601 UTC; `nowMs` is milliseconds since the epoch. */
export function sinceToIso(since: string, nowMs: number): string {
  const [, amount, unit] = duration.exec(since) ?? [];
  if (amount === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) {
    return new Date(since).toISOString();
  }
  return new Date(Math.max(0, nowMs - Number(amount) * unitMs[unit])).toISOString();
}

const exampleSession = {
  id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  agent_name: 'Front desk',
  started_at: '2026-11-21T10:02:11.000Z',
  ended_at: '2026-11-21T10:05:43.500Z',
  duration_ms: 212500,
  status: 'ok',
  redaction_count: 3,
  redactions_by_kind: { PHONE: 1, NAME: 2 },
  values_by_kind: { PHONE: 1, NAME: 1 },
  exposure: {
    outcome: 'nothing_found' as const,
    in_clear_by_kind: {},
    in_clear_values_by_kind: {},
    requests: 9,
    requests_not_recorded: 0,
    requests_blocked: 0,
    requests_reported: 0,
    requests_without_names: 0,
    languages: [],
  },
  failed_turns: 0,
  upstream_model: 'model-small',
  turn_count: 9,
  ended: true,
};

/** How a turn ended without a whole reply. */
export const TurnFailure = z
  .object({
    turn: z.int().meta({ description: 'From 0.' }),
    status: z.enum(['partial', 'error']),
    reason: z.string().meta({ description: 'As in the event `response_completed`.' }),
    upstream_status: z.int().optional().meta({
      description: "HTTP status of the provider's answer. Absent where it gave none.",
    }),
  })
  .readonly();
export type TurnFailure = z.infer<typeof TurnFailure>;

/** One call (spec, Session summary). `turn_count` and `ended` go beyond the fields shown there. */
export const SessionSummary = z
  .object({
    id: SessionId,
    agent_id: AgentId,
    agent_name: z.string(),
    started_at: Timestamp,
    ended_at: Timestamp,
    duration_ms: z.int(),
    status: z.enum(['ok', 'error', 'partial']).meta({
      description:
        '`ok`: every reply was delivered whole; `partial`: a reply was cut short, or the first one is still under way; `error`: no reply was delivered.',
    }),
    redaction_count: z.int(),
    redactions_by_kind: z.record(z.string(), z.int()),
    values_by_kind: z.record(z.string(), z.int()).optional().meta({
      description:
        'Values masked, each counted once. Absent if an older version recorded some turn.',
    }),
    exposure: Exposure,
    first_failure: TurnFailure.optional().meta({
      description: 'The first turn without a whole reply. Absent without one.',
    }),
    failed_turns: z.int().optional().meta({
      description: 'Turns without a whole reply. Absent if an older version stored the summary.',
    }),
    upstream_model: z.string().meta({ description: "Without the provider's time." }),
    turn_count: z.int(),
    ended: z.boolean().meta({ description: 'Whether the call is over.' }),
    reviewed: z
      .object({ by: UserId, at: Timestamp })
      .optional()
      .meta({ description: 'Who reviewed it last, and when. Absent if nobody did.' }),
    tags: z.array(z.string()).readonly().optional().meta({ description: 'Absent without any.' }),
  })
  .meta({ id: 'SessionSummary', description: 'One call.', examples: [exampleSession] });
export type SessionSummary = z.infer<typeof SessionSummary>;

export const SessionPage = pageOf(SessionSummary)
  .extend({
    total: z.int().meta({ description: 'Number of matching sessions, on all pages together.' }),
  })
  .meta({
    id: 'SessionPage',
    examples: [{ data: [exampleSession], next_cursor: null, total: 1 }],
  });
export type SessionPage = z.infer<typeof SessionPage>;

/** What calls are searched for. The value is in the body, because addresses get into logs. */
export const SessionSearch = z
  .strictObject({
    value: z
      .string()
      .trim()
      .min(2)
      .max(200)
      .meta({
        description:
          'A value as people write it or say it, such as a telephone number or a whole name.',
        examples: ['202-555-0143'],
      }),
    kind: kindName.optional().meta({
      description: 'Only calls in which the value was masked as this kind; by default as any kind.',
    }),
    limit: z.int().min(1).max(100).default(25),
    cursor: PageQuery.shape.cursor,
  })
  .meta({ id: 'SessionSearch', examples: [{ value: '202-555-0143', kind: 'PHONE' }] });
export type SessionSearch = z.infer<typeof SessionSearch>;

export const FoundSessions = SessionPage.extend({
  searchable_since: Timestamp.meta({
    description: 'Calls that masked a value before this time are not found by it.',
  }),
}).meta({
  id: 'FoundSessions',
  examples: [
    {
      data: [exampleSession],
      next_cursor: null,
      total: 1,
      searchable_since: '2026-11-20T08:00:00.000Z',
    },
  ],
});
export type FoundSessions = z.infer<typeof FoundSessions>;

/**
 * Words and a tag that calls are searched for, with the filters of the list. They may name somebody, so they are in the
 * body: addresses get into logs.
 */
export const SessionTextSearch = z
  .strictObject({
    ...SessionFilters.shape,
    text: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'Words that were all said in the call, in any order, whatever their case and accents. Words in quotation marks must follow each other, and a word with `*` behind it may go on: `refill "new inhaler" insul*`.',
        examples: ['refill insulin', '"new inhaler" insul*'],
      }),
    tag: Tag.optional().meta({ description: 'Only calls with this tag.' }),
    min_redactions: z.int().min(0).max(999_999_999).default(0),
    limit: z.int().min(1).max(100).default(25),
    cursor: PageQuery.shape.cursor,
  })
  .refine(({ text, tag }) => text !== undefined || tag !== undefined, {
    error: 'must be given where there is no tag',
    path: ['text'],
  })
  .meta({ id: 'SessionTextSearch', examples: [{ text: 'refill insulin', since: '7d' }] });
export type SessionTextSearch = z.infer<typeof SessionTextSearch>;

export const FoundTexts = SessionPage.extend({
  unread_calls: z.int().meta({
    description:
      'Calls that are over and whose texts are still to be read: they are not found yet.',
  }),
  word_by_word: z.boolean().meta({
    description:
      'Whether words in quotation marks were each looked for by itself, because this service keeps its calls in PostgreSQL.',
  }),
}).meta({
  id: 'FoundTexts',
  examples: [
    { data: [exampleSession], next_cursor: null, total: 1, unread_calls: 0, word_by_word: false },
  ],
});
export type FoundTexts = z.infer<typeof FoundTexts>;

const exampleReview = {
  by: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  name: 'R. Officer',
  at: '2026-11-22T08:30:00.000Z',
} as const;
const review = z.object({
  by: UserId,
  name: z.string().meta({ description: 'Empty for somebody who is not known any more.' }),
  at: Timestamp,
});

/** What people say of a call (decision 0175). */
const RemarksView = z.object({
  tags: z.array(z.string()).readonly(),
  note: review
    .extend({ text: z.string() })
    .optional()
    .meta({ description: 'Absent without one, and for people who may not review.' }),
  reviewed: review.optional().meta({ description: 'Absent if nobody reviewed it.' }),
});
export type RemarksView = z.infer<typeof RemarksView>;

export const OneRemarks = z.object({ remarks: RemarksView }).meta({
  id: 'OneRemarks',
  examples: [
    {
      remarks: {
        tags: ['refund'],
        note: { text: 'Policy changed since.', ...exampleReview },
        reviewed: exampleReview,
      },
    },
  ],
});
export type OneRemarks = z.infer<typeof OneRemarks>;

/** Body of `PATCH /api/v1/sessions/{session_id}/remarks`; what is not given stays. */
export const ChangeRemarks = z
  .strictObject({
    tags: z.array(Tag).max(10).readonly().optional(),
    note: z
      .string()
      .trim()
      .max(2_000)
      .optional()
      .meta({ description: 'Replaces the note; an empty one removes it.' }),
    reviewed: z.boolean().optional(),
  })
  .meta({ id: 'ChangeRemarks', examples: [{ tags: ['refund'], reviewed: true }] });
export type ChangeRemarks = z.infer<typeof ChangeRemarks>;

export const OneSession = z
  .object({ session: SessionSummary })
  .meta({ id: 'OneSession', examples: [{ session: exampleSession }] });

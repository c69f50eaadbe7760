import { z } from 'zod';
import { Exposure } from './exposure.ts';
import { AgentId, SessionId } from './ids.ts';

/** Half-open range of UTF-16 code units in the text next to it (design D1). */
const span = z.tuple([z.int(), z.int()]).readonly();
const list = <T extends z.ZodType>(item: T) => z.array(item).readonly();
const counts = z.record(z.string(), z.int());

/** A masked span on both sides; `regulated` is absent on the public side. */
export const SpanView = z.object({
  kind: z.string(),
  /** `tokenize`, `redact`, `passthrough`, or `off`: the policy does not look for the kind. */
  action: z.string(),
  placeholder: z.string(),
  detector: z.string(),
  /** 0 to 1. */
  score: z.number(),
  regulated: span.optional(),
  public: span,
});
export type SpanView = z.infer<typeof SpanView>;

/**
 * A text of a request: what was said, and what the model received. Without the regulated side, placeholders
 * take the place of the model's tokens.
 */
export const PartView = z.object({
  /** Its place in the request, such as `messages[2].content`. */
  part: z.string(),
  /** `user`, `assistant`, `system` or `tool`. */
  role: z.string(),
  regulated: z.string().optional(),
  public: z.string(),
  spans: list(SpanView),
});
export type PartView = z.infer<typeof PartView>;

/** The place of a restored value or a `[REDACTED:KIND]` mark in what the caller hears. */
const ReplyValue = z.object({
  kind: z.string(),
  /** Of a restored value; absent in texts that an earlier version kept. */
  placeholder: z.string().optional(),
  restored: z.boolean(),
  regulated: span,
});
export type ReplyValue = z.infer<typeof ReplyValue>;

/** On the public side alone it is a placeholder or a mark: who sees no values sees no tokens (decision 0145). */
const ReplyToken = z.object({
  kind: z.string(),
  placeholder: z.string().optional(),
  public: span,
});
export type ReplyToken = z.infer<typeof ReplyToken>;

/** A text of a reply: what the model said, and what the caller hears. */
export const ReplyView = z.object({
  choice: z.int(),
  /** `content`, `refusal`, `tool.0` for the arguments of a tool call, … */
  channel: z.string(),
  /** The function whose arguments the text is; absent if the request did not offer it, and in older records. */
  function: z.string().optional(),
  regulated: z.string().optional(),
  public: z.string(),
  /** Absent on the public side. */
  values: list(ReplyValue).optional(),
  tokens: list(ReplyToken),
});
export type ReplyView = z.infer<typeof ReplyView>;

const Completed = z.object({
  /** `ok`, `partial` or `error`. */
  status: z.string(),
  reason: z.string(),
  /** HTTP status of the provider's answer, where it was no reply. */
  upstream_status: z.int().optional(),
  /** The caller heard the agent's sentence for failures, in this language. */
  failure_message: z.string().optional(),
  /** The function that the sentence was followed by. */
  failure_function: z.string().optional(),
  /** `yes` or `no`. */
  stream: z.string(),
  restored: z.int(),
  failed: z.int(),
  /** Microseconds that the service added before it forwarded the request. */
  added_us: z.int(),
  first_byte_us: z.int(),
  duration_us: z.int(),
});

const Failure = z.object({ entity_kind: z.string(), reason: z.string() });

const FunctionRun = z.object({
  run_id: z.string(),
  /** Its name, or `unknown`. */
  function: z.string(),
  /** `done`, or why not; absent while it runs. */
  outcome: z.string().optional(),
  duration_us: z.int().optional(),
});

/** One turn on both sides (design D30). Parts that have not arrived yet are absent. */
export const TurnView = z.object({
  turn: z.int(),
  at: z.string(),
  request: z
    .object({
      passes: list(z.string()),
      new_parts: z.int(),
      spans: z.int(),
      spans_by_kind: counts,
      /** Values masked for the first time in the call; absent in records of older versions. */
      values_by_kind: counts.optional(),
      body_bytes: z.int(),
    })
    .optional(),
  /** Callers' texts in a language that the policy does not cover, and what was done (design D49). */
  other_languages: list(
    z.object({
      part: z.string(),
      /** BCP 47 tag; `und` if it is unknown. */
      language: z.string(),
      /** `mask_all`, `refuse` or `detect_only`. */
      handling: z.string(),
    }),
  ).optional(),
  /** Verdict of the leak scan: `clean`, `reported` or `blocked`. */
  scan: z
    .object({
      verdict: z.string(),
      scanner: z.string(),
      bytes: z.int(),
      exact_match_hits: z.int(),
      pattern_hits: z.int(),
      /** Encoded stretches that the scan could not read; absent for none. */
      unreadable: z.int().optional(),
      rules: list(z.string()).optional(),
    })
    .optional(),
  exposure: Exposure,
  parts: list(PartView),
  replies: list(ReplyView),
  /** The provider gave no reply; what became of the turn then (decision 0109). */
  fallback: z
    .object({
      /** The upstream that failed, why, and the HTTP status of its answer. */
      upstream: z.string(),
      reason: z.string(),
      upstream_status: z.int().optional(),
      /** The second upstream. */
      fallback: z.string(),
      /** `sent`, `no_agreement`, `no_time`, `not_expressible` or `blocked`. */
      handling: z.string(),
    })
    .optional(),
  /** The model on the clinic's own network that got the turn, because it was refused for any other (decision 0191). */
  local_upstream: z.string().optional(),
  completed: Completed.optional(),
  failures: list(Failure),
  /** Functions that the reply called and this service took (decision 0168); absent for none. */
  functions: list(FunctionRun).optional(),
});
export type TurnView = z.infer<typeof TurnView>;

const CallHead = z.object({
  session_id: SessionId,
  agent_id: AgentId,
  agent_name: z.string(),
  at: z.string(),
  /** Turns so far; of a long call only the latest. */
  turn_count: z.int(),
  /** Of all turns so far. */
  exposure: Exposure,
});

/** Query of the live feed: only one call, or only the public side, which holds no real values. */
export const LiveQuery = z.object({
  session_id: SessionId.optional().meta({ description: 'Only this call.' }),
  side: z.enum(['both', 'public']).default('both').meta({
    description: '`public` leaves out all real values, and is not recorded.',
  }),
});

/**
 * An event of `GET /api/v1/live` (design D30). The stream's `event` field equals `type`. Readers ignore
 * types and fields they do not know.
 */
export const LiveEvent = z
  .discriminatedUnion('type', [
    /** Replaces all calls. The first event, and again after the viewer missed some. */
    z
      .object({
        type: z.literal('reset'),
        /** `opened`, `position_unknown`, `too_slow` or `reveals_changed`. */
        reason: z.string(),
        calls: list(CallHead.extend({ turns: list(TurnView) })),
      })
      .meta({ id: 'LiveReset' }),
    CallHead.extend({ type: z.literal('call_started') }).meta({ id: 'LiveCallStarted' }),
    /** A new turn, or a new version of a known one. */
    z
      .object({
        type: z.literal('turn'),
        session_id: SessionId,
        turn: TurnView,
        /** Of all turns of the call so far. */
        call_exposure: Exposure,
      })
      .meta({ id: 'LiveTurn' }),
    /** More of a reply: append its texts, replace its values and tokens. */
    z
      .object({
        type: z.literal('reply'),
        session_id: SessionId,
        turn: z.int(),
        reply: ReplyView,
      })
      .meta({ id: 'LiveReply' }),
    z
      .object({
        type: z.literal('turn_completed'),
        session_id: SessionId,
        turn: z.int(),
        completed: Completed,
        failures: list(Failure),
      })
      .meta({ id: 'LiveTurnCompleted' }),
    z
      .object({
        type: z.literal('call_ended'),
        session_id: SessionId,
        at: z.string(),
        reason: z.string(),
      })
      .meta({ id: 'LiveCallEnded' }),
    /** The stream ends: `signed_out`, `too_slow` or `shutdown`. */
    z.object({ type: z.literal('closing'), reason: z.string() }).meta({ id: 'LiveClosing' }),
  ])
  .meta({
    id: 'LiveEvent',
    description: 'The `data` of one event of the live feed. New types and fields may appear.',
    examples: [
      {
        type: 'call_ended',
        session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
        at: '2026-11-21T10:05:43.500Z',
        reason: 'webhook',
      },
    ],
  });
export type LiveEvent = z.infer<typeof LiveEvent>;

const exampleTranscript = {
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  payloads: 'not_kept',
  public_side: 'kept',
  turns: [],
};

/** Query of a past call: both sides, or the public side, which holds no real values. */
export const TranscriptQuery = LiveQuery.pick({ side: true });

/** A past call on both sides, with the texts that its policy kept (design D28). */
export const Transcript = z
  .object({
    session_id: SessionId,
    /**
     * `kept`, `not_kept`, `erased`, `key_missing` (the key id is no longer configured) or `damaged`
     * (some of what the journal names is gone or changed). Turns come without texts that are not there.
     */
    payloads: z.string(),
    /** The same for the public side, which `keep: public` keeps where `log_payloads` is off. */
    public_side: z.string(),
    turns: z.array(TurnView).readonly(),
  })
  .meta({ id: 'Transcript', examples: [exampleTranscript] });
export type Transcript = z.infer<typeof Transcript>;

export const OneTranscript = z
  .object({ transcript: Transcript })
  .meta({ id: 'OneTranscript', examples: [{ transcript: exampleTranscript }] });

const MaskedText = z.object({
  /** `user`, `assistant`, `system` or `tool`; `tool.0` and so on for the arguments of a function that the model called. */
  role: z.string(),
  text: z.string(),
});
export type MaskedText = z.infer<typeof MaskedText>;

/** One turn of a masked transcript: what was new in its request, and the reply. */
export const MaskedTurn = z.object({ turn: z.int(), at: z.string(), texts: list(MaskedText) });

/** A call in the words that a model got and gave, with placeholders for values (decision 0192). */
export const MaskedTranscript = z.object({
  session_id: SessionId,
  agent_id: AgentId,
  public_side: Transcript.shape.public_side,
  turns: list(MaskedTurn),
});
export type MaskedTranscript = z.infer<typeof MaskedTranscript>;

/** Answer of `GET /api/v1/sessions/{session_id}/transcript/masked`. */
export const OneMaskedTranscript = z.object({ masked_transcript: MaskedTranscript }).meta({
  id: 'OneMaskedTranscript',
  examples: [
    {
      masked_transcript: {
        session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
        agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
        public_side: 'kept',
        turns: [
          {
            turn: 0,
            at: '2026-11-21T10:00:00.000Z',
            texts: [
              { role: 'user', text: 'my number is [PHONE_01]' },
              { role: 'assistant', text: 'Thank you.' },
            ],
          },
        ],
      },
    },
  ],
});

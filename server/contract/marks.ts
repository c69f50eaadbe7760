import { z } from 'zod';
import { AgentId, MarkId, PolicyVersionId, SessionId, Timestamp, UserId } from './ids.ts';
import { PageQuery, pageOf } from './pagination.ts';

const mistake = z.enum(['missed', 'false_hit']).meta({
  description:
    '`missed`: detection overlooked a private value. `false_hit`: it masked one that is not private.',
});
const speaker = z.enum(['user', 'assistant', 'system', 'tool']);
const kind = z.string().regex(/^[A-Z][A-Z0-9_]{1,31}$/, 'must be a kind, such as NAME');
const outcome = z.enum(['policy_word', 'roster_person', 'this_call', 'dismissed']).meta({
  description:
    '`policy_word`: into the policy. `roster_person`: a missed name becomes a patient of the roster. `this_call`: no more than in its call. `dismissed`: the mark was wrong.',
});

const score = z.number().min(0).max(1);

const maxText = 2_000;

/** Body of `POST /api/v1/sessions/{session_id}/marks`. */
export const AddMark = z
  .strictObject({
    mistake,
    kind,
    turn: z.int().min(0).max(1_000_000),
    speaker,
    text: z
      .string()
      .min(1)
      .max(maxText)
      .meta({ description: 'The sentence that holds the value.' }),
    span: z
      .tuple([z.int().min(0).max(maxText), z.int().min(0).max(maxText)])
      .readonly()
      .meta({ description: 'The value in `text`: start and end in UTF-16 code units.' }),
  })
  .meta({
    id: 'AddMark',
    examples: [
      {
        mistake: 'missed',
        kind: 'NAME',
        turn: 2,
        speaker: 'user',
        text: 'it is Orla Venn speaking',
        span: [6, 15],
      },
    ],
  });

const exampleMark = {
  id: 'mark_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE',
  agent_id: 'agt_01M7YRRT80KFHMF3DXAFZ08RHY',
  actor: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  at: '2026-11-21T10:03:00.000Z',
  mistake: 'missed',
  kind: 'NAME',
  turn: 2,
  speaker: 'user',
} as const;

/** A mark without its text. */
export const MarkItem = z
  .object({
    id: MarkId,
    session_id: SessionId,
    agent_id: AgentId,
    actor: UserId.optional().meta({
      description: 'Who marked it; absent for a suggestion of the service.',
    }),
    at: Timestamp,
    mistake,
    kind: z.string(),
    turn: z.int(),
    speaker,
    suggestion: z.object({ score, threshold: score }).optional().meta({
      description:
        'Of a suggestion: the score of the model, and the threshold of the policy, which it does not reach.',
    }),
    decision: z.object({ outcome: z.string(), actor: UserId, at: Timestamp }).optional(),
  })
  .meta({ id: 'Mark', examples: [exampleMark] });
export type MarkItem = z.infer<typeof MarkItem>;

/** Answer of `POST /api/v1/sessions/{session_id}/marks`. */
export const AddedMark = z
  .object({
    mark: MarkItem,
    effect: z.string().meta({
      description:
        'What happens in the call from its next turn on: `masked`, `in_clear` or `unchanged` (the call is over, the policy lets the kind pass, or something else keeps the value masked).',
    }),
  })
  .meta({ id: 'AddedMark', examples: [{ mark: exampleMark, effect: 'masked' }] });
export type AddedMark = z.infer<typeof AddedMark>;

/** Query of `GET /api/v1/marks`. */
export const MarkListQuery = PageQuery.extend({
  state: z
    .enum(['open', 'decided'])
    .optional()
    .meta({ description: '`open`: nobody has decided yet.' }),
  session_id: SessionId.optional().meta({ description: 'Only marks of this session.' }),
});

/** Answer of `GET /api/v1/marks`, newest first. */
export const MarkPage = pageOf(MarkItem).meta({
  id: 'MarkPage',
  examples: [{ data: [exampleMark], next_cursor: null }],
});

/** Path of one mark. Any text passes; an unknown id gets 404. */
export const MarkPath = z.object({
  mark_id: z.string().meta({
    description: 'Id of a mark: `mark_` and a ULID.',
    examples: [exampleMark.id],
  }),
});

const MarkWithText = MarkItem.extend({
  text: z.string(),
  span: z.tuple([z.int(), z.int()]).readonly(),
}).meta({ id: 'MarkWithText' });

/** Answer of `GET /api/v1/marks/{mark_id}`. */
export const OneMark = z.object({ mark: MarkWithText }).meta({
  id: 'OneMark',
  examples: [{ mark: { ...exampleMark, text: 'it is Orla Venn speaking', span: [6, 15] } }],
});
export type OneMark = z.infer<typeof OneMark>;

/** Body of `POST /api/v1/marks/{mark_id}/decision`. */
export const DecideMark = z
  .strictObject({ outcome })
  .meta({ id: 'DecideMark', examples: [{ outcome: 'policy_word' }] });

/** Answer of `POST /api/v1/marks/{mark_id}/decision`. */
export const DecidedMark = z
  .object({
    mark: MarkItem,
    policy_yaml: z.string().optional().meta({
      description: 'For `policy_word`: the lines to add to the policy. They hold the value.',
    }),
    policy_version_id: PolicyVersionId.optional().meta({
      description: 'The proposal with these lines, which an admin approves.',
    }),
  })
  .meta({
    id: 'DecidedMark',
    examples: [
      {
        mark: {
          ...exampleMark,
          decision: { outcome: 'policy_word', actor: exampleMark.actor, at: exampleMark.at },
        },
        policy_yaml: 'entities:\n  NAME:\n    always:\n      - "Orla Venn"\n',
      },
    ],
  });
export type DecidedMark = z.infer<typeof DecidedMark>;

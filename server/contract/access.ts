import { z } from 'zod';
import { SessionId, Timestamp, UserId, WebSessionId } from './ids.ts';
import { pageOf } from './pagination.ts';

export const exampleUser = {
  id: 'usr_01M7YRR0C0T5V9W2X4Y6Z8A1B3',
  login: 'sam.lee@example.com',
  display_name: 'Sam Lee',
  admin: true,
  role: 'admin' as const,
  may_reveal: true,
  created_at: '2026-11-02T08:00:00.000Z',
};

/** What a person may do here (decision 0088). */
const Role = z.enum(['viewer', 'compliance', 'it', 'admin']).meta({
  description:
    '`viewer` sees the public side of calls. `compliance` may also reveal real values and review what others did. `it` changes settings and sees no real values. `admin` may do everything.',
});

/** A person known to this installation (spec, User). */
export const UserRecord = z
  .object({
    id: UserId,
    login: z
      .string()
      .meta({ description: 'The verified email address, or the `sub` without one.' }),
    display_name: z.string(),
    admin: z.boolean(),
    role: Role,
    may_reveal: z
      .boolean()
      .meta({ description: 'Whether the role lets the person see real values.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'User', examples: [exampleUser] });
export type UserRecord = z.infer<typeof UserRecord>;

/** Answer of `GET /api/v1/me`: the signed-in user. */
export const Me = z
  .object({ user: UserRecord })
  .meta({ id: 'Me', examples: [{ user: exampleUser }] });
export type Me = z.infer<typeof Me>;

/** Path of one user. Any text passes; an unknown id gets 404. */
export const UserPath = z.object({
  user_id: z.string().meta({
    description: 'Id of a user: `usr_` and a ULID.',
    examples: ['usr_01M7YRRT80KFHMF3DXAFZ08RHY'],
  }),
});

/** Path of one web session. */
export const WebSessionPath = z.object({
  web_session_id: z.string().meta({
    description: 'Id of a web session: `web_` and a ULID.',
    examples: ['web_01M7YRRT80KFHMF3DXAFZ08RHY'],
  }),
});

/** Answer of `GET /api/v1/admin/users`, newest first. */
export const UserPage = pageOf(UserRecord).meta({
  id: 'UserPage',
  examples: [{ data: [exampleUser], next_cursor: null }],
});

/** Who has signed in, by name. */
export const PeopleList = pageOf(
  UserRecord.pick({ id: true, login: true, display_name: true }),
).meta({
  id: 'PeopleList',
  examples: [
    {
      data: [
        {
          id: exampleUser.id,
          login: exampleUser.login,
          display_name: exampleUser.display_name,
        },
      ],
      next_cursor: null,
    },
  ],
});
export type PeopleList = z.infer<typeof PeopleList>;

/** The account admins, whom others ask for more rights. */
export const AdminList = pageOf(UserRecord.pick({ login: true, display_name: true })).meta({
  id: 'AdminList',
  examples: [
    {
      data: [{ login: exampleUser.login, display_name: exampleUser.display_name }],
      next_cursor: null,
    },
  ],
});
export type AdminList = z.infer<typeof AdminList>;

/** Body of `PATCH /api/v1/admin/users/{user_id}`. */
export const UpdateUser = z
  .strictObject({
    role: Role.optional(),
    admin: z.boolean().optional().meta({
      description: '`true` is role `admin`, `false` is `viewer`.',
    }),
  })
  .refine(({ role, admin }) => (role === undefined) !== (admin === undefined), {
    message: 'give either role or admin',
  })
  .meta({ id: 'UpdateUser', examples: [{ role: 'compliance' }] });

/** Answer of `PATCH /api/v1/admin/users/{user_id}`. */
export const OneUser = z
  .object({ user: UserRecord })
  .meta({ id: 'OneUser', examples: [{ user: exampleUser }] });

const exampleWebSession = {
  id: 'web_01M7YRT4Q2K6V8M0N3P5R7S9T1',
  user_id: exampleUser.id,
  login: exampleUser.login,
  created_at: '2026-11-20T07:58:00.000Z',
  last_seen_at: '2026-11-21T10:02:00.000Z',
  current: true,
};

/** A signed-in browser. The id is neither the cookie nor made from it. */
export const WebSessionItem = z
  .object({
    id: WebSessionId,
    user_id: UserId,
    login: z.string(),
    created_at: Timestamp,
    last_seen_at: Timestamp.meta({ description: 'Exact to a minute.' }),
    current: z.boolean().meta({ description: 'Whether this browser sent the request.' }),
  })
  .meta({ id: 'WebSession', examples: [exampleWebSession] });
export type WebSessionItem = z.infer<typeof WebSessionItem>;

/** Answer of `GET /api/v1/admin/web-sessions`, newest first. */
export const WebSessionPage = pageOf(WebSessionItem).meta({
  id: 'WebSessionPage',
  examples: [{ data: [exampleWebSession], next_cursor: null }],
});

/** Body of `POST /api/v1/admin/sign-in-links`. */
export const CreateSignInLink = z
  .strictObject({
    login: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .meta({ description: 'The person who signs in with it.' }),
  })
  .meta({ id: 'CreateSignInLink', examples: [{ login: 'sam.lee@example.com' }] });

/** Answer of `POST /api/v1/admin/sign-in-links`, which alone has the link. */
export const CreatedSignInLink = z
  .object({
    sign_in_link: z.object({
      url: z.string().meta({ description: 'Signs in once, within 15 minutes.' }),
      login: z.string(),
    }),
  })
  .meta({
    id: 'CreatedSignInLink',
    examples: [
      {
        sign_in_link: {
          url: 'http://127.0.0.1:8787/idp/sign-in?ticket=an-invented-ticket',
          login: 'sam.lee@example.com',
        },
      },
    ],
  });

/** Why somebody looks at real values. */
export const RevealReason = z.enum([
  'call_review',
  'patient_request',
  'correction',
  'deletion_request',
  'incident',
  'audit',
  'other',
]);
export type RevealReason = z.infer<typeof RevealReason>;

const revealFields = {
  reason: RevealReason,
  note: z
    .string()
    .trim()
    .max(200)
    .optional()
    .meta({
      description: 'Kept in the journal. It must name no patient.',
      examples: ['ticket 4711'],
    }),
};

/** Body of `POST /api/v1/reveals`: of one call, or of the roster. */
export const StartReveal = z
  .discriminatedUnion('view', [
    z.strictObject({
      view: z.enum(['live', 'transcript', 'mark']),
      session_id: SessionId,
      ...revealFields,
    }),
    z.strictObject({ view: z.literal('roster'), ...revealFields }),
  ])
  .meta({
    id: 'StartReveal',
    examples: [
      { view: 'live', session_id: 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE', reason: 'call_review' },
    ],
  });
export type StartReveal = z.infer<typeof StartReveal>;

/** Answer of `POST /api/v1/reveals`. */
export const OneReveal = z
  .object({ reveal: z.object({ expires_at: Timestamp }) })
  .meta({ id: 'OneReveal', examples: [{ reveal: { expires_at: '2026-11-21T10:05:00.000Z' } }] });
export type OneReveal = z.infer<typeof OneReveal>;

const exampleCall = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE' as const;

const aboutCall = {
  session_id: SessionId,
  texts: z
    .array(z.string().min(1))
    .min(1)
    .max(100)
    .meta({ description: 'Texts about this call, such as its summary.' }),
};

/** Body of `POST /api/v1/mask`. */
export const MaskTexts = z.strictObject(aboutCall).meta({
  id: 'MaskTexts',
  examples: [{ session_id: exampleCall, texts: ['Call Dana Whitfield back at 202-555-0143.'] }],
});

/** Answer of `POST /api/v1/mask`. */
export const MaskedTexts = z
  .object({ texts: z.array(z.string()).readonly().meta({ description: 'In the same order.' }) })
  .meta({
    id: 'MaskedTexts',
    examples: [{ texts: ['Call [REDACTED:NAME] back at [REDACTED:PHONE].'] }],
  });

/** Body of `POST /api/v1/unmask`. */
export const UnmaskTexts = z.strictObject({ ...aboutCall, ...revealFields }).meta({
  id: 'UnmaskTexts',
  examples: [{ session_id: exampleCall, texts: ['Nothing to put back.'], reason: 'call_review' }],
});

/** Answer of `POST /api/v1/unmask`. */
export const UnmaskedTexts = z
  .object({
    texts: z.array(z.string()).readonly().meta({ description: 'In the same order.' }),
    restored: z.int().meta({ description: 'How many tokens were replaced by values.' }),
  })
  .meta({ id: 'UnmaskedTexts', examples: [{ texts: ['Nothing to put back.'], restored: 0 }] });

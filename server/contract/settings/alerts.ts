import { z } from 'zod';
import { alertKinds } from '../../domain/settings/alert.ts';
import { isSafeUrl, targetOf } from '../../domain/settings/network-target.ts';
import { GivenName, Timestamp } from '../ids.ts';
import { pageOf } from '../pagination.ts';

export const AlertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof AlertKind>;

export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/, 'must be an email address');

/** Plain HTTP carries an alert only to this machine. */
const webhookUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    isSafeUrl,
    'must be an https:// address that is not link-local, or an http:// address of this machine',
  );

const EmailChannel = z.strictObject({
  kind: z.literal('email'),
  to: z.array(EmailAddress).min(1).max(20),
});
const WebhookChannel = z.strictObject({ kind: z.literal('webhook'), url: webhookUrl });

const exampleRule = {
  name: 'Privacy officer',
  enabled: true,
  kinds: ['may_have_been_sent' as const, 'by_policy' as const],
  quiet_minutes: 1,
  channel: { kind: 'email' as const, to: ['privacy@clinic.example.com'] },
};

/** Which alerts go where. */
export const SetAlertRule = z
  .strictObject({
    name: GivenName,
    enabled: z.boolean(),
    kinds: z.array(AlertKind).min(1),
    quiet_minutes: z.int().min(1).max(1_440).meta({
      description: 'At most one message in this time; what happens meanwhile is in the next one.',
    }),
    channel: z.discriminatedUnion('kind', [EmailChannel, WebhookChannel], {
      error: 'must be an email or a webhook channel',
    }),
  })
  .meta({ id: 'SetAlertRule', examples: [exampleRule] });
export type SetAlertRule = z.infer<typeof SetAlertRule>;

const ruleId = 'rule_01M7YRT2V0Q8J5C4W9N6B3XKDE';

export const AlertRule = z
  .object({ id: z.string().meta({ description: '`rule_` and a ULID.' }), ...SetAlertRule.shape })
  .meta({ id: 'AlertRule', examples: [{ id: ruleId, ...exampleRule }] });
export type AlertRule = z.infer<typeof AlertRule>;

/** Answer of the methods of one rule. */
export const OneAlertRule = z
  .object({
    rule: AlertRule,
    webhook_secret: z.string().optional().meta({
      description:
        'Only in the answer that makes a webhook: the secret that signs its messages (Standard Webhooks). It is never shown again.',
    }),
  })
  .meta({ id: 'OneAlertRule', examples: [{ rule: { id: ruleId, ...exampleRule } }] });

/** Path of one rule. Any text passes; an unknown id gets 404. */
export const AlertRulePath = z.object({
  rule_id: z.string().meta({ description: 'Id of a rule.', examples: [ruleId] }),
});

const exampleServer = {
  host: 'mail.clinic.example.com',
  port: 587,
  security: 'starttls' as const,
  user: 'alerts',
  from: 'alerts@clinic.example.com',
};

const MailServer = z.strictObject({
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.:[\]-]+$/, 'must be the name or the address of a mail server')
    .refine((host) => targetOf(host) !== 'link_local', 'must not be a link-local address'),
  port: z.int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none']).meta({
    description: '`none` only for a mail server on this machine.',
  }),
  user: z.string().max(254).meta({ description: 'Empty for a server that asks for none.' }),
  from: EmailAddress,
});

const limits = {
  provider_failures: z.int().min(1).max(100).meta({
    description: 'A provider is down after this many failures within `provider_minutes`.',
  }),
  provider_minutes: z.int().min(1).max(1_440),
  disk_low_mb: z.int().min(100).max(1_000_000),
};
const exampleLimits = { provider_failures: 3, provider_minutes: 5, disk_low_mb: 2_000 };

/** Body of `PUT /api/v1/settings/alerts`. */
export const SetAlertSettings = z
  .strictObject({
    mail_server: MailServer.extend({
      password: z.string().max(1_000).optional().meta({
        description: 'Absent: the stored one stays.',
      }),
    })
      .refine(({ security, host }) => security !== 'none' || isLoopback(host), {
        path: ['security'],
        message: 'must be tls or starttls: only a mail server on this machine needs no TLS',
      })
      .nullable(),
    ...limits,
  })
  .meta({ id: 'SetAlertSettings', examples: [{ mail_server: exampleServer, ...exampleLimits }] });

/** Answer of `GET` and `PUT /api/v1/settings/alerts`. */
export const AlertSettings = z
  .object({
    mail_server: MailServer.extend({
      password_set: z.boolean().meta({ description: 'The password itself is never shown.' }),
    }).nullable(),
    ...limits,
    rules: z.array(AlertRule),
  })
  .meta({
    id: 'AlertSettings',
    examples: [
      {
        mail_server: { ...exampleServer, password_set: true },
        ...exampleLimits,
        rules: [{ id: ruleId, ...exampleRule }],
      },
    ],
  });
export type AlertSettings = z.infer<typeof AlertSettings>;

const counts = z.record(z.string(), z.int());

/** One message of one rule. */
export const AlertMessage = z
  .object({
    id: z.string().meta({ description: '`alr_` and a ULID; the `webhook-id` of a webhook.' }),
    rule_id: z.string(),
    channel: z.enum(['email', 'webhook']),
    counts: counts.meta({ description: 'How often, by kind.' }),
    over: counts.meta({ description: 'Conditions that ended, by kind.' }),
    calls: z.array(z.string()).meta({ description: 'The first ten calls concerned.' }),
    subjects: z.array(z.string()).meta({ description: 'Names of upstreams.' }),
    first_at: Timestamp,
    last_at: Timestamp,
    state: z.enum(['waiting', 'sent', 'failed']).meta({
      description: '`failed` after the last attempt; it can be sent again.',
    }),
    attempts: z.int(),
    error: z.string().optional().meta({ description: 'Why the last attempt failed.' }),
    settled_at: Timestamp.optional(),
  })
  .meta({
    id: 'AlertMessage',
    examples: [
      {
        id: 'alr_01M7YRT2V0Q8J5C4W9N6B3XKDE',
        rule_id: ruleId,
        channel: 'email',
        counts: { may_have_been_sent: 2 },
        over: {},
        calls: ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
        subjects: [],
        first_at: '2026-11-21T10:00:00.000Z',
        last_at: '2026-11-21T10:00:04.000Z',
        state: 'sent',
        attempts: 1,
        settled_at: '2026-11-21T10:00:06.000Z',
      },
    ],
  });
export type AlertMessage = z.infer<typeof AlertMessage>;

/** Answer of `GET /api/v1/alerts`, newest first. */
export const AlertMessages = pageOf(AlertMessage).meta({
  id: 'AlertMessages',
  examples: [{ data: [], next_cursor: null }],
});

/** Path of one message. */
export const AlertPath = z.object({
  alert_id: z.string().meta({
    description: 'Id of a message.',
    examples: ['alr_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
  }),
});

/** Answer of `POST /api/v1/settings/alerts/rules/{rule_id}/test`. */
export const AlertTest = z
  .object({
    sent: z.boolean(),
    error: z.string().optional().meta({ description: 'Why the receiver did not take it.' }),
  })
  .meta({ id: 'AlertTest', examples: [{ sent: true }] });

/** As in `server/shared/loopback.ts`, which this room cannot import. */
function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

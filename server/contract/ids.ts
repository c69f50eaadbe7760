import { z } from 'zod';

/**
 * No control character, no half of a surrogate pair, no line or paragraph separator, and no sign that turns the
 * direction of what stands beside the name. In code points, because generators of clients in Python cannot read `\p{Cc}`
 * in the OpenAPI document.
 */
// biome-ignore format: the exception holds for the next line
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it excludes
const legible = /^[^\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]*$/u;

/** A name for people, 1 to 64 characters that show it (spec, Limits); in NFC, so that it is one name in every writing. */
export const GivenName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1, { abort: true })
  .max(64)
  .regex(legible, 'must be without control and direction signs')
  .refine((name) => /[^\s\p{Cf}\p{Mn}]/u.test(name), 'must have a visible sign');

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

/** Resource ids on the wire: ULIDs with a type prefix (spec, Conventions). */
export const AgentId = z.templateLiteral(['agt_', ulid], { error: 'must be agt_ and a ULID' });
export const SessionId = z.templateLiteral(['sess_', ulid], { error: 'must be sess_ and a ULID' });
export const UserId = z.templateLiteral(['usr_', ulid], { error: 'must be usr_ and a ULID' });
export const WebSessionId = z.templateLiteral(['web_', ulid], { error: 'must be web_ and a ULID' });
export const BearerTokenId = z.templateLiteral(['btk_', ulid], {
  error: 'must be btk_ and a ULID',
});
export const PolicyVersionId = z.templateLiteral(['pol_', ulid], {
  error: 'must be pol_ and a ULID',
});
export const IncidentId = z.templateLiteral(['inc_', ulid], { error: 'must be inc_ and a ULID' });
export const MarkId = z.templateLiteral(['mark_', ulid], { error: 'must be mark_ and a ULID' });

/** Path of one agent. Any text passes; an unknown id gets 404. */
export const AgentPath = z.object({
  agent_id: z.string().meta({
    description: 'Id of an agent: `agt_` and a ULID.',
    examples: ['agt_01M7YRRT80KFHMF3DXAFZ08RHY'],
  }),
});

/** Path of one session. */
export const SessionPath = z.object({
  session_id: z.string().meta({
    description: 'Id of a session: `sess_` and a ULID.',
    examples: ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDE'],
  }),
});

/** A plain string in the service, where it only names a request. */
export const RequestId = z
  .string()
  .regex(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .meta({ description: 'The same as in `x-request-id`.' });

/** A moment; ISO 8601 in UTC (spec, Conventions). */
export const Timestamp = z.string().meta({ format: 'date-time' });

import { z } from 'zod';

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

/** Resource ids on the wire: ULIDs with a type prefix (spec, Conventions). */
export const AgentId = z.templateLiteral(['agt_', ulid]);
export const SessionId = z.templateLiteral(['sess_', ulid]);
export const UserId = z.templateLiteral(['usr_', ulid]);
export const BearerTokenId = z.templateLiteral(['btk_', ulid]);

/** A plain string inside, where it only names a request. */
export const RequestId = z
  .string()
  .regex(/^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  .meta({ description: 'The same as in `x-request-id`.' });

/** A moment; ISO 8601 in UTC (spec, Conventions). */
export const Timestamp = z.string().meta({ format: 'date-time' });

import { z } from 'zod';

const ulid = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

/** Resource ids on the wire: ULIDs with a type prefix (spec, Conventions). */
export const AgentId = z.templateLiteral(['agt_', ulid]);
export const SessionId = z.templateLiteral(['sess_', ulid]);
export const UserId = z.templateLiteral(['usr_', ulid]);

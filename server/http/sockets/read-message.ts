import type { z } from 'zod';
import { plainMessage } from '../../shared/plain-message.ts';
import { invalidRequest, validationDetails } from '../server/validator.ts';

/**
 * A message as its schema parses it; undefined for a kind that the service does not act on, because
 * platforms add kinds. Fault `validation_failed` for a message of a known kind that is not valid.
 */
export function readMessage<S extends z.ZodDiscriminatedUnion>(
  schema: S,
  received: unknown,
): z.output<S> | undefined {
  const { success, data, error } = schema.safeParse(received, { error: plainMessage });
  if (success) return data;
  const isUnknown = error.issues.some(({ code }) => code === 'invalid_union');
  if (isUnknown) return undefined;
  throw invalidRequest(validationDetails(error));
}

import type { z } from 'zod';
import type { ErrorDetail } from './errors.ts';

const maxDetails = 20;

/**
 * What is wrong with an input, without repeating any of it: values never appear, and neither do
 * keys that the schema does not know. At most 20 entries.
 */
export function validationDetails(
  error: z.core.$ZodError,
): readonly Pick<ErrorDetail, 'path' | 'message'>[] {
  return error.issues.slice(0, maxDetails).map((issue) => ({
    path: (issue.code === 'invalid_key' ? issue.path.slice(0, -1) : issue.path)
      .map(String)
      .join('.'),
    message: issue.code === 'unrecognized_keys' ? 'has an unknown field' : issue.message,
  }));
}

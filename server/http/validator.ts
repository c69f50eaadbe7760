import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { problemsOf } from '../contract/problems.ts';
import { Fault } from '../domain/fault.ts';

/** Checks a request part with its zod schema; refuses with `validation_failed` and details. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (data) => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: invalid(result.error) };
  };

/** The refusal of an input that does not fit its schema. */
function invalid(error: z.ZodError): Fault {
  return new Fault('validation_failed', 'the request is not valid', {
    details: problemsOf(error),
  });
}

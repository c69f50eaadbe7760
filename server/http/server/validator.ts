import type { FastifySchemaCompiler, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { ErrorDetail } from '../../contract/errors.ts';
import { Fault } from '../../domain/fault.ts';

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

/**
 * Checks a request part with its zod schema; refuses with `validation_failed` and details. A query
 * parameter that the schema does not list is refused.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    if (httpPart === 'querystring' && schema instanceof z.ZodObject) {
      const unknown = Object.keys(data).filter((name) => !Object.hasOwn(schema.shape, name));
      if (unknown.length > 0) return { error: unknownParameters(unknown, schema) };
    }
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: invalidRequest(result.error) };
  };

/** A route that lists no query parameters takes none; a hook for `onRoute`. */
export function forbidUnlistedQuery(route: RouteOptions): void {
  route.schema = { querystring: z.object({}), ...route.schema };
}

/** The refusal of an input that does not fit its schema. */
function invalidRequest(error: z.ZodError): Fault {
  return new Fault('validation_failed', 'the request is not valid', {
    details: validationDetails(error),
  });
}

/** Names each parameter that can only be a name: whatever has a digit in it may be somebody's. */
function unknownParameters(names: readonly string[], { shape }: z.ZodObject): Fault {
  const known = Object.keys(shape);
  const message =
    known.length === 0
      ? 'is no parameter: this endpoint takes none'
      : `is no parameter of this endpoint: it takes ${known.join(', ')}`;
  const details = names.slice(0, 20).map((name) => ({
    path: /^[a-z][a-z_]{0,39}$/i.test(name) ? name : '',
    message,
  }));
  return new Fault('validation_failed', 'the request is not valid', { details });
}

import type { FastifySchemaCompiler, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { ErrorDetail } from '../../contract/errors.ts';
import { Fault, type Problem } from '../../domain/fault.ts';
import { suggestion } from '../../policy/index.ts';
import { plainMessage } from '../../shared/plain-message.ts';

const maxDetails = 20;

type Detail = Pick<ErrorDetail, 'path' | 'message'>;

/**
 * What is wrong with an input, at most 20 entries. They repeat nothing of the input but the names of fields that
 * the schema does not know.
 */
export function validationDetails(error: z.core.$ZodError): readonly Detail[] {
  return error.issues.flatMap(detailsOf).slice(0, maxDetails);
}

function detailsOf(issue: z.core.$ZodIssue): readonly Detail[] {
  const path = issue.path.map(String);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        isPlainName(key)
          ? { path: [...path, key].join('.'), message: 'is not a field of this request' }
          : { path: path.join('.'), message: 'has an unknown field' },
      );
    case 'invalid_key':
      return [{ path: path.slice(0, -1).join('.'), message: issue.message }];
    default:
      return [{ path: path.join('.'), message: issue.message }];
  }
}

/** Whether an unknown name is repeated: one that has digits or blanks may be a patient's. */
const isPlainName = (name: string): boolean => /^[a-z][a-z_]{0,39}$/i.test(name);

/**
 * Checks a request part with its zod schema; refuses with `validation_failed` and details. Refuses a
 * query parameter that the schema does not list.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    if (httpPart === 'querystring' && schema instanceof z.ZodObject) {
      const unknown = Object.keys(data).filter((name) => !Object.hasOwn(schema.shape, name));
      if (unknown.length > 0) return { error: unknownParameters(unknown, schema) };
      const repeated = Object.keys(data).filter((name) => Array.isArray(data[name]));
      if (repeated.length > 0) return { error: invalidRequest(repeated.map(givenTwice)) };
    }
    const result = schema.safeParse(data, { error: plainMessage });
    return result.success
      ? { value: result.data }
      : { error: invalidRequest(validationDetails(result.error)) };
  };

/** A route that lists no query parameters takes none; a hook for `onRoute`. */
export function forbidUnlistedQuery(route: RouteOptions): void {
  route.schema = { querystring: z.object({}), ...route.schema };
}

/** The refusal of an input. The message has the first detail, because many clients show only that. */
export function invalidRequest(details: readonly Detail[]): Fault {
  const [first] = details;
  const reason = first === undefined ? '' : `: ${first.path || 'it'} ${first.message}`;
  return new Fault('validation_failed', `the request is not valid${reason}`, { details });
}

/** The refusal of a policy. The message has the first problem and its line. */
export function invalidPolicy(
  details: readonly Problem[],
  message = 'the policy is not valid',
): Fault {
  const [first] = details;
  const line = first?.line === undefined ? '' : ` line ${first.line}:`;
  const reason = first === undefined ? '' : `:${line} ${first.path} ${first.message}`;
  return new Fault('policy_yaml_invalid', (message + reason).replace('  ', ' '), { details });
}

const givenTwice = (path: string): Detail => ({ path, message: 'is given more than once' });

function unknownParameters(names: readonly string[], { shape }: z.ZodObject): Fault {
  const known = Object.keys(shape);
  const message =
    known.length === 0
      ? 'is not a parameter: this endpoint takes none'
      : `is not a parameter of this endpoint, which takes ${known.join(', ')}`;
  const details = names.slice(0, maxDetails).map((name) => ({
    path: isPlainName(name) ? name : '',
    message: message + suggestion(name, known),
  }));
  return invalidRequest(details);
}

import type { ValidateFunction } from 'ajv';
import { documentOf, type OpenApi } from '../../../server/http/openapi/document.ts';
import type { RegisteredRoute } from '../../../server/http/openapi/operation.ts';
import type { Answer } from './record-answer.ts';
import { strictValidators } from './strict-validators.ts';

/** An answer and the route that gave it; no `url` when there was no such route. */
export type RoutedAnswer = Answer & { readonly method: string; readonly url: string | undefined };

/** What does not fit the document, without any of the answer's text; empty when all fits. */
export type Check = (answer: RoutedAnswer) => readonly string[];

const checkers = new Map<string, Check>();

/** The check of a server with these routes; made once for equal documents. */
export function checkerOf(routes: readonly RegisteredRoute[]): Check {
  const document = documentOf({ version: '0', baseUrl: 'http://127.0.0.1', routes });
  const key = JSON.stringify([document, routes.map(({ url }) => url)]);
  const known = checkers.get(key) ?? createCheck(document, routes);
  checkers.set(key, known);
  return known;
}

/** Routes without documentation are passed over: pages, and what tests add. */
function createCheck(document: OpenApi, routes: readonly RegisteredRoute[]): Check {
  const validatorAt = strictValidators(document);
  const undocumented = new Set(
    routes
      .filter(({ schema }) => schema.operationId === undefined)
      .map(({ method, url }) => `${method} ${url}`),
  );

  return (answer) => {
    const { method, url, status } = answer;
    if (undocumented.has(`${method} ${url}`)) return [];
    const name = `${method} ${url ?? 'nowhere'} ${status}`;
    const found =
      url === undefined ? nowhere(document, status) : responseAt(document, method, url, status);
    if (found === undefined) return [`${name}: is not documented`];
    return problemsOf(answer, found, document, validatorAt).map((problem) => `${name}: ${problem}`);
  };
}

interface Response {
  readonly headers?: Readonly<Record<string, { $ref?: string; required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

type Found = readonly [response: Response, pointer: readonly string[]];

function responseAt(
  document: OpenApi,
  method: string,
  url: string,
  status: number,
): Found | undefined {
  const path = url.replace(/:(\w+)/g, '{$1}');
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const responses = document.paths[path]?.[verb]?.['responses'] as
    | Readonly<Record<string, Response & { $ref?: string }>>
    | undefined;
  const response = responses?.[String(status)];
  if (response?.$ref === undefined) {
    return response && [response, ['paths', path, verb, 'responses', String(status)]];
  }
  return shared(document, response.$ref.slice(response.$ref.lastIndexOf('/') + 1));
}

function shared({ components }: OpenApi, name: string): Found | undefined {
  const response = components.responses[name];
  return response && [response as Response, ['components', 'responses', name]];
}

/** Where no route is, only what comes before a route can be answered. */
function nowhere(document: OpenApi, status: number): Found | undefined {
  if (status === 404 || status === 405) {
    const headers = { 'x-request-id': { required: true } };
    const content = { 'application/json': { schema: {} } };
    return [{ headers, content }, ['components', 'schemas', 'ErrorEnvelope']];
  }
  return shared(document, `validation_failed_${status}`);
}

function problemsOf(
  answer: RoutedAnswer,
  [response, pointer]: Found,
  document: OpenApi,
  validatorAt: (pointer: readonly string[]) => ValidateFunction,
): readonly string[] {
  const missing = requiredHeaders(response, document).filter(
    (name) => answer.headers[name.toLowerCase()] === undefined,
  );
  const headers = missing.map((name) => `has no header ${name}`);
  if (answer.method === 'HEAD') return headers;
  if (response.content === undefined) {
    return answer.body === '' ? headers : [...headers, 'has a body'];
  }
  const type = String(answer.headers['content-type'] ?? '').replace(/;.*$/, '');
  if (response.content[type] === undefined) return [...headers, `has content type ${type}`];
  if (type !== 'application/json') return headers;
  const place = pointer[1] === 'schemas' ? pointer : [...pointer, 'content', type, 'schema'];
  return [...headers, ...bodyProblems(answer.body, validatorAt(place))];
}

function requiredHeaders({ headers = {} }: Response, { components }: OpenApi): readonly string[] {
  return Object.entries(headers)
    .filter(([, { $ref, required }]) => {
      const header = $ref && components.headers[$ref.slice($ref.lastIndexOf('/') + 1)];
      return header ? header['required'] === true : required === true;
    })
    .map(([name]) => name);
}

function bodyProblems(body: string, validate: ValidateFunction): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return ['is not JSON'];
  }
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
  );
}

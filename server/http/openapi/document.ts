import type { FastifyInstance, RouteOptions } from 'fastify';
import { sessionCookie } from '../sign-in/session-cookies.ts';
import { type Components, componentsOf, type JsonSchema, referencedNames } from './components.ts';
import { errorCodesOf, operationOf, type RegisteredRoute } from './operation.ts';
import { sharedErrors, sharedHeaders } from './responses.ts';

/**
 * Collects the routes that are registered on `app` from here on. The result makes their OpenAPI
 * document at its first call.
 */
export function collectOpenApi(
  app: FastifyInstance,
  facts: { readonly version: string; readonly baseUrl: string },
): () => OpenApi {
  const routes: RegisteredRoute[] = [];
  let document: OpenApi | undefined;
  app.addHook('onRoute', (route: RouteOptions) => {
    for (const method of [route.method].flat()) {
      // Fastify adds HEAD to every GET.
      if (method !== 'HEAD') routes.push({ method, url: route.url, schema: route.schema ?? {} });
    }
  });
  return () => {
    document ??= documentOf({ ...facts, routes });
    return document;
  };
}

/** The parts of an OpenAPI 3.1 document that its readers here use. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly security: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly components: {
    readonly schemas: Components;
    readonly responses: Components;
    readonly headers: Components;
    readonly securitySchemes: Components;
  };
}

export interface DocumentSource {
  readonly version: string;
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
  readonly routes: readonly RegisteredRoute[];
}

/** Makes the document from the routes and their schemas. */
export function documentOf({ version, baseUrl, routes }: DocumentSource): OpenApi {
  const documented = routes.filter(({ schema }) => schema.operationId !== undefined);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of documented) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: documentedOperation(route) };
  }
  const errors = sharedErrors(
    documented.flatMap(({ method, schema }) => [...errorCodesOf({ ...schema, method })]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Voice PHI Proxy', version, description: introduction },
    servers: [{ url: baseUrl }],
    tags,
    security: [{ session: [] }],
    paths,
    components: {
      schemas: schemasFor(paths, errors),
      responses: errors,
      headers: sharedHeaders,
      securitySchemes,
    },
  };
}

function documentedOperation(route: RegisteredRoute): JsonSchema {
  try {
    return operationOf(route);
  } catch (cause) {
    throw new Error(`${route.method} ${route.url} cannot be documented`, { cause });
  }
}

/** The named schemas that the document uses, directly or through others. */
function schemasFor(paths: OpenApi['paths'], errors: Components): Components {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const taken = reachableSchemas(
    operations.map(({ requestBody }) => requestBody),
    componentsOf('input'),
  );
  const given = reachableSchemas(
    [operations.map(({ responses }) => responses), errors],
    componentsOf('output'),
  );
  const torn = Object.keys(taken).find(
    (name) => given[name] !== undefined && !sameJson(given[name], taken[name]),
  );
  if (torn !== undefined)
    throw new Error(`${torn} differs between requests and responses: give it two names`);
  return Object.fromEntries(
    Object.entries({ ...taken, ...given }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function reachableSchemas(from: unknown, all: Components): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const queue = [...referencedNames(from)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const schema = all[name];
    if (schema === undefined || found[name] !== undefined) continue;
    found[name] = schema;
    queue.push(...referencedNames(schema));
  }
  return found;
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const introduction = `The REST API that the portal uses, the OpenAI-compatible proxy and the webhook for voice platforms.

Every response has an \`x-request-id\`. Every error has the same body, \`ErrorEnvelope\`: decide by its \`code\`. Responses may gain fields and codes; ignore those you do not know. To read the next page of a list, send its \`next_cursor\` as \`cursor\`; it is null on the last page.

Any request can get 400 (not HTTP), 408 (too slow), 417 (unknown expectation) or 431 (headers too large), with code \`validation_failed\`. A path that is not listed here gets 404 \`not_found\`. Another host name gets 403 \`forbidden\`, as does a change that a page of another site sends.`;

const tags: OpenApi['tags'] = [
  { name: 'Calls', description: 'For voice platforms: the proxy and the webhook.' },
  { name: 'Agents', description: 'An agent connects an upstream model with a masking policy.' },
  { name: 'Sessions', description: 'A session is one call.' },
  { name: 'Audit', description: 'The hash-chained audit journal and its retention.' },
  { name: 'Policies', description: 'What is masked in calls, and how.' },
  { name: 'Sign-in', description: 'Sign-in with OpenID Connect, in a browser.' },
  { name: 'Service', description: 'The service itself.' },
];

const securitySchemes: Components = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      'Set when a browser signs in. Lasts 30 days from the last request. A script sends the value of a browser.',
  },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Voice-Signature',
    description:
      '`sha256=` and the hex HMAC-SHA256 of the raw body with the shared secret. With a timestamp: `t=<seconds>,v1=<hex>` over `<seconds>.<body>`, valid for 300 s. A request without a body signs zero bytes.',
  },
  agentToken: {
    type: 'http',
    scheme: 'bearer',
    description: "An agent's bearer token, for platforms that can only send a fixed header.",
  },
};

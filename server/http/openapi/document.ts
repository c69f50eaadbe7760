import type { FastifyInstance, RouteOptions } from 'fastify';
import { LiveEvent } from '../../contract/live.ts';
import { isOperation, operationRights, rolesWith } from '../../contract/rights.ts';
import { sessionCookie } from '../sign-in/session-cookies.ts';
import { type Components, type JsonSchema, sameJson, withJsonSchemas } from './json-schemas.ts';
import {
  errorCodesOf,
  operationOf,
  type RegisteredRoute,
  requestBodyOf,
  type SecurityScheme,
} from './operation.ts';
import { sharedErrors, sharedHeaders } from './responses.ts';

/**
 * Collects the routes that are registered on `app` from here on. The result makes their OpenAPI
 * document at its first call.
 */
export function collectOpenApi(
  app: FastifyInstance,
  facts: { readonly version: string; readonly baseUrl: string },
): () => OpenApi {
  const routes: RouteOptions[] = [];
  let document: OpenApi | undefined;
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  const made = () => {
    document ??= documentOf({ ...facts, routes: registeredRoutes(routes) });
    return document;
  };
  app.decorate(decorator, made);
  return made;
}

const decorator = 'openApi';

/** The document of a server whose routes were collected. */
export function openApiOf(app: FastifyInstance): OpenApi {
  return app.getDecorator<() => OpenApi>(decorator)();
}

/** The routes with their schemas, which hooks may change until the server is ready. */
export function registeredRoutes(routes: readonly RouteOptions[]): readonly RegisteredRoute[] {
  return routes.flatMap(({ method, url, schema = {} }) =>
    [method].flat().map((each) => ({ method: each, url, schema })),
  );
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
  // Fastify adds HEAD to every GET.
  const documented = routes.filter(
    ({ method, schema }) => method !== 'HEAD' && schema.operationId !== undefined,
  );
  const asked = withJsonSchemas(documented.map(requestBodyOf), 'input');
  const answered = withJsonSchemas(
    {
      operations: documented.map(operationOf),
      errors: sharedErrors(documented.flatMap((route) => [...errorCodesOf(route)])),
      // The routes refer to it by name: it describes lines of a stream.
      liveEvent: LiveEvent,
    },
    'output',
  );
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const [at, { method, url, schema }] of documented.entries()) {
    const path = url.replace(/:(\w+)/g, '{$1}');
    const requestBody = asked.part[at] ?? undefined;
    const curl = curlLine({
      method,
      baseUrl,
      path,
      credentials: schema.credentials ?? ['session'],
      body: exampleOf(requestBody, asked.schemas),
    });
    const operation = {
      ...answered.part.operations[at],
      description: [schema.description, whoMayUse(schema), `\`\`\`sh\n${curl}\n\`\`\``]
        .filter(Boolean)
        .join('\n\n'),
      requestBody,
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Voice PHI Proxy', version, description: introduction },
    servers: [{ url: baseUrl }],
    tags,
    security: [{ session: [] }],
    paths,
    components: {
      schemas: mergeSchemas(asked.schemas, answered.schemas),
      responses: answered.part.errors,
      headers: sharedHeaders,
      securitySchemes,
    },
  };
}

/** Says which roles an operation behind the sign-in is for (decision 0107); undefined for the others. */
function whoMayUse({ operationId = '' }: RegisteredRoute['schema']): string | undefined {
  if (!isOperation(operationId)) return undefined;
  const right = operationRights[operationId];
  if (right === 'signed_in') return 'Who may use it: everybody who is signed in.';
  const roles = rolesWith(right).map((role) => `\`${role}\``);
  return `Who may use it: people with the role ${roles.join(' or ')}.`;
}

/** The first example of a JSON body, which its named schema has; undefined without one. */
function exampleOf(body: JsonSchema | undefined, schemas: Components): unknown {
  const { content } = (body ?? {}) as { content?: Record<string, { schema: { $ref?: string } }> };
  const name = content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
  const examples = schemas[name]?.['examples'];
  return Array.isArray(examples) ? examples[0] : undefined;
}

/** The schemas of both directions. A name that both use has one meaning. */
function mergeSchemas(asked: Components, answered: Components): Components {
  const torn = Object.keys(asked).find(
    (name) => answered[name] !== undefined && !sameJson(answered[name], asked[name]),
  );
  if (torn !== undefined)
    throw new Error(`${torn} differs between requests and responses: give it two names`);
  return { ...asked, ...answered };
}

const introduction = `The REST API that the portal uses, the OpenAI-compatible proxy and the webhook for voice platforms.

Every response has an \`x-request-id\`. Every error has the same body, \`ErrorEnvelope\`: decide by its \`code\`. Responses may gain fields and codes; ignore those you do not know. To read the next page of a list, send its \`next_cursor\` as \`cursor\`; it is null on the last page.

Any request can get 400 (not HTTP), 408 (too slow), 417 (unknown expectation) or 431 (headers too large), with code \`validation_failed\`. A path that is not listed here gets 404 \`not_found\`. Another host name gets 403 \`forbidden\`, as does a change that a page of another site sends.`;

const tags: OpenApi['tags'] = [
  { name: 'Calls', description: 'For voice platforms: the proxy and the webhook.' },
  { name: 'Agents', description: 'An agent connects an upstream model with a masking policy.' },
  { name: 'Sessions', description: 'The records of calls: a session is one call.' },
  { name: 'Marks', description: 'Detection mistakes that people mark in calls.' },
  { name: 'Audit', description: 'The audit log, its verification and its retention.' },
  {
    name: 'Roster',
    description: 'The people whom the clinic knows, with names and numbers hidden.',
  },
  { name: 'Reports', description: 'Compliance reports of calls and of periods.' },
  { name: 'Policies', description: 'What is masked in calls, and how.' },
  { name: 'Sign-in', description: 'Sign-in with OpenID Connect, in a browser.' },
  { name: 'Settings', description: 'Settings of the installation that people make in the portal.' },
  { name: 'Demo', description: 'Invented calls, to try the portal out.' },
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
    description:
      "An agent's bearer token, for platforms that can only send a fixed header; or a short-lived token for it.",
  },
  agentClient: {
    type: 'http',
    scheme: 'basic',
    description: "The agent's id, and a bearer token of the agent as the password.",
  },
};

interface CurlRequest {
  readonly method: string;
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
  /** With parameters as `{name}`. */
  readonly path: string;
  readonly credentials: readonly SecurityScheme[];
  /** An example of the JSON body; undefined without one. */
  readonly body: unknown;
}

/** A command that sends an example request; what differs per reader is a shell variable such as `$AGENT_ID`. */
function curlLine({ method, baseUrl, path, credentials, body }: CurlRequest): string {
  const address = baseUrl + path.replace(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`);
  const json = JSON.stringify(body)?.replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`} "${address}"`,
    ...credentials.slice(0, 1).map((credential) => credentialOptions[credential]),
    ...(json === undefined ? [] : [`-H 'content-type: application/json' -d '${json}'`]),
  ].join(' \\\n  ');
}

const credentialOptions: Readonly<Record<SecurityScheme, string>> = {
  session: `-b "${sessionCookie}=$SESSION"`,
  signature: '-H "X-Voice-Signature: sha256=$SIGNATURE"',
  agentToken: '-H "Authorization: Bearer $TOKEN"',
  agentClient: '-u "$AGENT_ID:$TOKEN" -d grant_type=client_credentials',
};

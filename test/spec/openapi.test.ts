import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorStatus } from '../../server/contract/errors.ts';
import { isOperation, operationRights } from '../../server/contract/rights.ts';
import type { OpenApi } from '../../server/http/openapi/document.ts';
import { examplesOf, operationsOf, referenced } from '../support/openapi/document-parts.ts';
import { routesOf } from '../support/openapi/registered-routes.ts';
import { strictValidators } from '../support/openapi/strict-validators.ts';
import { runSvc } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';

type Body = { readonly content?: Readonly<Record<string, { readonly schema: object }>> };

/** Pages for people; everything else is API. */
/** OpenAPI describes requests and answers: neither pages nor sockets. */
const others =
  /^\/$|^\/portal(\/|$)|^\/demo\/|^\/idp\/|^\/api\/v1\/docs(\/|$)|^\/proxy\/:agent_id\/(retell|twilio)/;

let service: Service;
let document: OpenApi;

beforeAll(async () => {
  service = await startService({ SVC_INGRESS_PORT: '0' });
  document = (await (await service.api('/api/v1/openapi.json')).json()) as OpenApi;
});
afterAll(() => service?.close());

describe('the OpenAPI document', () => {
  it('the OpenAPI document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate({ ...structuredClone(document) });
    expect([result.errors ?? [], validator.version]).toEqual([[], '3.1']);
  });

  it('the OpenAPI document has nothing that generators of clients in Python cannot read', () => {
    const found: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (key === 'items' && typeof value === 'boolean') found.push('items that are no schema');
      if (key === 'pattern' && /\\p\{/i.test(String(value))) found.push(String(value));
      return value;
    });
    expect(found).toEqual([]);
    // A generator names an object that stands inside of a schema after both.
    const { schemas } = document.components;
    const inside = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties as Record<string, { type?: string; $ref?: string }>)
        .filter(([, { type }]) => type === 'object')
        .map(([field]) => name + field.replace(/(?:^|_)(\w)/g, (_, first) => first.toUpperCase())),
    );
    expect(inside.filter((name) => schemas[name] !== undefined)).toEqual([]);
  });

  it('svc openapi prints it without a service and without its data', async () => {
    const { code, out, err } = await runSvc(['openapi', '--url', `${service.url}/`]);
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toEqual(document);
  });

  it('docs/api.md names every endpoint with its right, and no other', () => {
    const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const named = [...page.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|.*\| ([^|]+) \|$/gm)];
    const documented = operationsOf(document).map(({ method, path, doc }) => {
      const operation = String(doc['operationId']);
      const right = isOperation(operation) ? operationRights[operation] : '–';
      return `${method} ${path}, ${right.replace('_', ' ')}`;
    });
    expect(named.map(([, endpoint, right]) => `${endpoint}, ${right}`).toSorted()).toEqual(
      documented.toSorted(),
    );
  });

  it('the OpenAPI document has every route except pages and sockets', () => {
    const registered = routesOf(service.app.http)
      .filter(({ method, url }) => method !== 'HEAD' && !others.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
    const documented = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(documented.toSorted()).toEqual(registered.toSorted());
    expect(documented).toContain('POST /voice/webhook/{agent_id}');
  });

  it('every signed-in user can read the OpenAPI document', async () => {
    const anonymous = await fetch(`${service.url}/api/v1/openapi.json`);
    expect(anonymous.status).toBe(401);
    expect(document.servers).toEqual([{ url: service.url }]);
  });
});

describe('every operation', () => {
  it('every operation has a unique id, a summary and a known tag', () => {
    const operations = operationsOf(document);
    const names = operations.map(({ doc }) => doc['operationId']);
    expect(new Set(names).size).toBe(names.length);
    const tags = new Set(document.tags.map(({ name }) => name));
    const bare = operations.filter(({ doc }) => {
      const known = (doc['tags'] as string[] | undefined)?.every((tag) => tags.has(tag)) === true;
      return !known || typeof doc['summary'] !== 'string';
    });
    expect(bare.map(({ doc }) => doc['operationId'])).toEqual([]);
  });

  it('every operation describes all parameters of its path and query', () => {
    const poor = operationsOf(document).filter(({ path, doc }) => {
      const parameters = (doc['parameters'] ?? []) as { name: string; description?: string }[];
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      return (
        parameters.some(({ description }) => description === undefined) ||
        inPath.some((name) => !parameters.some((parameter) => parameter.name === name))
      );
    });
    expect(poor.map(({ path }) => path)).toEqual([]);
  });

  it('every list takes limit and cursor, and answers next_cursor (spec, Pagination)', () => {
    // Hours of a chart, and a document that is replaced as a whole.
    const others = ['getAgentActivity', 'getBusinessAssociates'];
    const fieldsOf = (name = ''): object =>
      (document.components.schemas[name]?.['properties'] ?? {}) as object;
    const lists = operationsOf(document).filter(({ method, path, doc }) => {
      const answer = (doc['responses'] as Record<string, Body>)['200'];
      const isList = referenced(answer?.content?.['application/json']).some(
        (name) => 'data' in fieldsOf(name),
      );
      return method === 'GET' && path.startsWith('/api/') && isList;
    });
    const unpaged = lists.filter(({ doc }) => {
      const parameters = (doc['parameters'] ?? []) as { name: string }[];
      const names = new Set(parameters.map(({ name }) => name));
      const [schema] = referenced((doc['responses'] as Record<string, Body>)['200']);
      return !(names.has('limit') && names.has('cursor') && 'next_cursor' in fieldsOf(schema));
    });
    expect(lists.length).toBeGreaterThan(15);
    expect(unpaged.map(({ doc }) => doc['operationId'])).toEqual(others);
  });

  it('every body and every JSON answer of an operation has a named schema', () => {
    const unnamed = operationsOf(document).filter(({ doc }) => {
      const { requestBody, responses } = doc as { requestBody?: object; responses: object };
      const bodies = [requestBody, ...Object.values(responses)] as (Body | undefined)[];
      const schemas = bodies.map((body) => body?.content?.['application/json']?.schema);
      return schemas.some((schema) => schema && referenced(schema).length === 0);
    });
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });

  it('every operation has valid examples of its body and its responses', () => {
    const validatorAt = strictValidators(document);
    const names = new Set(
      operationsOf(document).flatMap(({ doc }) => [
        ...referenced(doc['requestBody']),
        ...referenced(doc['responses']),
      ]),
    );
    const bare = [...names].filter(
      (name) => !withoutExample.has(name) && examplesOf(document, name).length === 0,
    );
    expect(bare).toEqual([]);
    for (const name of Object.keys(document.components.schemas)) {
      const validate = validatorAt(['components', 'schemas', name]);
      for (const example of examplesOf(document, name)) {
        validate(example);
        expect([name, validate.errors]).toEqual([name, null]);
      }
    }
  });

  it('every operation has a curl line with its address, its method and an example of its body', () => {
    const validatorAt = strictValidators(document);
    for (const { method, path, doc } of operationsOf(document)) {
      const [, curl = ''] = /```sh\n([^`]*)\n```$/.exec(String(doc['description'])) ?? [];
      expect([path, curl.includes(method === 'GET' ? 'curl -sS "' : `-X ${method} `)]).toEqual([
        path,
        true,
      ]);
      expect(curl).toContain(path.replace(/\{(\w+)\}/g, (_, name) => `$${name.toUpperCase()}`));
      const body = (doc['requestBody'] as Body | undefined)?.content?.['application/json'];
      if (body === undefined) continue;
      const [, json = ''] = / -d '(.*)'$/s.exec(curl) ?? [];
      const validate = validatorAt(['components', 'schemas', referenced(body)[0] ?? '']);
      validate(JSON.parse(json.replaceAll(String.raw`'\''`, "'")));
      expect([path, validate.errors]).toEqual([path, null]);
    }
  });

  it('the schema of a body describes the checks of the service', () => {
    const { CreateAgent } = document.components.schemas;
    expect(CreateAgent).toMatchObject({
      required: ['name', 'upstream'],
      additionalProperties: false,
      properties: { name: { type: 'string', minLength: 1, maxLength: 64 } },
    });
  });
});

/** Errors have their examples per code; the document itself is one. */
const withoutExample = new Set(['ErrorEnvelope', 'OpenApiDocument']);

describe('every error of the document', () => {
  const responses = () => [
    ...Object.values(document.components.responses),
    ...operationsOf(document).flatMap(({ doc }) =>
      Object.values(doc['responses'] as Record<string, object>),
    ),
  ];

  it('every error has examples that fit the envelope and its code', () => {
    const validate = strictValidators(document)(['components', 'schemas', 'ErrorEnvelope']);
    const examples = responses().flatMap((response) =>
      Object.entries(jsonExamples(response)).filter(([code]) => code in errorStatus),
    );
    expect(examples.length).toBeGreaterThan(Object.keys(errorStatus).length);
    for (const [code, { value }] of examples) {
      expect([validate(value), (value as { error: { code: string } }).error.code]).toEqual([
        true,
        code,
      ]);
    }
  });

  it('the errors of the document are those of the contract', () => {
    const codes = responses().flatMap((response) => Object.keys(jsonExamples(response)));
    // What comes before a route is found needs no operation of its own.
    expect([...new Set([...codes, 'not_found', 'method_not_allowed'])].toSorted()).toEqual(
      Object.keys(errorStatus).toSorted(),
    );
  });
});

function jsonExamples(response: object): Readonly<Record<string, { readonly value: unknown }>> {
  const { content } = response as {
    content?: Record<string, { examples?: Record<string, { value: unknown }> }>;
  };
  return content?.['application/json']?.examples ?? {};
}

describe('GET /api/v1/docs', () => {
  it('the page of the document loads only files of this service', async () => {
    const page = await (await service.api('/api/v1/docs')).text();
    const links = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(links).toContain('/api/v1/docs/assets/swagger-ui-bundle.js');
    for (const link of links.filter((url) => !url.startsWith('/portal/'))) {
      expect([link, (await service.api(link)).status]).toEqual([link, 200]);
    }
  });

  it('the service serves no other file of the viewer', async () => {
    for (const file of ['index.html', 'package.json', 'swagger-ui.js', '']) {
      expect((await service.api(`/api/v1/docs/assets/${file}`)).status).toBe(404);
    }
  });

  it('the page has the content security policy of every page', async () => {
    const { headers } = await service.api('/api/v1/docs');
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it.each([
    '/api/v1/docs',
    '/api/v1/docs/init.js',
    '/api/v1/docs/assets/swagger-ui.css',
    '/api/v1/docs/assets/swagger-ui-bundle.js',
  ])('%s needs a session', async (path) => {
    expect((await fetch(`${service.url}${path}`)).status).toBe(401);
  });

  it.each(['/api/v1/docs', '/api/v1/openapi.json'])(
    '%s is not on the ingress listener',
    async (url) => {
      const response = await service.app.ingress?.inject({
        url,
        headers: { cookie: service.cookie },
      });
      expect(response?.statusCode).toBe(404);
    },
  );
});

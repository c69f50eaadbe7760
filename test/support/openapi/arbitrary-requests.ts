import fc from 'fast-check';
import type { OpenApi } from '../../../server/http/openapi/document.ts';
import { arbitraryOf, hostileString, hostileValue } from './arbitrary-values.ts';
import type { Operation } from './document-parts.ts';

/** A request in the making; the path has its parameters filled in. */
export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Ids that exist, by the name of the path parameter they fill. */
export type KnownIds = Readonly<Record<string, string>>;

/** Requests to one operation: as its document wants them, a little wrong, and hostile. */
export function arbitraryRequest(
  document: OpenApi,
  { method, path, doc }: Operation,
  known: KnownIds,
): fc.Arbitrary<FuzzRequest> {
  const parameters = (doc['parameters'] ?? []) as readonly Parameter[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      path: filledPath(path, inPath, known),
      query: queryText(inQuery, document),
      headers: headers(bodyTypeOf(doc)),
      body: method === 'GET' ? fc.constant(Buffer.alloc(0)) : bodies(doc, document),
    })
    .map(({ path: filled, query, headers: sent, body }) => ({
      method,
      path: query === '' ? filled : `${filled}?${query}`,
      headers: sent,
      body,
    }));
}

const hostileSegments = [
  'agt_00000000000000000000000000',
  'sess_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
  '%2e%2e%2f%2e%2e%2fetc',
  'a%2Fb',
  '%00',
  '%zz',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  '-1',
  `agt_${'0'.repeat(900)}`,
  '%F0%9F%92%8A',
  "'%20OR%201=1--",
];

function filledPath(
  path: string,
  parameters: readonly Parameter[],
  known: KnownIds,
): fc.Arbitrary<string> {
  const values = parameters.map(({ name }) => {
    const hostile = fc.constantFrom(...hostileSegments);
    const id = known[name];
    return id === undefined
      ? hostile
      : fc.oneof({ weight: 3, arbitrary: fc.constant(id) }, { weight: 1, arbitrary: hostile });
  });
  return fc
    .tuple(...values)
    .map((filled) =>
      parameters.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, filled[index] ?? ''),
        path,
      ),
    );
}

function queryText(parameters: readonly Parameter[], document: OpenApi): fc.Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) =>
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('') },
      {
        weight: 6,
        arbitrary: arbitraryOf(schema, document).map((value) => pair(name, String(value))),
      },
      { weight: 1, arbitrary: hostileString().map((value) => pair(name, value)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(name, `${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`),
      },
    ),
  );
  const hostile = fc.constantFrom('__proto__=1', 'a=%ED%A0%80', '&&&', `x=${'y'.repeat(4000)}`);
  const stranger = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: hostile },
  );
  return fc.tuple(stranger, ...pairs).map((all) => all.filter((text) => text !== '').join('&'));
}

function pair(name: string, value: string): string {
  // Lone surrogates can't be encoded; a query has them as bytes that are no UTF-8.
  return `${name}=${encodeURIComponent(value.toWellFormed())}`;
}

function headers(bodyType: string): fc.Arbitrary<Readonly<Record<string, string>>> {
  const fitting = fc.constant({ 'content-type': bodyType });
  return fc.oneof(
    { weight: 8, arbitrary: fitting },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Readonly<Record<string, string>>>(
        {},
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'multipart/form-data' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'no type' },
        { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        { 'content-type': 'application/json', host: 'elsewhere.example.com' },
        { 'content-type': 'application/json', origin: 'https://elsewhere.example.com' },
        { 'content-type': 'application/json', accept: 'text/html' },
        { 'content-type': 'application/json', 'last-event-id': 'no.such.position' },
        { 'content-type': 'application/json', 'x-voice-call-id': 'c'.repeat(5000) },
      ),
    },
  );
}

const rawBodies = [
  '',
  '{',
  'null',
  '1e999',
  '"text"',
  '[]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"name":"a","name":"b"}',
  '\ufeff{}',
  '{"name":"\\ud800","upstream":"stub"}',
  '['.repeat(3000),
  `${'{"a":'.repeat(70)}1${'}'.repeat(70)}`,
  `{"name":"${'x'.repeat(1024 * 1024)}"}`,
].map((text) => Buffer.from(text));

const noText = [Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"name":"\x80"}', 'latin1')];

function bodies(doc: Operation['doc'], document: OpenApi): fc.Arbitrary<Buffer> {
  const raw = fc.constantFrom(...rawBodies, ...noText);
  const schema = bodySchema(doc);
  if (schema === undefined) return fc.oneof(fc.constant(Buffer.alloc(0)), raw);
  const fitting = arbitraryOf(schema, document);
  const written = bodyTypeOf(doc) === formType ? toForm : toJson;
  return fc.oneof(
    { weight: 4, arbitrary: fitting.map(written) },
    { weight: 4, arbitrary: fc.tuple(fitting, hostileValue(), fc.nat()).map(spoiled).map(written) },
    { weight: 1, arbitrary: hostileValue().map(written) },
    { weight: 2, arbitrary: raw },
  );
}

type Bodies = Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;

function bodiesOf(doc: Operation['doc']): Bodies {
  return (doc['requestBody'] as { content: Bodies } | undefined)?.content ?? {};
}

const formType = 'application/x-www-form-urlencoded';

const bodyTypeOf = (doc: Operation['doc']): string =>
  formType in bodiesOf(doc) ? formType : 'application/json';

function bodySchema(doc: Operation['doc']): Readonly<Record<string, unknown>> | undefined {
  return bodiesOf(doc)[bodyTypeOf(doc)]?.schema;
}

/** The value with one of its fields, however deep, made into something else. */
function spoiled([value, hostile, choice]: [unknown, unknown, number]): unknown {
  if (typeof value !== 'object' || value === null) return hostile;
  const keys = Object.keys(value);
  const key = keys[choice % (keys.length + 1)];
  if (key === undefined) return { ...value, stranger: hostile };
  const inner = (value as Record<string, unknown>)[key];
  const put = choice % 2 === 0 ? hostile : spoiled([inner, hostile, Math.floor(choice / 3)]);
  return Array.isArray(value)
    ? value.map((item, index) => (String(index) === key ? put : item))
    : { ...value, [key]: put };
}

function toForm(value: unknown): Buffer {
  const fields = Object.entries(Object(value)).map(([name, field]) =>
    pair(name, typeof field === 'string' ? field : `${JSON.stringify(field)}`),
  );
  return Buffer.from(fields.join('&'));
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

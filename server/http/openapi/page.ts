import { escapeHtml } from '../server/escape-html.ts';
import type { JsonSchema } from './components.ts';
import type { OpenApi } from './document.ts';
import { namedSchema, prose, reference, table, typeOf } from './page-parts.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly doc: JsonSchema;
}

/** The document as one page of HTML without script; its style sheet stands beside it. */
export function docsPage(document: OpenApi): string {
  const operations = operationsOf(document);
  const groups = document.tags
    .map((tag) => ({
      ...tag,
      operations: operations.filter(({ doc }) => (doc['tags'] as string[]).includes(tag.name)),
    }))
    .filter((group) => group.operations.length > 0);
  const { title, version, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} API</title>
<link rel="stylesheet" href="/api/v1/docs/style.css">
</head>
<body>
<div class="columns">
<nav aria-label="Contents">
${groups.map(menu).join('\n')}
<h2><a href="#schemas">Schemas</a></h2>
</nav>
<main>
<h1>${escapeHtml(title)} API</h1>
<p class="quiet">Version ${escapeHtml(version)}, at <code>${escapeHtml(document.servers[0]?.url ?? '')}</code>.
For programs: <a href="/api/v1/openapi.json">openapi.json</a>.</p>
${prose(description)}
<h2 id="credentials">Credentials</h2>
${credentials(document)}
${groups.map((group) => section(group, document)).join('\n')}
<h2 id="schemas">Schemas</h2>
${Object.entries(document.components.schemas)
  .map(([name, schema]) => namedSchema(name, schema))
  .join('\n')}
</main>
</div>
</body>
</html>
`;
}

type Group = OpenApi['tags'][number] & { readonly operations: readonly Operation[] };

function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, doc]) => ({ method: method.toUpperCase(), path, doc })),
  );
}

function menu({ name, operations }: Group): string {
  const items = operations.map(
    ({ doc }) => `<li><a href="#${text(doc['operationId'])}">${text(doc['summary'])}</a></li>`,
  );
  return `<h2>${escapeHtml(name)}</h2>\n<ul>${items.join('')}</ul>`;
}

function credentials({ components }: OpenApi): string {
  return table(
    ['credential', 'how'],
    Object.entries(components.securitySchemes).map(([name, { description }]) => [
      `<code>${escapeHtml(name)}</code>`,
      prose(description),
    ]),
  );
}

function section({ name, description, operations }: Group, document: OpenApi): string {
  const parts = operations.map((operation) => operationPart(operation, document));
  return `<section>\n<h2>${escapeHtml(name)}</h2>\n${prose(description)}\n${parts.join('\n')}\n</section>`;
}

function operationPart({ method, path, doc }: Operation, document: OpenApi): string {
  return `<article>
<h3 id="${text(doc['operationId'])}">${text(doc['summary'])}</h3>
<p class="route"><code><span class="method">${method}</span>${escapeHtml(path)}</code></p>
${prose(doc['description'])}
<p class="quiet">${credentialsOf(doc, document)}</p>
${parametersPart(doc)}
${bodyPart(doc, document)}
${responsesPart(doc, document)}
</article>`;
}

function credentialsOf(doc: JsonSchema, document: OpenApi): string {
  const needed = (doc['security'] ?? document.security) as readonly JsonSchema[];
  const names = needed
    .flatMap((one) => Object.keys(one))
    .map((name) => `<code>${escapeHtml(name)}</code>`);
  return names.length === 0 ? 'Open to everybody.' : `Needs ${names.join(' or ')}.`;
}

function parametersPart(doc: JsonSchema): string {
  const parameters = (doc['parameters'] ?? []) as readonly JsonSchema[];
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    `<code>${text(name)}</code>${required === true ? '' : ' <span class="quiet">optional</span>'}`,
    text(place),
    typeOf(schema as JsonSchema),
    prose(description),
  ]);
  return `<h4>Parameters</h4>\n${table(['name', 'in', 'type', 'meaning'], rows)}`;
}

function bodyPart(doc: JsonSchema, document: OpenApi): string {
  const body = doc['requestBody'] as JsonSchema | undefined;
  return body === undefined
    ? ''
    : `<h4>Request body</h4>\n${contentPart(body['content'] as JsonSchema, document)}`;
}

function responsesPart(doc: JsonSchema, document: OpenApi): string {
  const responses = Object.entries(doc['responses'] as Readonly<Record<string, JsonSchema>>);
  const own = responses.filter(([status]) => Number(status) < 400);
  const rows = responses.map(([status, response]) => [
    `<code>${escapeHtml(status)}</code>`,
    prose(resolved(response, document)['description']),
  ]);
  const bodies = own
    .map(([, { content }]) =>
      content === undefined ? '' : contentPart(content as JsonSchema, document),
    )
    .join('\n');
  return `<h4>Responses</h4>\n${bodies}\n${table(['status', 'meaning'], rows)}`;
}

function contentPart(content: JsonSchema, { components }: OpenApi): string {
  return Object.entries(content as Readonly<Record<string, { readonly schema: JsonSchema }>>)
    .map(([type, { schema }]) => {
      const name = reference(schema);
      const [example] = ((name && components.schemas[name]?.['examples']) || []) as unknown[];
      const shown =
        example === undefined
          ? ''
          : `\n<pre><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`;
      return `<p><code>${escapeHtml(type)}</code> ${typeOf(schema)}</p>${shown}`;
    })
    .join('\n');
}

function resolved(response: JsonSchema, { components }: OpenApi): JsonSchema {
  const name = reference(response);
  return (name === undefined ? undefined : components.responses[name]) ?? response;
}

function text(value: unknown): string {
  return escapeHtml(String(value));
}

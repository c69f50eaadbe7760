import { escapeHtml } from '../server/escape-html.ts';
import type { JsonSchema } from './components.ts';

/** Paragraphs of Markdown's simplest kind: blank lines and `code`. */
export function prose(value: unknown): string {
  if (typeof value !== 'string') return '';
  return value
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('\n');
}

function inline(paragraph: string): string {
  return escapeHtml(paragraph).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n');
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
}

/** A component and its fields, where links to it lead. */
export function namedSchema(name: string, schema: JsonSchema): string {
  return `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>
${prose(schema['description'])}
${fields(schema) || `<p>${typeOf(schema)}</p>`}`;
}

/** The component that a reference names; undefined for anything else. */
export function reference(schema: JsonSchema): string | undefined {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;
}

function fields(schema: JsonSchema): string {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (properties === undefined) return '';
  const required = new Set(schema['required'] as readonly string[] | undefined);
  const rows = Object.entries(properties).map(([name, field]) => [
    `<code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <span class="quiet">optional</span>'}`,
    typeOf(field),
    prose(field['description']) + fields(field),
  ]);
  return table(['field', 'type', 'meaning'], rows);
}

/** The type of a value in a few words, with a link when it has a name. */
export function typeOf(schema: JsonSchema): string {
  const name = reference(schema);
  if (name !== undefined) {
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
  if (choices !== undefined) return choices.map(typeOf).join(' or ');
  const values = schema['enum'] as readonly unknown[] | undefined;
  if (values !== undefined) return values.map(value).join(', ');
  if ('const' in schema) return value(schema['const']);
  if (schema['type'] === 'array') return `list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`;
  return simpleType(schema);
}

function simpleType(schema: JsonSchema): string {
  const type = [schema['type'] ?? 'any'].flat().join(' or ');
  const limits = [
    schema['format'],
    range(schema['minimum'], schema['maximum'], ''),
    range(schema['minLength'], schema['maxLength'], ' characters'),
    schema['default'] === undefined ? undefined : `default ${JSON.stringify(schema['default'])}`,
  ].filter((limit) => limit !== undefined);
  return escapeHtml([type, ...limits].join(', '));
}

function range(from: unknown, to: unknown, unit: string): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (to === undefined) return `at least ${from}${unit}`;
  return from === undefined ? `at most ${to}${unit}` : `${from} to ${to}${unit}`;
}

function value(literal: unknown): string {
  return `<code>${escapeHtml(JSON.stringify(literal))}</code>`;
}

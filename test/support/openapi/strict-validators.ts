import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../../server/http/openapi/document.ts';

const formats: Readonly<Record<string, RegExp | true>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  base64: /^[A-Za-z0-9+/]*={0,2}$/,
  binary: true,
};

/**
 * Validators for the schemas at JSON pointers of a document, compiled when first used. Stricter
 * than the document: fields that it does not name are refused, since they would be undocumented.
 */
export function strictValidators(
  document: OpenApi,
): (pointer: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats });
  ajv.addSchema(closed(document) as object, 'doc');
  return (pointer) => {
    const path = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = ajv.getSchema(`doc#/${path.join('/')}`);
    if (validate === undefined) throw new Error(`no schema at ${pointer.join(' ')}`);
    return validate as ValidateFunction;
  };
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, closed(value)]),
  );
  return inner['type'] === 'object' && inner['properties'] && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

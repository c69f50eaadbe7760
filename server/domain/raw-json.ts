/** A piece of JSON that is written as it was read (ECMAScript, JSON.parse source text access). */
export interface RawJson {
  readonly rawJSON: string;
}

interface SourceJson extends JSON {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
}

const json = JSON as SourceJson;

export const isRawJson = (value: unknown): value is RawJson => json.isRawJSON(value);

/**
 * Reads JSON whose numbers come out as they were written: 20 digits, which no number holds, and `1.50`
 * become `RawJson`. Throws as `JSON.parse` does; what it reads must not nest deeply.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && context?.source !== undefined && context.source !== String(value)
      ? json.rawJSON(context.source)
      : value,
  );
}

/** The texts of an outbound body, leaves parted by NUL so that nothing matches across two of them. */
export interface EgressText {
  /** Everything that can carry words: string values and keys. */
  readonly words: string;
  /** What only a known value can betray itself in: ids, role and model names, nested numbers. */
  readonly structure: string;
}

/** Strings whose shape belongs to the protocol: a tool-call id may well hold ten digits in a row. */
const structuralKeys = new Set(['id', 'tool_call_id', 'model', 'role', 'type']);

/**
 * Reads the JSON text about to be sent, so that an escape such as `\u0035` cannot hide a digit.
 * Undefined when it is not JSON. Numbers at the top level (`seed`, `max_tokens`) are left out.
 */
export function egressText(body: string): EgressText | undefined {
  const root = parse(body);
  if (root === undefined) return undefined;
  const words: string[] = [];
  const structure: string[] = [];
  for (const { key, value, depth } of leaves(root)) {
    if (typeof value === 'string') {
      (structuralKeys.has(key) ? structure : words).push(unescaped(value));
    } else if (depth > 1) {
      structure.push(String(value));
    }
  }
  return { words: withoutTokens(words.join('\0')), structure: withoutTokens(structure.join('\0')) };
}

interface Node {
  /** The nearest key above; '' for a key itself. */
  readonly key: string;
  readonly value: unknown;
  readonly depth: number;
}

/** All strings and numbers, keys among them, in no particular order. */
function leaves(root: unknown): readonly (Node & { value: string | number })[] {
  const found: (Node & { value: string | number })[] = [];
  const open: Node[] = [{ key: '', value: root, depth: 0 }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { value } = node;
    if (typeof value === 'string' || typeof value === 'number') found.push({ ...node, value });
    else for (const child of children(node)) open.push(child);
  }
  return found;
}

function children({ key, value, depth }: Node): readonly Node[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.map((item) => ({ key, value: item, depth: depth + 1 }));
  return Object.entries(value).flatMap(([name, item]) => [
    { key: '', value: name, depth },
    { key: name, value: item, depth: depth + 1 },
  ]);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

const jsonEscape = /\\(?:u([0-9a-f]{4})|([nrtbf"/\\]))/gi;

/** JSON inside a JSON string, such as tool-call arguments, keeps its own escapes; so may theirs. */
function unescaped(text: string): string {
  let result = text;
  for (let level = 0; level < 3 && result.includes('\\'); level++) {
    result = result.replace(jsonEscape, (_, code?: string, short?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return short === '\\' ? '\\' : ' ';
    });
  }
  return result;
}

/** Tokens as minted (design D10), and placeholders of redacted spans: what masking leaves behind. */
const replacement =
  /TOK1\.[A-Z][A-Z0-9_]{0,31}\.[\w-]{1,64}\.[0-9A-Z]{20,}|\[REDACTED:[A-Z][A-Z0-9_]{0,31}\]/gi;

function withoutTokens(text: string): string {
  return text.replace(replacement, '\0');
}

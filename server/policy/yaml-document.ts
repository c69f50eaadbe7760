import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  stringify,
  visit,
} from 'yaml';
import type { Problem, Result } from '../domain/fault.ts';

/** The text of a valid policy with another `kid`; everything else, comments included, is unchanged. */
export function replaceKid(yaml: string, kid: string): string {
  const node = parseDocument(yaml).get('kid', true) as {
    readonly range?: readonly number[] | null;
  };
  const [start = 0, end = 0] = node.range ?? [];
  return yaml.slice(0, start) + stringify(kid).trimEnd() + yaml.slice(end);
}

/** The text of a valid policy with one more word at the end of a kind's `always` or `never`; comments stay. */
export function addPolicyWord(
  yaml: string,
  { kind, list, word }: { kind: string; list: 'always' | 'never'; word: string },
): string {
  const document = parseDocument(yaml);
  const path = ['entities', kind, list];
  if (isSeq(document.getIn(path))) document.addIn(path, word);
  else if (isMap(document.getIn(['entities', kind])))
    document.setIn(path, document.createNode([word], { flow: true }));
  else document.setIn(['entities', kind], document.createNode({ [list]: [word] }, { flow: true }));
  return document.toString({ lineWidth: 0 });
}

/** Room for a thousand words of one's own; a hostile text of this size costs the parser less than a second. */
const maxYamlBytes = 64 * 1024;

type YamlPath = readonly (string | number)[];

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The plain values of a YAML text, and their positions. */
export interface YamlDocument {
  readonly value: unknown;
  /**
   * Where the value at `path` starts, or its key with `at: 'key'`; for an absent value, the nearest key
   * above it.
   */
  locate(path: YamlPath, at?: 'key' | 'value'): Position;
}

/**
 * Reads one YAML 1.2 document of at most 64 KiB. Refuses anchors and aliases, so that each rule stands
 * where it applies and no document expands. Problems have the code `invalid_yaml` and never quote the
 * text.
 */
export function readYaml(text: string): Result<YamlDocument> {
  if (Buffer.byteLength(text) > maxYamlBytes) {
    return refused([invalid(`larger than ${maxYamlBytes / 1024} KiB`, { line: 1, column: 1 })]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    logLevel: 'error',
  });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const problems = [
    ...[...document.errors, ...document.warnings].map((error) =>
      invalid(yamlProblems[error.code] ?? 'this is not YAML', at(error.pos[0])),
    ),
    ...refusedNodes(document).map(({ message, offset }) => invalid(message, at(offset))),
  ];
  if (problems.length > 0) return refused(problems.slice(0, 20));
  return {
    ok: true,
    value: {
      value: document.toJS(),
      locate: (path, side = 'value') => at(offsetOf(document.contents, path, side)),
    },
  };
}

function refused(problems: readonly Problem[]): Result<YamlDocument> {
  return { ok: false, problems };
}

function invalid(message: string, position: Position): Problem {
  return { path: '', message, code: 'invalid_yaml', ...position };
}

/** Our own words for the parser's errors, whose messages quote the text. */
const yamlProblems: Readonly<Partial<Record<ErrorCode, string>>> = {
  BAD_INDENT: 'the indentation is wrong: lines of one list or map must start in the same column',
  TAB_AS_INDENT: 'a line is indented with a tab: use spaces',
  DUPLICATE_KEY: 'this key is there twice',
  MISSING_CHAR:
    'something is missing here: a closing quote or bracket, a comma, a colon or a space',
  UNEXPECTED_TOKEN: 'this does not belong here: check quotes, brackets and commas before it',
  BAD_SCALAR_START: 'a text that starts with this sign needs quotes',
  BAD_DQ_ESCAPE: 'this backslash means nothing in double quotes: use single quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'a colon is where none can be: put the text in quotes, or start a new line',
  BLOCK_IN_FLOW: 'a list or map over several lines cannot be inside brackets',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line, with a colon behind it',
  KEY_OVER_1024_CHARS: 'a key can have at most 1,024 characters',
  MULTIPLE_DOCS: 'there can be only one document: remove the line with ---',
  NON_STRING_KEY: 'a key must be text',
  BAD_DIRECTIVE: 'a line that starts with % is not allowed',
  TAG_RESOLVE_FAILED: 'this tag is unknown: remove the word that starts with !',
};

const noAlias = 'anchors and aliases are not allowed; write the rule out';
/** JavaScript objects handle this name specially, so a schema would not see it. */
const noPrototype = 'this key is not allowed';

function refusedNodes(document: Document): readonly { message: string; offset: number }[] {
  const refused: { message: string; offset: number }[] = [];
  visit(document, {
    Node: (key, node) => {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node) || node.anchor !== undefined) refused.push({ message: noAlias, offset });
      if (key === 'key' && isScalar(node) && node.value === '__proto__') {
        refused.push({ message: noPrototype, offset });
      }
    },
  });
  return refused;
}

function offsetOf(root: unknown, path: YamlPath, side: 'key' | 'value'): number {
  let node: unknown = root;
  let offset = startOf(root) ?? 0;
  for (const [depth, step] of path.entries()) {
    const found = child(node, step);
    if (found === undefined) return offset;
    const wantsKey = side === 'key' && depth === path.length - 1;
    const key = startOf(found.key);
    const value = startOf(found.value);
    const isLast = depth === path.length - 1;
    offset = (isLast && !wantsKey ? (value ?? key) : (key ?? value)) ?? offset;
    node = found.value;
  }
  return offset;
}

function child(node: unknown, step: string | number): { key: unknown; value: unknown } | undefined {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? undefined : { key: undefined, value: item };
  }
  if (!isMap(node)) return undefined;
  return (node.items as Pair[]).find(
    (pair) => (isScalar(pair.key) ? pair.key.value : undefined) === String(step),
  );
}

/** Where a node starts. An empty value (`PHONE:`) has a node of no width; it counts as absent. */
function startOf(node: unknown): number | undefined {
  if (!isNode(node)) return undefined;
  const range = (node as Node).range;
  if (range == null || (range[0] === range[1] && isScalar(node))) return undefined;
  return range[0];
}

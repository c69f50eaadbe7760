import { registerHooks } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const server = resolve(import.meta.dirname, '../../../../server');
const ours = /^(?:detect|normalize)\b.*\.ts/;

/** The rules of detection: each pattern, and each function of a module that answers yes or no. */
export interface Rules {
  /** Where each rule stands, as `detect/age.ts:12`, by its id: the pattern itself, or `name()`. */
  readonly places: ReadonlyMap<string, string>;
  /** Runs `work` while one rule matches nothing; returns what it returns and the rules that matched. */
  watch<T>(
    off: string | undefined,
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly matched: ReadonlySet<string> }>;
  /** How often a pattern ran since the start. */
  runs(): number;
}

/**
 * Watches the rules of what is imported from now on: each module tells which patterns are its own, and what
 * it answers. Patterns of the same text are one rule.
 */
export function watchRules(): Rules {
  const places = new Map<string, string>();
  const ids = new WeakMap<RegExp, string>();
  let off: string | undefined;
  let matched = new Set<string>();
  let runs = 0;
  const own = (pattern: RegExp, place: string): RegExp => {
    const id = `${pattern}`;
    ids.set(pattern, id);
    if (!places.has(id)) places.set(id, place);
    return pattern;
  };
  const tell = (id: string, answer: boolean): boolean => {
    const isTrue = answer && id !== off;
    if (isTrue) matched.add(id);
    return isTrue;
  };
  Object.assign(globalThis, { ownPattern: own, tellRule: tell });
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const file = url.startsWith('file:') ? relative(server, fileURLToPath(url)) : '';
      if (!ours.test(file) || loaded.source === undefined) return loaded;
      return { ...loaded, source: watchedSource(`${loaded.source}`, file, places) };
    },
  });
  const plain = RegExp.prototype.exec;
  RegExp.prototype.exec = function (text) {
    const id = ids.get(this);
    if (id === undefined) return plain.call(this, text);
    runs += 1;
    const match = id === off ? null : plain.call(this, text);
    if (match !== null) matched.add(id);
    else if (id === off) this.lastIndex = 0;
    return match;
  };
  return {
    places,
    runs: () => runs,
    watch: async (rule, work) => {
      [off, matched] = [rule, new Set()];
      const seen = matched;
      try {
        return { result: await work(), matched: seen };
      } finally {
        off = undefined;
      }
    },
  };
}

/** A module whose patterns and whose functions of type `boolean` are watched. */
function watchedSource(source: string, file: string, places: Map<string, string>): string {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const inserts: (readonly [at: number, text: string])[] = [];
  const placeOf = (node: ts.Node): string =>
    `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
  const wrap = (node: ts.Node, before: string, after: string): void => {
    inserts.push([node.getStart(tree), before]);
    inserts.unshift([node.end, after]);
  };
  const visit = (node: ts.Node, answering?: string): void => {
    const isFunction = ts.isFunctionLike(node);
    const id = isFunction ? answerId(node, file) : answering;
    if (isFunction && id !== undefined) places.set(id, placeOf(node));
    // What is inside is wrapped first.
    ts.forEachChild(node, (child) => visit(child, id));
    const answer = answerOf(node);
    if (answer !== undefined && id !== undefined) wrap(answer, `tellRule('${id}', `, ')');
    if (isPattern(node)) wrap(node, 'ownPattern(', `, '${placeOf(node)}')`);
  };
  visit(tree);
  return inserts
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [at, added]) => text.slice(0, at) + added + text.slice(at), source);
}

const isPattern = (node: ts.Node): boolean =>
  ts.isRegularExpressionLiteral(node) ||
  (ts.isNewExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp');

/** The id of a function of type `boolean`; undefined for any other. */
function answerId(node: ts.SignatureDeclaration, file: string): string | undefined {
  if (node.type?.kind !== ts.SyntaxKind.BooleanKeyword) return undefined;
  const { name } =
    ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) ? node.parent : node;
  return name !== undefined && ts.isIdentifier(name) ? `${name.text}() of ${file}` : undefined;
}

/** What a function answers: what a statement returns, or what stands behind an arrow. */
function answerOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isReturnStatement(node)) return node.expression;
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? node.body : undefined;
}

import type { z } from 'zod';
import type { Problem } from '../domain/fault.ts';
import { suggestion } from './nearest-name.ts';
import type { PolicyProblemCode } from './policy-schema.ts';
import type { YamlDocument } from './yaml-document.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

export interface ProblemContext {
  readonly document: YamlDocument;
  /** The fields allowed in the map at `path`. */
  readonly fieldNames: (path: Path) => readonly string[];
}

/** Enough to repair a document; a hostile document could cause thousands. */
const maxProblems = 50;

/**
 * Schema issues as problems with their position, in document order, at most 50. Messages say what the
 * schema expects and never repeat the document.
 */
export function schemaProblems(
  issues: readonly Issue[],
  context: ProblemContext,
): readonly Problem[] {
  return issues
    .slice(0, maxProblems)
    .flatMap((issue) => problemsOf(issue, context))
    .slice(0, maxProblems)
    .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** Such as `entities.PHONE.action` or `passes[1]`; long keys are cut. */
function pathText(path: Path): string {
  return path
    .map((step) =>
      typeof step === 'number'
        ? `[${step}]`
        : `.${String(step).slice(0, 64).replace(/\p{C}/gu, '?')}`,
    )
    .join('')
    .replace(/^\./, '');
}

function problemsOf(issue: Issue, context: ProblemContext): readonly Problem[] {
  const { path } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxProblems).map((key) => unknownField(path, key, context));
  }
  if (issue.code === 'invalid_key') {
    return issue.issues.map((inner) => problem([...path, ...inner.path], 'key', inner, context));
  }
  return [problem(path, 'value', issue, context)];
}

function unknownField(path: Path, key: string, context: ProblemContext): Problem {
  const full = [...path, key];
  return {
    path: pathText(full),
    message: `is not a known field${suggestion(key, context.fieldNames(path))}`,
    code: 'unknown_field' satisfies PolicyProblemCode,
    ...context.document.locate(steps(full), 'key'),
  };
}

function problem(path: Path, at: 'key' | 'value', issue: Issue, context: ProblemContext): Problem {
  return {
    path: pathText(path),
    message: wanted(issue, valueAt(context.document.value, path)),
    code: codeOf(issue, valueAt(context.document.value, path)),
    ...context.document.locate(steps(path), at),
  };
}

function codeOf(issue: Issue, found: unknown): string {
  const custom: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  if (typeof custom === 'string') return custom;
  return found === undefined ? 'missing_field' : 'invalid_value';
}

function wanted(issue: Issue, found: unknown): string {
  if (issue.code === 'custom') return issue.message;
  if (found === undefined) return 'is required';
  switch (issue.code) {
    case 'invalid_value':
      return oneOf(issue.values.map(String), found);
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    default:
      return 'is not in the expected form';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

function oneOf(allowed: readonly string[], found: unknown): string {
  if (allowed.length === 1) return `must be ${allowed[0]}`;
  return `must be one of: ${allowed.join(', ')}${suggestion(found, allowed)}`;
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined,
    root,
  );
}

function steps(path: Path): readonly (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

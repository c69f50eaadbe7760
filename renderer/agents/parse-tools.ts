import type { FunctionTool } from '../../server/contract/function-tools.ts';
import { agentStrings } from './strings.ts';

type State = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'after' | 'more';
type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'plain';

const values = { '{': 'firstKey', '[': 'firstItem', string: 'after', plain: 'after' } as const;

/** What may come next, and what is awaited after it (RFC 8259). */
const transitions: Readonly<Record<State, Readonly<Partial<Record<Token, State>>>>> = {
  value: values,
  firstItem: { ...values, ']': 'after' },
  firstKey: { string: 'colon', '}': 'after' },
  key: { string: 'colon' },
  colon: { ':': 'value' },
  after: { ',': 'more', '}': 'after', ']': 'after' },
  more: {},
};

const blank = /[ \t\n\r]*/y;
const jsonToken =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Line, from 1 on, at which a text stops being JSON; undefined when it is JSON. Browsers tell that
 * only in messages for people, and not always.
 */
export function jsonErrorLine(text: string): number | undefined {
  const open: Token[] = [];
  let state: State = 'value';
  for (let at = 0; ; ) {
    at = endOf(blank, text, at);
    const end = endOf(jsonToken, text, at);
    if (at === text.length && state === 'after' && open.length === 0) return undefined;
    const next: State | undefined =
      end === at ? undefined : nextState(state, tokenOf(text.slice(at, end)), open);
    if (next === undefined) return lineOf(text, at);
    state = next;
    at = end;
  }
}

/** The state after a token, undefined where it may not stand; keeps what is open in step. */
function nextState(state: State, token: Token, open: Token[]): State | undefined {
  const next = transitions[state][token];
  if (next === undefined) return undefined;
  if (token === '{' || token === '[') open.push(token);
  if (token === '}' && open.pop() !== '{') return undefined;
  if (token === ']' && open.pop() !== '[') return undefined;
  if (next !== 'more') return next;
  if (open.length === 0) return undefined;
  return open.at(-1) === '{' ? 'key' : 'value';
}

function tokenOf(found: string): Token {
  if (/^[{}[\],:]$/.test(found)) return found as Token;
  return found.startsWith('"') ? 'string' : 'plain';
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** An end that comes too soon is a matter of the last line that holds anything. */
function lineOf(text: string, at: number): number {
  const before = at === text.length ? text.trimEnd() : text.slice(0, at);
  return before.split('\n').length;
}

const toolsProblemStrings = agentStrings.form.toolsProblem;

export interface ToolsProblem {
  readonly line?: number;
  readonly message: string;
}

/** What a text says of functions: none, a list of them, or why it is none. The service checks the rest. */
export function parseTools(text: string): {
  readonly tools?: FunctionTool[];
  readonly problem?: ToolsProblem;
} {
  if (text.trim() === '') return {};
  const line = jsonErrorLine(text);
  if (line !== undefined) return { problem: { line, message: toolsProblemStrings.json } };
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value)) return { problem: { message: toolsProblemStrings.list } };
  const bad = value.findIndex((entry) => !isTool(entry));
  if (bad >= 0) return { problem: { message: toolsProblemStrings.tool(bad + 1) } };
  return { tools: value as FunctionTool[] };
}

function isTool(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, function: called } = entry as Partial<Record<'type' | 'function', unknown>>;
  if (type !== 'function' || typeof called !== 'object' || called === null) return false;
  return typeof (called as { name?: unknown }).name === 'string';
}

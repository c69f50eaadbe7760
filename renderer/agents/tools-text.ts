import type { FunctionTool } from '../../server/contract/function-tools.ts';
import { agents } from '../lib/strings/agents.ts';

const words = agents.form.toolsProblem;

export interface ToolsProblem {
  readonly line?: number;
  readonly message: string;
}

/** What a text says of functions: none, a list of them, or why it is none. The service checks the rest. */
export function readTools(text: string): {
  readonly tools?: FunctionTool[];
  readonly problem?: ToolsProblem;
} {
  if (text.trim() === '') return {};
  const read = readJson(text);
  if ('problem' in read) return read;
  const { value } = read;
  if (!Array.isArray(value)) return { problem: { message: words.list } };
  const bad = value.findIndex((entry) => !isTool(entry));
  if (bad >= 0) return { problem: { message: words.tool(bad + 1) } };
  return { tools: value as FunctionTool[] };
}

function readJson(text: string): { readonly value: unknown } | { readonly problem: ToolsProblem } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const line = lineOf(String(error), text);
    return { problem: { message: words.json, ...(line === undefined ? {} : { line }) } };
  }
}

/** Browsers say where a text stops being JSON in words of their own: by line, or by position. */
function lineOf(said: string, text: string): number | undefined {
  const [, line] = /\bline (\d+)/.exec(said) ?? [];
  if (line !== undefined) return Number(line);
  const [, position] = /\bposition (\d+)/.exec(said) ?? [];
  if (position !== undefined) return text.slice(0, Number(position)).split('\n').length;
  return /\bend of|\bEOF\b/i.test(said) ? text.trimEnd().split('\n').length : undefined;
}

function isTool(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, function: called } = entry as Partial<Record<'type' | 'function', unknown>>;
  if (type !== 'function' || typeof called !== 'object' || called === null) return false;
  return typeof (called as { name?: unknown }).name === 'string';
}

import type { FunctionTool } from '../../server/contract/function-tools.ts';
import { jsonErrorLine } from '../lib/json-error.ts';
import { agentStrings } from '../lib/strings/agents.ts';

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

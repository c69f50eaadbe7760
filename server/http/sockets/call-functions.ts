import { z } from 'zod';
import type { FunctionTool } from '../../domain/agent.ts';
import { parseJson } from '../../shared/json.ts';

/** What a platform does with a call once it has said the reply. */
export type CallAction =
  | { readonly action: 'end_call' }
  | { readonly action: 'transfer_call'; readonly number: string }
  | { readonly action: 'press_digit'; readonly digits: string };

type ActionName = CallAction['action'];

const actionNames: ReadonlySet<string> = new Set<ActionName>([
  'end_call',
  'transfer_call',
  'press_digit',
]);

/**
 * Of an agent's functions those that a platform itself carries out over a socket. Nobody would run the
 * others (decision 0096), so the model does not learn of them.
 */
export function callFunctions(tools: readonly FunctionTool[]): readonly FunctionTool[] {
  return tools
    .filter((tool) => actionNames.has(tool.function.name))
    .map(({ type, function: definition }) => ({ type, function: definition }));
}

const Arguments = z.object({
  message: z.string().catch(''),
  number: z.string().catch(''),
  digit: z.string().catch(''),
});

/** What a function of the reply says to the caller, and what it does with the call. */
export interface Called {
  readonly words: string;
  readonly action?: CallAction;
}

/**
 * Reads a called function with restored arguments; `gap` goes before what it says. A function of another
 * name does and says nothing.
 */
export function readCalled(
  tools: readonly FunctionTool[],
  called: { readonly name: string; readonly arguments: string },
  gap = '',
): Called {
  const tool = callFunctions(tools).find((one) => one.function.name === called.name);
  if (tool === undefined) return { words: '' };
  const given = Arguments.safeParse(parseJson(called.arguments)).data;
  const action = actionOf(tool, given?.number ?? '', given?.digit ?? '');
  const words = given === undefined || given.message === '' ? '' : gap + given.message;
  return { words, ...(action && { action }) };
}

function actionOf(tool: FunctionTool, asked: string, digits: string): CallAction | undefined {
  switch (tool.function.name) {
    case 'end_call':
      return { action: 'end_call' };
    case 'transfer_call': {
      const number = transferNumber(tool, asked);
      return number === undefined ? undefined : { action: 'transfer_call', number };
    }
    default:
      return /^[0-9*#w]{1,64}$/.test(digits) ? { action: 'press_digit', digits } : undefined;
  }
}

/**
 * The number to transfer to: one that the agent's function lists in `enum` or `const`, never one that a
 * caller talked the model into. The only listed number needs no argument.
 */
function transferNumber(tool: FunctionTool, asked: string): string | undefined {
  const schema = tool.function.parameters?.properties['number'];
  const several: unknown[] = Array.isArray(schema?.['enum']) ? schema['enum'] : [schema?.['const']];
  const listed = several.filter((number) => typeof number === 'string');
  if (asked === '' && listed.length === 1) return listed[0];
  const digits = asked.replace(/\D/g, '');
  return listed.find((number) => number.replace(/\D/g, '') === digits);
}

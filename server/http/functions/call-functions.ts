import { z } from 'zod';
import {
  type Agent,
  type FunctionEndpoint,
  type FunctionTool,
  listedNumbers,
} from '../../domain/agent.ts';
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

/** A function that the platform itself carries out over a socket. */
export function isAction({ name }: { readonly name: string }): boolean {
  return actionNames.has(name);
}

/** A function that this service runs: one with an endpoint that no platform carries out itself. */
export interface ClinicFunction extends FunctionTool {
  readonly endpoint: FunctionEndpoint;
}

/**
 * Of an agent's functions those that this service runs (decision 0168). Under surrogates no argument could be a real
 * value, so there are none.
 */
export function clinicFunctions({
  tools,
  tokenization,
}: {
  readonly tools: readonly FunctionTool[];
  readonly tokenization: string;
}): readonly ClinicFunction[] {
  if (tokenization === 'synthetic') return [];
  return tools.flatMap((tool) =>
    tool.endpoint === undefined || isAction(tool.function)
      ? []
      : [{ ...tool, endpoint: tool.endpoint }],
  );
}

/** Whether this service runs functions of the agent for platforms that ask over HTTP (decision 0212). */
export function runsOverHttp({ tools }: Pick<Agent, 'tools'>): boolean {
  return tools?.some(isOverHttp) ?? false;
}

/** The functions that a platform over HTTP runs itself: all but those that this service runs for it. */
export function leftToPlatform(
  opened: Parameters<typeof clinicFunctions>[0],
): readonly FunctionTool[] {
  const run = new Set(clinicFunctions(opened).filter(isOverHttp).map(nameOf));
  return opened.tools.filter((tool) => !run.has(nameOf(tool)));
}

function isOverHttp({ endpoint }: FunctionTool): boolean {
  return endpoint?.over_http === true;
}

function nameOf(tool: FunctionTool): string {
  return tool.function.name;
}

/**
 * The functions that the model of a socket's call learns of: those that the platform carries out, and those that this
 * service runs. Nobody would run the others.
 */
export function offeredFunctions(
  opened: Parameters<typeof clinicFunctions>[0],
): readonly FunctionTool[] {
  const run = new Set(clinicFunctions(opened).map(nameOf));
  return opened.tools
    .filter((tool) => isAction(tool.function) || run.has(nameOf(tool)))
    .map(offeredTool);
}

/** A function as the model learns of it: without the address where it runs. */
export function offeredTool({ type, function: definition }: FunctionTool): FunctionTool {
  return { type, function: definition };
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
 * Reads a called action with restored arguments; `gap` goes before what it says. A function of another
 * name does and says nothing.
 */
export function readCalled(
  tools: readonly FunctionTool[],
  called: { readonly name: string; readonly arguments: string },
  gap = '',
): Called {
  const tool = tools.find((one) => one.function.name === called.name);
  if (tool === undefined || !isAction(called)) return { words: '' };
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
  const listed = listedNumbers(tool);
  if (asked === '' && listed.length === 1) return listed[0];
  const digits = asked.replace(/\D/g, '');
  return listed.find((number) => number.replace(/\D/g, '') === digits);
}

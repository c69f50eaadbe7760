import type { FunctionTool } from '../../../server/contract/function-tools.ts';
import { jsonErrorLine } from './json-error-line.ts';
import { functionStrings } from './strings.ts';

/** The form of a function; `''` stands for an empty field. */
export interface FunctionDraft {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema. */
  readonly parameters: string;
  /** Where this service runs it. */
  readonly url: string;
  readonly seconds: string;
  readonly repeatable: boolean;
  readonly overHttp: boolean;
  readonly fillerEn: string;
  readonly fillerEs: string;
  /** Where the platform runs it. */
  readonly serverUrl: string;
}

export const emptyFunction: FunctionDraft = {
  name: '',
  description: '',
  parameters: JSON.stringify({ type: 'object', properties: {} }, null, 2),
  url: '',
  seconds: '10',
  repeatable: false,
  overHttp: false,
  fillerEn: '',
  fillerEs: '',
  serverUrl: '',
};

/** A function by which platforms pass a call on, to be filled in. */
export const transferFunction: FunctionDraft = {
  ...emptyFunction,
  name: 'transfer_call',
  description: functionStrings.transfer.description,
  parameters: JSON.stringify(
    {
      type: 'object',
      properties: {
        message: { type: 'string' },
        number: { type: 'string', enum: ['+1 202 555 0111'] },
      },
    },
    null,
    2,
  ),
};

/** Whether Retell and Twilio carry out a function of this name themselves. */
export function isPlatformAction(name: string): boolean {
  return Object.hasOwn(functionStrings.actions, name);
}

export function draftOf({ function: definition, endpoint, server }: FunctionTool): FunctionDraft {
  const { name, description = '', parameters } = definition;
  return {
    name,
    description,
    parameters: parameters === undefined ? '' : JSON.stringify(parameters, null, 2),
    url: endpoint?.url ?? '',
    seconds: String(endpoint?.timeout_seconds ?? emptyFunction.seconds),
    repeatable: endpoint?.repeatable ?? false,
    overHttp: endpoint?.over_http ?? false,
    fillerEn: endpoint?.filler?.en ?? '',
    fillerEs: endpoint?.filler?.es ?? '',
    serverUrl: server?.url ?? '',
  };
}

/** The function of a filled-in form whose parameters have no problem; `before`: what the form has no fields for. */
export function toolOf(draft: FunctionDraft, before?: FunctionTool): FunctionTool {
  const { url, fillerEn, fillerEs } = draft;
  const filler = { ...textOf('en', fillerEn), ...textOf('es', fillerEs) };
  const strict = before?.function.strict;
  return {
    type: 'function',
    function: {
      name: draft.name.trim(),
      ...textOf('description', draft.description),
      ...(strict !== undefined && { strict }),
      ...(draft.parameters.trim() !== '' && { parameters: JSON.parse(draft.parameters) }),
    },
    ...(draft.serverUrl.trim() !== '' && { server: { url: draft.serverUrl.trim() } }),
    ...(url.trim() !== '' && {
      endpoint: {
        url: url.trim(),
        timeout_seconds: Number(draft.seconds),
        repeatable: draft.repeatable,
        ...(draft.overHttp && { over_http: true }),
        ...(Object.keys(filler).length > 0 && { filler }),
      },
    }),
  };
}

function textOf<Name extends string>(
  name: Name,
  text: string,
): { readonly [name in Name]?: string } {
  return text.trim() === '' ? {} : ({ [name]: text.trim() } as { [name in Name]: string });
}

export interface JsonProblem {
  /** From 1 on. */
  readonly line?: number;
  readonly message: string;
}

/** Why a text is no JSON object; undefined for an object and for an empty text. */
export function objectProblem(text: string): JsonProblem | undefined {
  if (text.trim() === '') return undefined;
  const line = jsonErrorLine(text);
  if (line !== undefined) return { line, message: functionStrings.json.broken };
  const value: unknown = JSON.parse(text);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? undefined : { message: functionStrings.json.noObject };
}

const samples = { string: 'example', number: 1, integer: 1, boolean: true, array: [], object: {} };

/** Invented arguments of a function, to be changed before it is tried. */
export function sampleArguments({ function: { parameters } }: FunctionTool): string {
  const properties = Object.entries(parameters?.properties ?? {});
  const given = properties.map(([name, schema]) => {
    const choices = schema['enum'];
    const sample: unknown = Array.isArray(choices) ? choices[0] : samples[schema.type];
    return [name, sample] as const;
  });
  return JSON.stringify(Object.fromEntries(given), null, 2);
}

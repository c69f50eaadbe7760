import {
  type ChatBody,
  type ChatBodyMessage,
  choiceOf,
  functionsOf,
  inputOf,
  mostTokens,
  refuseOldFunctions,
  schemaOf,
  stopSequences,
  textsOf,
} from '../chat-body.ts';
import { type JsonObject, jsonObject, objectIn } from '../dialect.ts';
import { isInstruction, turnsOf } from '../turns.ts';

const protocol = "Google's Gemini API";

/**
 * Newer models want each call back with the signature of the thought that led to it, which chat completions
 * cannot carry. This word of the API says that there is none.
 */
const noSignature = 'skip_thought_signature_validator';

/**
 * A chat-completions body as a body of `generateContent`; model and streaming are in its address. Throws Fault
 * `validation_failed`.
 */
export function writeContents(chat: string): string {
  const body = JSON.parse(chat) as ChatBody;
  refuseOldFunctions(body, protocol);
  const system = body.messages.filter(isInstruction).flatMap(textParts);
  const tools = functionsOf(body, protocol).map(declarationOf);
  const blocksOf = partsWith(namesOf(body.messages));
  const turns = turnsOf(body.messages, { text: textPart, blocksOf, rank });
  const config = generationConfig(body);
  return JSON.stringify({
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    contents: turns.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : role,
      parts: content,
    })),
    ...(tools.length > 0 && {
      tools: [{ functionDeclarations: tools }],
      toolConfig: { functionCallingConfig: callingConfig(body) },
    }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  });
}

const textPart = (text: string): JsonObject => ({ text });

/** Results of functions stand before the words of a turn, calls behind them. */
function rank(part: JsonObject): number {
  if ('functionResponse' in part) return 0;
  return 'functionCall' in part ? 2 : 1;
}

function textParts(message: ChatBodyMessage): readonly JsonObject[] {
  return textsOf(message).map(textPart);
}

/** The functions that calls named, by the ids of the calls: a result names its function here. */
function namesOf(messages: ChatBody['messages']): ReadonlyMap<unknown, string | undefined> {
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  return new Map(calls.map(({ id, function: called }) => [id, called?.name]));
}

function partsWith(names: ReadonlyMap<unknown, string | undefined>) {
  return (message: ChatBodyMessage): readonly JsonObject[] => {
    if (message.role === 'tool') {
      const text = textsOf(message).join('\n');
      const response = jsonObject(text) ?? { result: text };
      return [{ functionResponse: { name: names.get(message.tool_call_id) ?? '', response } }];
    }
    const calls = (message.tool_calls ?? []).map((call) => ({
      functionCall: { name: call.function?.name, args: inputOf(call) },
      thoughtSignature: noSignature,
    }));
    return [...textParts(message), ...calls];
  };
}

function declarationOf({ name, description, parameters }: ReturnType<typeof functionsOf>[number]) {
  return {
    name,
    ...(typeof description === 'string' && { description }),
    ...(parameters !== undefined && { parametersJsonSchema: { type: 'object', ...parameters } }),
  };
}

function callingConfig(body: ChatBody): JsonObject {
  const choice = choiceOf(body, protocol);
  return typeof choice === 'string'
    ? { mode: choice.toUpperCase() }
    : { mode: 'ANY', allowedFunctionNames: [choice.name] };
}

/** Tokens that a model may think, by the words of chat completions, as Google's own translation has them. */
const thinkingBudgets: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 0,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
};

function generationConfig(body: ChatBody): JsonObject {
  const { temperature, top_p, reasoning_effort } = body;
  const stop = stopSequences(body);
  const most = mostTokens(body);
  const thinkingBudget = thinkingBudgets[reasoning_effort ?? ''];
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof top_p === 'number' && { topP: top_p }),
    ...(most !== undefined && { maxOutputTokens: most }),
    ...(stop.length > 0 && { stopSequences: stop }),
    ...(thinkingBudget !== undefined && { thinkingConfig: { thinkingBudget } }),
    ...formatOf(body),
  };
}

function formatOf(body: ChatBody): JsonObject {
  const json = { responseMimeType: 'application/json' };
  if (objectIn(body.response_format)?.['type'] === 'json_object') return json;
  const schema = schemaOf(body, protocol)?.schema;
  return schema === undefined ? {} : { ...json, responseJsonSchema: schema };
}

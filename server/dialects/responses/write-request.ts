import {
  type ChatBody,
  type ChatBodyMessage,
  cannotSay,
  functionsOf,
  mostTokens,
  refuseOldFunctions,
  textsOf,
} from '../chat-body.ts';
import { type JsonObject, objectIn } from '../dialect.ts';

const protocol = "OpenAI's Responses API";

/**
 * A chat-completions body as a body of the Responses API, which keeps nothing of it (`store: false`). What
 * the API has no field for and only tunes the sampling stays here (decision 0104). Throws Fault
 * `validation_failed`.
 */
export function writeResponses(chat: string): string {
  const body = JSON.parse(chat) as ChatBody;
  refuseOldFunctions(body, protocol);
  if ((body.stop ?? undefined) !== undefined) throw cannotSay('stop', protocol);
  const tools = functionsOf(body, protocol).map(toolOf);
  const text = textConfig(body);
  const choice = toolChoice(body);
  const most = mostTokens(body);
  const { temperature, top_p, parallel_tool_calls, reasoning_effort } = body;
  const { service_tier, prompt_cache_key } = body;
  return JSON.stringify({
    model: body.model,
    input: body.messages.flatMap(itemsOf),
    store: false,
    ...(tools.length > 0 && { tools }),
    ...(choice !== undefined && { tool_choice: choice }),
    ...(most !== undefined && { max_output_tokens: most }),
    ...given({ temperature, top_p, parallel_tool_calls, service_tier, prompt_cache_key }),
    ...(reasoning_effort && { reasoning: { effort: reasoning_effort } }),
    ...(text && { text }),
    ...(body.stream === true && { stream: true }),
  });
}

function given(fields: JsonObject): JsonObject {
  const some = Object.entries(fields).filter(([, value]) => (value ?? undefined) !== undefined);
  return Object.fromEntries(some);
}

function itemsOf(message: ChatBodyMessage): readonly JsonObject[] {
  const texts = textsOf(message);
  if (message.role === 'tool') {
    const { tool_call_id: call_id } = message;
    return [{ type: 'function_call_output', call_id, output: texts.join('\n') }];
  }
  const { role } = message;
  const content =
    role === 'assistant' ? texts.join('\n') : texts.map((text) => ({ type: 'input_text', text }));
  const calls = (message.tool_calls ?? []).map(({ id, function: called }) => ({
    type: 'function_call',
    call_id: id,
    name: called?.name,
    arguments: called?.arguments ?? '',
  }));
  return [...(content.length > 0 ? [{ type: 'message', role, content }] : []), ...calls];
}

/** The Responses API is strict unless told otherwise; chat completions are not. */
function toolOf({ name, description, parameters, strict }: ReturnType<typeof functionsOf>[number]) {
  return {
    type: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    parameters: parameters ?? { type: 'object', properties: {} },
    strict: strict === true,
  };
}

function toolChoice({ tool_choice: choice }: ChatBody): unknown {
  const name = objectIn(objectIn(choice)?.['function'])?.['name'];
  if (typeof name === 'string') return { type: 'function', name };
  if (choice === 'any') return 'required';
  if (typeof choice === 'object' && choice !== null) throw cannotSay('tool_choice', protocol);
  return choice ?? undefined;
}

function textConfig({ response_format, verbosity }: ChatBody): JsonObject | undefined {
  const { type, json_schema } = objectIn(response_format) ?? {};
  const format = type === undefined ? undefined : { type, ...objectIn(json_schema) };
  if (format === undefined && !verbosity) return undefined;
  return { ...(format && { format }), ...(verbosity && { verbosity }) };
}

import {
  type ChatBody,
  type ChatBodyMessage,
  type ChatToolCall,
  choiceOf,
  effortOf,
  functionsOf,
  inputOf,
  mostTokens,
  refuseOldFunctions,
  schemaOf,
  stopSequences,
  textsOf,
} from '../chat-body.ts';
import type { JsonObject } from '../dialect.ts';
import { isInstruction, turnsOf } from '../turns.ts';

const protocol = "Anthropic's Messages API";

/** The Messages API requires a limit; a spoken reply is far shorter. */
const defaultTokens = 4_096;

/**
 * A chat-completions body as a body of Anthropic's Messages API. Instructions move to `system`; what tunes
 * the sampling of other models stays here (decision 0104). Throws Fault `validation_failed`.
 */
export function writeMessages(chat: string): string {
  const body = JSON.parse(chat) as ChatBody;
  refuseOldFunctions(body, protocol);
  const system = body.messages.filter(isInstruction).flatMap(textBlocks);
  const tools = functionsOf(body, protocol).map(toolOf);
  const stop = stopSequences(body);
  const output = outputConfig(body);
  return JSON.stringify({
    model: body.model,
    max_tokens: mostTokens(body) ?? defaultTokens,
    ...(system.length > 0 && { system }),
    messages: turnsOf(body.messages, { text: textBlock, blocksOf, rank: resultsFirst }),
    ...(tools.length > 0 && { tools, tool_choice: toolChoice(body) }),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...(output && { output_config: output }),
    ...(body.stream === true && { stream: true }),
  });
}

const resultsFirst = ({ type }: JsonObject): number => (type === 'tool_result' ? 0 : 1);
const textBlock = (text: string): JsonObject => ({ type: 'text', text });

function textBlocks(message: ChatBodyMessage): readonly JsonObject[] {
  return textsOf(message).map(textBlock);
}

function blocksOf(message: ChatBodyMessage): readonly JsonObject[] {
  if (message.role === 'tool') {
    const { tool_call_id } = message;
    return [{ type: 'tool_result', tool_use_id: tool_call_id, content: textBlocks(message) }];
  }
  return [...textBlocks(message), ...(message.tool_calls ?? []).map(toolUse)];
}

function toolUse(call: ChatToolCall): JsonObject {
  return { type: 'tool_use', id: call.id, name: call.function?.name, input: inputOf(call) };
}

function toolOf({ name, description, parameters, strict }: ReturnType<typeof functionsOf>[number]) {
  return {
    name,
    ...(typeof description === 'string' && { description }),
    input_schema: { type: 'object', ...parameters },
    ...(strict === true && { strict }),
  };
}

function toolChoice(body: ChatBody): JsonObject {
  const choice = choiceOf(body, protocol);
  if (choice === 'none') return { type: 'none' };
  const how = typeof choice === 'string' ? { type: choice } : { type: 'tool', name: choice.name };
  return { ...how, ...(body.parallel_tool_calls === false && { disable_parallel_tool_use: true }) };
}

function outputConfig(body: ChatBody): JsonObject | undefined {
  const schema = schemaOf(body, protocol)?.schema;
  const effort = effortOf(body);
  const config = {
    ...(schema !== undefined && { format: { type: 'json_schema', schema } }),
    ...(effort !== undefined && { effort }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

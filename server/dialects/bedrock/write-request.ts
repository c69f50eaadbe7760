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

const protocol = 'the Converse API of Amazon Bedrock';

/**
 * A chat-completions body as a body of the Converse API; model and streaming are in its address. What tunes the
 * sampling stays here, because some of its models refuse it (decision 0171). Throws Fault `validation_failed`.
 */
export function writeConverse(chat: string): string {
  const body = JSON.parse(chat) as ChatBody;
  refuseOldFunctions(body, protocol);
  const system = body.messages.filter(isInstruction).flatMap(textBlocks);
  const choice = choiceOf(body, protocol);
  const tools = choice === 'none' ? [] : functionsOf(body, protocol).map(toolOf);
  const blocksOf = tools.length > 0 ? blocksWithCalls : blocksInWords;
  const inference = inferenceConfig(body);
  const output = outputConfig(body);
  return JSON.stringify({
    ...(system.length > 0 && { system }),
    messages: turnsOf(body.messages, { text: textBlock, blocksOf, rank }),
    ...(tools.length > 0 && { toolConfig: { tools, toolChoice: toolChoice(choice) } }),
    ...(inference && { inferenceConfig: inference }),
    ...(output && { outputConfig: output }),
  });
}

const textBlock = (text: string): JsonObject => ({ text });

/** Results of tools stand before the words of a turn, calls of tools behind them. */
function rank(block: JsonObject): number {
  if ('toolResult' in block) return 0;
  return 'toolUse' in block ? 2 : 1;
}

function textBlocks(message: ChatBodyMessage): readonly JsonObject[] {
  return textsOf(message).map(textBlock);
}

function blocksWithCalls(message: ChatBodyMessage): readonly JsonObject[] {
  const texts = textBlocks(message);
  if (message.role !== 'tool') return [...texts, ...(message.tool_calls ?? []).map(toolUse)];
  const content = texts.length > 0 ? texts : [textBlock('(No result.)')];
  return [{ toolResult: { toolUseId: message.tool_call_id, content } }];
}

function toolUse(call: ChatToolCall): JsonObject {
  return { toolUse: { toolUseId: call.id, name: call.function?.name, input: inputOf(call) } };
}

/** Converse takes calls and results only with tools on offer; without them they are told. */
function blocksInWords(message: ChatBodyMessage): readonly JsonObject[] {
  const texts = textsOf(message);
  if (message.role === 'tool') return [textBlock(`(Result: ${texts.join('\n')})`)];
  const calls = (message.tool_calls ?? []).map(({ function: called }) =>
    textBlock(`(Called ${called?.name}: ${called?.arguments ?? ''})`),
  );
  return [...texts.map(textBlock), ...calls];
}

function toolOf({ name, description, parameters, strict }: ReturnType<typeof functionsOf>[number]) {
  return {
    toolSpec: {
      name,
      ...(typeof description === 'string' && description !== '' && { description }),
      inputSchema: { json: { type: 'object', ...parameters } },
      ...(strict === true && { strict }),
    },
  };
}

function toolChoice(choice: ReturnType<typeof choiceOf>): JsonObject {
  return typeof choice === 'string' ? { [choice]: {} } : { tool: { name: choice.name } };
}

function inferenceConfig(body: ChatBody): JsonObject | undefined {
  const maxTokens = mostTokens(body);
  const stopSequencesOfBody = stopSequences(body);
  const config = {
    ...(maxTokens !== undefined && { maxTokens }),
    ...(stopSequencesOfBody.length > 0 && { stopSequences: stopSequencesOfBody }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

function outputConfig(body: ChatBody): JsonObject | undefined {
  const format = schemaOf(body, protocol);
  const effort = effortOf(body);
  const config = {
    ...(format !== undefined && { textFormat: textFormat(format) }),
    ...(effort !== undefined && { effort }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

function textFormat({ name, schema }: NonNullable<ReturnType<typeof schemaOf>>): JsonObject {
  const jsonSchema = { schema: JSON.stringify(schema), ...(typeof name === 'string' && { name }) };
  return { type: 'json_schema', structure: { jsonSchema } };
}

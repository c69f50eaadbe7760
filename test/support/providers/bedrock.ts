import {
  BedrockRuntimeClient,
  ConverseCommand,
  type ConverseCommandInput,
  type ConverseResponse,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  type Message,
  type StopReason,
  type TokenUsage,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { SeenRequest } from '../scripted-upstream.ts';
import { frame, isSignedBy } from './aws.ts';
import {
  type Call,
  isStreamed,
  type Protocol,
  pieces,
  type ReadReply,
  saidTo,
  writeJson,
  writeParts,
} from './protocol.ts';

type Body = Omit<ConverseCommandInput, 'modelId'>;
type Block = NonNullable<Message['content']>[number];

const bodyOf = (seen: SeenRequest): Body => seen.body as unknown as Body;
const textOf = (blocks: readonly Block[] = []): string =>
  blocks.map(({ text = '' }) => text).join('');

function lastUserText(seen: SeenRequest): string {
  return textOf(bodyOf(seen).messages?.findLast(({ role }) => role === 'user')?.content);
}

/** The result of a tool, if the last message holds one. */
function lastResult(seen: SeenRequest): string | undefined {
  const result = bodyOf(seen)
    .messages?.at(-1)
    ?.content?.find((block) => 'toolResult' in block);
  return result && JSON.stringify(result.toolResult?.content);
}

const usage: TokenUsage = {
  inputTokens: 3,
  outputTokens: 5,
  totalTokens: 14,
  cacheReadInputTokens: 4,
  cacheWriteInputTokens: 2,
};

/** The keys of the test's account, and both as one setting. */
const keys = { accessKeyId: 'upstream-key', secretAccessKey: 'secret-of-the/test+1=' };
const bothKeys = `${keys.accessKeyId}:${keys.secretAccessKey}`;

/** The events of one streamed reply, in the words of the SDK. */
export function eventsOf(
  text: string,
  called: Call | undefined,
  stopReason: StopReason = called === undefined ? 'end_turn' : 'tool_use',
): readonly ConverseStreamOutput[] {
  const delta = (contentBlockIndex: number, grown: object) =>
    ({ contentBlockDelta: { contentBlockIndex, delta: grown } }) as ConverseStreamOutput;
  const stop = (contentBlockIndex: number): ConverseStreamOutput => ({
    contentBlockStop: { contentBlockIndex },
  });
  return [
    { messageStart: { role: 'assistant' } },
    ...pieces(text).map((part) => delta(0, { text: part })),
    ...(text === '' ? [] : [stop(0)]),
    ...(called === undefined
      ? []
      : [
          {
            contentBlockStart: {
              contentBlockIndex: 1,
              start: { toolUse: { toolUseId: 'tooluse_test', name: called.name } },
            },
          } as ConverseStreamOutput,
          ...pieces(called.written).map((input) => delta(1, { toolUse: { input } })),
          stop(1),
        ]),
    { messageStop: { stopReason } },
    { metadata: { usage, metrics: { latencyMs: 7 } } },
  ];
}

/** Events as the API sends them, each padded to hide its length. */
export function framesOf(events: readonly ConverseStreamOutput[]): readonly Buffer[] {
  return events.map((event) => {
    const [[name = '', payload] = []] = Object.entries(event);
    return frame(
      {
        ':event-type': name,
        ':content-type': 'application/json',
        ':message-type': 'event',
      },
      { ...payload, p: 'abcdefgh' },
    );
  });
}

export function exceptionFrame(name: string): Buffer {
  const headers = {
    ':exception-type': name,
    ':content-type': 'application/json',
    ':message-type': 'exception',
  };
  return frame(headers, { message: 'Overloaded' });
}

function wholeReply(text: string, called: Call | undefined): ConverseResponse {
  const used = called && {
    toolUse: {
      toolUseId: 'tooluse_test',
      name: called.name,
      input: JSON.parse(called.written),
    },
  };
  return {
    output: { message: { role: 'assistant', content: [{ text }, ...(used ? [used] : [])] } },
    stopReason: used === undefined ? 'end_turn' : 'tool_use',
    usage,
    metrics: { latencyMs: 7 },
  };
}

const streamType = 'application/vnd.amazon.eventstream';

/** The Converse API of Amazon Bedrock. It refuses what AWS's own signer would not have signed. */
export const bedrock: Protocol = {
  kind: 'bedrock',
  path: (stream) => `/model/scripted/${stream ? 'converse-stream' : 'converse'}`,
  keyHeader: 'authorization',
  key: bothKeys,
  streamType,
  answer: async (seen, response) => {
    if (seen.headers.authorization !== undefined && !(await isSignedBy(keys, seen))) {
      response.statusCode = 403;
      return writeJson(response, { message: 'The request signature does not match.' });
    }
    const { toolConfig } = bodyOf(seen);
    const tools = toolConfig?.tools?.map(({ toolSpec }) => toolSpec);
    const { text, call } = saidTo(lastUserText(seen), lastResult(seen), tools);
    if (!isStreamed(seen)) return writeJson(response, wholeReply(text, call));
    response.setHeader('content-type', streamType);
    return writeParts(response, framesOf(eventsOf(text, call)));
  },
  bySdk: async (endpoint, body, stream) => {
    const client = new BedrockRuntimeClient({
      endpoint,
      region: 'us-east-1',
      credentials: keys,
      // Its own choice, HTTP/2, is not what a provider of the test speaks.
      requestHandler: new NodeHttpHandler(),
    });
    const input = { modelId: 'scripted', ...(body as Body) };
    if (!stream) return wholeBySdk(client, input);
    const { stream: events = [] } = await client.send(new ConverseStreamCommand(input));
    let text = '';
    const calls: { name: string; written: string }[] = [];
    for await (const { contentBlockStart, contentBlockDelta } of events) {
      const use = contentBlockStart?.start?.toolUse;
      if (use !== undefined) calls.push({ name: use.name ?? '', written: '' });
      text += contentBlockDelta?.delta?.text ?? '';
      const last = calls.at(-1);
      if (last !== undefined) last.written += contentBlockDelta?.delta?.toolUse?.input ?? '';
    }
    return { text, calls };
  },
};

async function wholeBySdk(
  client: BedrockRuntimeClient,
  input: ConverseCommandInput,
): Promise<ReadReply> {
  const { output } = await client.send(new ConverseCommand(input));
  const content = output?.message?.content ?? [];
  const uses = content.flatMap(({ toolUse }) => toolUse ?? []);
  return {
    text: textOf(content),
    calls: uses.map(({ name = '', input: given }) => ({ name, written: JSON.stringify(given) })),
  };
}

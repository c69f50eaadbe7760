import {
  type Content,
  FinishReason,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
} from '@google/genai';
import type { SeenRequest } from '../scripted-upstream.ts';
import {
  type Call,
  isStreamed,
  type Protocol,
  pieces,
  saidTo,
  writeEvents,
  writeJson,
} from './protocol.ts';

/** A body of the API, in the words of its reference. */
interface Body {
  readonly contents: readonly Content[];
  readonly systemInstruction?: Content;
  readonly tools?: readonly { readonly functionDeclarations?: readonly { name?: string }[] }[];
  readonly toolConfig?: object;
  readonly generationConfig?: object;
}

/** A reply as it is on the wire; the SDK's class has helpers besides. */
export type Reply = Pick<
  GenerateContentResponse,
  'candidates' | 'usageMetadata' | 'modelVersion' | 'responseId' | 'promptFeedback'
>;

const bodyOf = (seen: SeenRequest): Body => seen.body as unknown as Body;

function lastUserText(seen: SeenRequest): string {
  const content = bodyOf(seen).contents.findLast(({ role }) => role === 'user');
  return (content?.parts ?? []).map(({ text = '' }) => text).join('');
}

/** The result of a function, if the last content holds one. */
function lastResult(seen: SeenRequest): string | undefined {
  const parts = bodyOf(seen).contents.at(-1)?.parts ?? [];
  const response = parts.find((part) => part.functionResponse !== undefined)?.functionResponse;
  return response && JSON.stringify(response.response);
}

const names = { modelVersion: 'scripted', responseId: 'resp' };
const usageMetadata = {
  promptTokenCount: 7,
  candidatesTokenCount: 3,
  thoughtsTokenCount: 2,
  totalTokenCount: 12,
  cachedContentTokenCount: 4,
};

const partial = (parts: Part[]): Reply => ({
  ...names,
  candidates: [{ content: { role: 'model', parts }, index: 0 }],
});

const callPart = ({ name, written }: Call): Part => ({
  functionCall: { name, args: JSON.parse(written) },
  thoughtSignature: 'c2lnbmVk',
});

/** The events of one streamed reply. */
export function eventsOf(
  text: string,
  called?: Call,
  finishReason: FinishReason = FinishReason.STOP,
): readonly Reply[] {
  return [
    partial([{ text: 'Hm.', thought: true }]),
    ...pieces(text).map((part) => partial([{ text: part }])),
    ...(called === undefined ? [] : [partial([callPart(called)])]),
    {
      ...names,
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason, index: 0 }],
      usageMetadata,
    },
  ];
}

/** Google's Gemini API. */
export const gemini: Protocol = {
  kind: 'gemini',
  path: (stream) =>
    `/models/scripted:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  keyHeader: 'x-goog-api-key',
  key: 'upstream-key',
  answer: async (seen, response) => {
    const tools = bodyOf(seen).tools?.flatMap((tool) => tool.functionDeclarations ?? []);
    const { text, call } = saidTo(lastUserText(seen), lastResult(seen), tools);
    if (isStreamed(seen))
      return writeEvents(response, eventsOf(text, call) as readonly { type?: string }[]);
    const parts = [{ text }, ...(call === undefined ? [] : [callPart(call)])];
    return writeJson(response, {
      ...names,
      candidates: [
        { content: { role: 'model', parts }, finishReason: FinishReason.STOP, index: 0 },
      ],
      usageMetadata,
    } satisfies Reply);
  },
  bySdk: async (baseUrl, body, stream) => {
    const { origin, pathname } = new URL(baseUrl);
    const httpOptions = { baseUrl: origin, apiVersion: pathname.slice(1) };
    const sdk = new GoogleGenAI({ apiKey: 'upstream-key', httpOptions });
    const { contents, systemInstruction, tools, toolConfig, generationConfig } = body as Body;
    const given = { systemInstruction, tools, toolConfig, ...generationConfig };
    const params = { model: 'scripted', contents, config: given } as GenerateContentParameters;
    const replies: GenerateContentResponse[] = [];
    if (stream)
      for await (const reply of await sdk.models.generateContentStream(params)) replies.push(reply);
    else replies.push(await sdk.models.generateContent(params));
    const parts = replies.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
    return {
      text: parts.map(({ text = '', thought }) => (thought === true ? '' : text)).join(''),
      calls: parts
        .flatMap(({ functionCall }) => functionCall ?? [])
        .map(({ name = '', args }) => ({ name, written: JSON.stringify(args) })),
    };
  },
};

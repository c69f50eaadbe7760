import OpenAI from 'openai';
import { type CallSocket, connectCall } from './call-socket.ts';
import { answering, type FunctionScript, hanging, sending } from './clinic-function.ts';
import {
  callFunction,
  replying,
  type Script,
  type SeenRequest,
  writeByteByByte,
} from './scripted-upstream.ts';
import { content, doneEvent, finish } from './sse-kit.ts';

/** Of the caller, and of another patient. */
export const phone = '202-555-0143';
export const otherPhone = '202-555-0177';

/** What the caller hears while `book_visit` runs. */
export const filler = { en: 'One moment.', es: 'Un momento.' };

export const tool = (name: string, endpoint: object) => ({
  type: 'function',
  function: {
    name,
    description: 'Of the clinic.',
    parameters: { type: 'object', properties: { phone: { type: 'string' } } },
  },
  endpoint,
});

/** `book_visit` has a second for its answer and fills the time; `look_up` may be sent twice; `cancel_visit` is plain. */
export const clinicTools = (url: string) => [
  tool('book_visit', { url: `${url}/book`, timeout_seconds: 1, filler }),
  tool('look_up', { url: `${url}/look-up`, repeatable: true }),
  tool('cancel_visit', { url: `${url}/cancel` }),
];

/** The same function, for platforms that ask over HTTP too. */
export const runOverHttp = (one: ReturnType<typeof tool>) => ({
  ...one,
  endpoint: { ...one.endpoint, over_http: true },
});

/** A caller on a platform. */
export interface Phone {
  /** Where the platform connects by WebSocket. */
  readonly socket?: CallSocket;
  hangUp(): Promise<void>;
  say(words: string): void;
  /** What the agent answers to what was said last, once it is whole. */
  answer(): Promise<string>;
}

export interface Platform {
  readonly name: string;
  /** `address` is `/proxy/{agent_id}` of a service; `before` is what was said before, if the platform sends it again. */
  call(address: string, token: string, callId: string, before?: readonly string[]): Promise<Phone>;
}

/** A caller on a platform that connects by WebSocket. */
export interface SocketPhone extends Phone {
  readonly socket: CallSocket;
}

export interface SocketPlatform extends Platform {
  call(...call: Parameters<Platform['call']>): Promise<SocketPhone>;
}

const retell: SocketPlatform = {
  name: 'Retell',
  call: async (address, token, callId, before = []) => {
    const socket = await connectCall(`${address}/retell/${token}/${callId}`);
    const all = [...before];
    return {
      socket,
      hangUp: socket.hangUp,
      say: (words) => {
        all.push(words);
        const transcript = all.map((one, index) => ({
          role: index % 2 === 0 ? 'user' : 'agent',
          content: one,
        }));
        const id = all.length;
        socket.send({ interaction_type: 'response_required', response_id: id, transcript });
      },
      answer: async () => {
        const heard = await socket.until((got) => {
          const parts = got.filter((one) => one['response_id'] === all.length);
          if (parts.at(-1)?.['content_complete'] !== true) return undefined;
          return parts.map((part) => part['content']).join('');
        });
        all.push(heard);
        return heard;
      },
    };
  },
};

const twilio: SocketPlatform = {
  name: 'Twilio',
  call: async (address, token, callId) => {
    const socket = await connectCall(`${address}/twilio/${token}`);
    socket.send({ type: 'setup', callSid: `CA-${callId}` });
    let asked = 0;
    return {
      socket,
      hangUp: socket.hangUp,
      say: (words) => {
        asked += 1;
        socket.send({ type: 'prompt', voicePrompt: words, lang: 'en-US', last: true });
      },
      answer: () =>
        socket.until((got) => {
          const texts = got.filter(({ type }) => type === 'text');
          // A filler is a last text too, but never empty.
          const ends = texts.flatMap(({ token: said, last }, at) =>
            last === true && said === '' ? [at] : [],
          );
          const end = ends[asked - 1];
          const answer = texts.slice((ends[asked - 2] ?? -1) + 1, end);
          return end === undefined ? undefined : answer.map(({ token: said }) => said).join('');
        }),
    };
  },
};

export const platforms = [retell, twilio] as const;

/** The protocol of a platform that asks over HTTP, by the openai SDK. */
type Complete = (
  sdk: OpenAI,
  messages: readonly OpenAI.ChatCompletionMessageParam[],
  options: { readonly signal: AbortSignal },
) => Promise<string>;

const overHttp = (name: string, complete: Complete): Platform => ({
  name,
  call: async (address, token, callId, before = []) => {
    const bearer = { authorization: `Bearer ${token}`, 'x-voice-call-id': callId };
    const sdk = new OpenAI({
      baseURL: `${address}/v1`,
      apiKey: token,
      maxRetries: 0,
      defaultHeaders: { 'x-voice-call-id': callId },
    });
    const leaving = new AbortController();
    const all = [...before];
    let answer = Promise.resolve('');
    return {
      say: (words) => {
        all.push(words);
        const said = all.map((content, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          content,
        }));
        const messages = [{ role: 'system' as const, content: 'You are a clinic.' }, ...said];
        answer = complete(sdk, messages, { signal: leaving.signal }).then((heard) => {
          all.push(heard);
          return heard;
        });
        answer.catch(() => undefined);
      },
      answer: () => answer,
      hangUp: async () => {
        leaving.abort();
        const message = { type: 'end-of-call-report', call: { id: callId } };
        const body = JSON.stringify({ message });
        const headers = { ...bearer, 'content-type': 'application/json' };
        await fetch(address.replace('/proxy/', '/voice/webhook/'), {
          method: 'POST',
          headers,
          body,
        });
      },
    };
  },
});

const model = 'any';

/** The ways in of platforms that ask over HTTP. */
export const httpPlatforms: readonly Platform[] = [
  overHttp('a client of chat completions, streamed', async (sdk, said, options) => {
    const { completions } = sdk.chat;
    const reply = completions.stream({ model, messages: [...said] }, options);
    return (await reply.finalChatCompletion()).choices[0]?.message.content ?? '';
  }),
  overHttp('a client of chat completions', async (sdk, said, options) => {
    const reply = await sdk.chat.completions.create({ model, messages: [...said] }, options);
    return reply.choices[0]?.message.content ?? '';
  }),
  overHttp('a client of responses, streamed', async (sdk, said, options) => {
    const input = said as OpenAI.Responses.ResponseInputItem[];
    return (await sdk.responses.stream({ model, input }, options).finalResponse()).output_text;
  }),
];

const moved: FunctionScript = (_seen, response) => {
  response.writeHead(302, { location: 'https://localhost:9/elsewhere' }).end();
};
const noText: FunctionScript = (_seen, response) => {
  response.end(Buffer.from([0xff, 0xfe, 0x00]));
};

/** What `book_visit` answers, the outcome on record, and what the model reads. */
export const failingFunctions: readonly (readonly [
  what: string,
  script: FunctionScript,
  outcome: string,
  words: RegExp,
])[] = [
  ['500', answering(`Ann Lee ${otherPhone}`, 500), 'failed', /not known whether it was done/],
  ['404', answering(`Ann Lee ${otherPhone}`, 404), 'refused', /Nothing was done/],
  ['a redirect', moved, 'redirected', /Nothing was done/],
  ['50 MB', sending(50 * 1024 * 1024), 'too_large', /too long/],
  ['bytes that are no text', noText, 'unreadable', /no text/],
  ['nothing', hanging, 'timed_out', /not known whether it was done/],
];

export const resultIn = ({ body }: SeenRequest): string =>
  String(body.messages.findLast(({ role }) => role === 'tool')?.content ?? '');

/** Says a text, streamed split at every byte. */
export const saying =
  (text: string): Script =>
  async (seen, response) => {
    if (seen.body.stream !== true) return replying(text)(seen, response);
    response.setHeader('content-type', 'text/event-stream');
    await writeByteByByte(response, content(text) + finish + doneEvent);
    response.end();
  };

/** The model calls, and then says what it was told. */
export const callingOnce = (name: string, argumentsOf: (seen: SeenRequest) => object): Script => {
  const call = callFunction(name, argumentsOf);
  return (seen, response) =>
    seen.body.messages.at(-1)?.role === 'tool'
      ? saying(`the clinic says ${resultIn(seen)}`)(seen, response)
      : call(seen, response);
};

export const tokenIn = (seen: SeenRequest) => /TOK1\.PHONE[\w.]+/.exec(seen.raw)?.[0] ?? '';
export const withPhone = (seen: SeenRequest) => ({ phone: tokenIn(seen) });

/** Those of the values that are in a request which the provider got, in whatever form of their digits. */
export function valuesIn(
  seen: readonly SeenRequest[],
  values: readonly string[],
): readonly string[] {
  const sent = seen.map(({ raw }) => raw).join('\n');
  const digits = sent.replace(/\D/g, '');
  return values.filter(
    (value) => sent.includes(value) || digits.includes(value.replace(/\D/g, '')),
  );
}

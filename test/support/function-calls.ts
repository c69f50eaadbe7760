import { type CallSocket, connectCall } from './call-socket.ts';
import { answering, type FunctionScript, hanging, sending } from './clinic-function.ts';
import {
  callFunction,
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

/** A caller on a platform that connects by WebSocket. */
export interface Phone {
  readonly socket: CallSocket;
  say(words: string): void;
  /** What the agent answers to what was said last, once it is whole. */
  answer(): Promise<string>;
}

export interface Platform {
  readonly name: string;
  /** `address` is `/proxy/{agent_id}` of a service; `before` is what was said before, if the platform sends it again. */
  call(address: string, token: string, callId: string, before?: readonly string[]): Promise<Phone>;
}

const retell: Platform = {
  name: 'Retell',
  call: async (address, token, callId, before = []) => {
    const socket = await connectCall(`${address}/retell/${token}/${callId}`);
    const all = [...before];
    return {
      socket,
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

const twilio: Platform = {
  name: 'Twilio',
  call: async (address, token, callId) => {
    const socket = await connectCall(`${address}/twilio/${token}`);
    socket.send({ type: 'setup', callSid: `CA-${callId}` });
    let asked = 0;
    return {
      socket,
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

export const platforms: readonly Platform[] = [retell, twilio];

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

/** Says a text, split at every byte. */
export const saying =
  (text: string): Script =>
  async (_seen, response) => {
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

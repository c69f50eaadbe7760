import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import {
  costlyBodies,
  honestBodies,
  refusedBodies,
  tokenBodies,
  user,
} from '../support/large-bodies.ts';
import { type Path, post } from './load.ts';

/** The agent that an attack asks. */
export interface Target {
  readonly url: string;
  readonly agentId: string;
  /** An access token of the agent. */
  readonly token: string;
}

interface Attack {
  readonly upstream: 'provider:model-small' | 'stub';
  /** How many are in progress at a time; each lane makes the next one when the last is answered. */
  readonly lanes: number;
  /** Makes one and resolves with what the service answered. */
  readonly once: (target: Target) => Promise<string>;
}

const filled = (unit: string, size: number): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const numbered = (count: number, unit: (no: number) => string): string =>
  Array.from({ length: count }, (_, no) => unit(no)).join(' ');
const packedZeros = (mib: number): string =>
  gzipSync(Buffer.alloc(mib * 1024 * 1024, '0')).toString('base64');

/** Texts of 100 to 900 KB that cost detection the most, or that grow when they are opened. */
const texts: Readonly<Record<string, () => string>> = {
  'addresses of e-mail': () => numbered(10_000, (no) => `u${no}.x@m${no}.com`),
  'pairs of capitals': () => filled('Aa Bb ', 200_000),
  'vowels without end': () => filled('aeiou', 200_000),
  'signs of many patterns': () => filled('(1-2.3/4@5:6#7 ', 200_000),
  '25,000 telephone numbers': () =>
    numbered(25_000, (no) => `${202 + (no % 700)}-555-${1_000 + (no % 9_000)}`),
  'gzip that grows to 300 MiB': () => filled(`${packedZeros(30)} , `, 410_000),
  'gzip in gzip': () => gzipSync(Buffer.from(packedZeros(200), 'base64')).toString('base64'),
};

let made = 0;

/** The body with other texts, so that none of them is known from an earlier one. */
function newBody(body: object): string {
  made += 1;
  return JSON.stringify(body, (name, value: unknown) =>
    typeof value === 'string' && (name === 'content' || name === 'text') ? newText(value) : value,
  );
}

function newText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
      typeof value === 'string' ? newWords(value) : value,
    );
  } catch {
    return newWords(text);
  }
}

/** A long text is searched in pieces, which all begin elsewhere then. */
function newWords(words: string): string {
  return words.length > 2_048 ? `${' '.repeat(made % 512)}${words}` : `${words}${made}`;
}

function requests(body: () => object, fields: Partial<Attack> = {}): Attack {
  let first: object | undefined;
  return {
    upstream: 'provider:model-small',
    lanes: 2,
    once: async (target) => {
      first ??= body();
      const reply = await post(pathOf(target), newBody(first));
      await reply.body.dump();
      return String(reply.statusCode);
    },
    ...fields,
  };
}

function pathOf({ url, agentId }: Target, headers: Path['headers'] = {}): Path {
  return { name: 'attack', url: `${url}/proxy/${agentId}/v1/chat/completions`, headers };
}

const said = (size: number): string => {
  made += 1;
  return filled(`${made} said that we would come back for another check of the knee. `, size);
};

async function connectTwilio({ url, agentId, token }: Target): Promise<CallSocket> {
  const socket = await connectCall(`${url}/proxy/${agentId}/twilio/${token}`);
  made += 1;
  const ids = { sessionId: `VX${made}`, accountSid: 'AC0', callSid: `CA${made}` };
  socket.send({ type: 'setup', ...ids, from: '+12025550199', to: '+12025550100' });
  return socket;
}

const prompt = (size: number) => ({
  type: 'prompt',
  voicePrompt: said(size),
  lang: 'en-US',
  last: true,
});

const sockets: Readonly<Record<string, Attack['once']>> = {
  'Twilio: 190 prompts of 20 KB on a socket': async (target) => {
    const socket = await connectTwilio(target);
    for (let no = 0; no < 190; no += 1) socket.send(prompt(20_000));
    const [code] = await socket.closed;
    return `closed with ${code}`;
  },
  'Twilio: prompts of a word, one after the other': async (target) => {
    const socket = await connectTwilio(target);
    for (let no = 0; no < 400; no += 1) socket.send(prompt(30));
    const what = await answerOf(socket, ({ last }) => last === true);
    socket.breakOff();
    return what;
  },
  'Retell: 20 questions of 270 KB on each of five sockets': async ({ url, agentId, token }) => {
    made += 1;
    const open = await Promise.all(
      Array.from({ length: 5 }, (_, no) =>
        connectCall(`${url}/proxy/${agentId}/retell/${token}/call-${made}-${no}`),
      ),
    );
    for (let id = 1; id <= 20; id += 1)
      for (const socket of open)
        socket.send({
          interaction_type: 'response_required',
          response_id: id,
          transcript: [{ role: 'user', content: said(270_000) }],
        });
    const isLast = (one: Message) => one['response_id'] === 20 && one['content_complete'] === true;
    const answers = await Promise.all(open.map((socket) => answerOf(socket, isLast)));
    for (const socket of open) socket.breakOff();
    return [...new Set(answers)].join(', ');
  },
  'a burst of 1,100 sockets that ask': async (target) => {
    const opened = await Promise.allSettled(
      Array.from({ length: 1_100 }, async () => {
        const socket = await connectTwilio(target);
        socket.send(prompt(30));
        return socket;
      }),
    );
    const open = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const socket of open) socket.breakOff();
    const refused = opened.find((one) => one.status === 'rejected');
    return `${open.length} opened, the others ${String(refused?.reason).slice(7, 10)}`;
  },
};

type Message = Readonly<Record<string, unknown>>;

/** Resolves once the service has sent such a message, or has closed the socket. */
async function answerOf(socket: CallSocket, isIt: (message: Message) => boolean): Promise<string> {
  let closed: string | undefined;
  void socket.closed.then(([code]) => {
    closed = `closed with ${code}`;
  });
  for (let seen = 0; closed === undefined; seen = socket.got.length) {
    if (socket.got.slice(seen).some(isIt)) return 'answered';
    await pause(20);
  }
  return closed;
}

const wrongSignatures = Array.from(
  { length: 8 },
  () => `sha256=${randomBytes(32).toString('hex')}`,
);

/** Each attack of the suite. */
export const attacks: ReadonlyMap<string, Attack> = new Map<string, Attack>([
  ...Object.entries(sockets).map(
    ([name, once]) => [name, { upstream: 'provider:model-small', lanes: 1, once }] as const,
  ),
  ...Object.entries({ ...honestBodies, ...costlyBodies }).map(
    ([name, body]) => [name, requests(() => body(1))] as const,
  ),
  ...Object.entries(texts).map(
    ([name, text]) => [name, requests(() => ({ messages: [user(text())] }))] as const,
  ),
  ...Object.entries(tokenBodies).map(
    ([name, body]) =>
      [
        `the stub says ${name}`,
        requests(() => ({ ...body(1), stream: true }), { upstream: 'stub' }),
      ] as const,
  ),
  ...Object.entries(refusedBodies).map(([name, [, body]]) => [name, requests(body)] as const),
  [
    '1 MiB with eight wrong signatures',
    {
      upstream: 'provider:model-small',
      lanes: 8,
      once: async (target) => {
        const headers = { 'x-voice-signature': wrongSignatures.join(',') };
        const reply = await post(pathOf(target, headers), filled('x', 1_048_000));
        await reply.body.dump();
        return String(reply.statusCode);
      },
    },
  ],
]);

/**
 * As a thread: makes an attack again and again, and tells each answer. To make a body takes as long as some calls, so
 * the thread that measures calls must not do it. Ends when it is terminated, and its connections with it.
 */
if (parentPort !== null) {
  const { name, target } = workerData as { readonly name: string; readonly target: Target };
  const { lanes = 0, once } = attacks.get(name) ?? {};
  for (let lane = 0; lane < lanes; lane += 1)
    void (async () => {
      for (;;) parentPort?.postMessage(await once?.(target).catch(reasonOf));
    })();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'failed';
}

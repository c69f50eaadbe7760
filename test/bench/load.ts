import { createHmac } from 'node:crypto';
import { Agent, type Dispatcher, request } from 'undici';

/** One way to reach the upstream: direct, through the baseline, through the service. */
export interface Path {
  readonly name: string;
  readonly url: string;
  /** In addition to the signature. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const secret = 'bench-secret';

const dispatcher = new Agent({ connections: 512, pipelining: 1 });

const agentLine = 'Thanks for holding, could you tell me a little more about what you need today?';
const patientLine =
  'well i called last week about my appointment and the nurse said somebody would ring me back but nobody did';

export interface History {
  readonly turns: number;
  /** In each of its turns; what no earlier request had makes all of it new to the service. */
  readonly mark?: string;
  /** Which number is said; by default a new one. */
  readonly number?: number;
  /** What is said in the last turn in place of a number. */
  readonly last?: string;
}

let calls = 0;
let turns = 0;
/** A call, and something to say, that nothing in this run had before. */
export const newCall = (): number => (calls += 1);
export const newTurn = (): number => (turns += 1);

/** A 20-word turn on a history, of 10 turns by default; `said` numbers what is said in the last one. */
export function chatBody(
  call: number,
  said: number,
  stream: boolean,
  { turns, mark = '', number = said, last }: History = { turns: 10 },
): string {
  const history = Array.from({ length: turns }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', content: `${patientLine} number ${index}${mark}` }
      : { role: 'assistant', content: `${agentLine} ${index}${mark}` },
  );
  const [a, b, c, d] = String(1000 + ((number * 37) % 9000));
  const withNumber = `yes my number is five five ${a} ${b} one ${c} ${d} and please call me back about visit ${said} this afternoon`;
  return JSON.stringify({
    model: 'bench',
    stream,
    call: { id: callId(call) },
    messages: [
      { role: 'system', content: 'You answer the phone of a clinic. Be short and kind.' },
      ...history,
      { role: 'user', content: last ?? withNumber },
    ],
  });
}

/** A platform's message that a call is over. */
export function endBody(call: number): string {
  const message = { type: 'end-of-call-report', call: { id: callId(call) } };
  return JSON.stringify({ message });
}

function callId(call: number): string {
  return `bench-call-${call}`;
}

/** Milliseconds to the first body byte and to the end of one request. */
export async function timed(
  path: Path,
  body: string,
): Promise<{ firstMs: number; totalMs: number }> {
  const began = performance.now();
  const reply = await send(path, body);
  let firstMs = 0;
  for await (const _chunk of reply) firstMs ||= performance.now() - began;
  return { firstMs, totalMs: performance.now() - began };
}

/** Sends a request; resolves with its reply, whose body begins to arrive. */
export function post(path: Path, body: string): Promise<Dispatcher.ResponseData> {
  return request(path.url, {
    method: 'POST',
    dispatcher,
    body,
    headers: {
      'content-type': 'application/json',
      'x-voice-signature': sign(body),
      ...path.headers,
    },
  });
}

/** The body of a reply. Rejects unless it is answered 200. */
export async function send(path: Path, body: string): Promise<Dispatcher.ResponseData['body']> {
  const response = await post(path, body);
  if (response.statusCode !== 200) throw new Error(`${path.name} answered ${response.statusCode}`);
  return response.body;
}

function sign(body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

export interface Load {
  /** Requests always in flight, each of a call of its own. */
  readonly connections: number;
  readonly seconds: number;
  /** Whether every turn says something new, or repeats the first. */
  readonly newTurns: boolean;
  /** On how many earlier ones; 10 by default. */
  readonly history?: number;
}

const turnsPerCall = 20;

/** Requests per second under a load, each lane one call after the other. */
export async function throughput(
  path: Path,
  { connections, seconds, newTurns, history = 10 }: Load,
): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      const call = newCall();
      for (let turn = 0; turn < turnsPerCall && performance.now() < until; turn += 1) {
        await timed(path, chatBody(call, newTurns ? newTurn() : 0, false, { turns: history }));
        done += 1;
      }
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, lane));
  return (done * 1000) / (performance.now() - began);
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

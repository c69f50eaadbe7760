import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCall, type Path, send } from '../load.ts';

/** Turns that a service answers, by name. */
export interface Workload {
  readonly name: string;
  /** Says its turns; `measured` runs those whose cost counts, and resolves when they are answered. */
  readonly run: (path: Path, measured: Measured) => Promise<void>;
}

export type Measured = (name: string, turns: number, say: () => Promise<void>) => Promise<void>;

const lexicon = join(import.meta.dirname, '../../../models/training/lexicon/en');
const [givenNames, surnames] = ['most-given-names.txt', 'most-surnames.txt'].map((file) =>
  readFileSync(join(lexicon, file), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]+$/.test(line)),
) as [string[], string[]];

let said = 0;

/** What a caller says of herself. */
export interface NewValues {
  readonly name: string;
  readonly phone: string;
}

/** A name and a telephone number that nothing in this run had before. */
export function newValues(): NewValues {
  said += 1;
  const [given = '', surname = ''] = [
    givenNames[said % givenNames.length],
    surnames[(said * 7) % surnames.length],
  ];
  const phone = `617 ${200 + (said % 700)} ${1000 + ((said * 37) % 9000)}`;
  return { name: `${given} ${surname}`, phone };
}

/** Twenty words with new values in them. */
export function wordsWith({ name, phone }: NewValues): string {
  return `hello my name is ${name} and my number is ${phone} please call me back about my visit this afternoon`;
}

export const newWords = (): string => wordsWith(newValues());

interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

function bodyOf(messages: readonly Message[], call?: string, stream = false): string {
  return JSON.stringify({ model: 'bench', stream, ...(call && { call: { id: call } }), messages });
}

async function answerTo(path: Path, body: string): Promise<string> {
  const reply = await (await send(path, body)).text();
  if (body.includes('"stream":true')) return reply;
  const { choices } = JSON.parse(reply) as { choices: [{ message: Message }] };
  return choices[0].message.content;
}

const instructions: Message = {
  role: 'system',
  content: 'You answer the phone of a clinic. Be short and kind.',
};

/** Many at a time, each lane one after the other. */
export async function inLanes(
  lanes: number,
  times: number,
  work: () => Promise<void>,
): Promise<void> {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** One message without a call id. */
export async function sayOnce(path: Path, content: string, stream = false): Promise<void> {
  await answerTo(path, bodyOf([{ role: 'user', content }], undefined, stream));
}

function single(
  name: string,
  inFlight: number,
  turns: number,
  { stream = false, words = newWords }: { stream?: boolean; words?: () => string } = {},
): Workload {
  const say = (path: Path): Promise<void> => sayOnce(path, words(), stream);
  return {
    name,
    run: (path, measured) => measured(name, turns, () => inLanes(inFlight, turns, () => say(path))),
  };
}

/** A call whose platform repeats what was said before, replies as they came back. */
export class Call {
  readonly #id = `cost-${newCall()}`;
  readonly #messages: Message[] = [instructions];

  /** With turns that were said before this service heard of the call. */
  constructor(turnsBefore = 0) {
    for (let turn = 0; turn < turnsBefore; turn += 1) {
      const values = newValues();
      const reply = `Thank you, I have ${values.name} and ${values.phone} noted. Is there anything else?`;
      this.#messages.push({ role: 'user', content: wordsWith(values) });
      this.#messages.push({ role: 'assistant', content: reply });
    }
  }

  async say(path: Path): Promise<void> {
    this.#messages.push({ role: 'user', content: newWords() });
    const content = await answerTo(path, this.#body());
    this.#messages.push({ role: 'assistant', content });
  }

  /** Says the last turn again, as platforms do that ask before the caller has finished. */
  async repeat(path: Path): Promise<void> {
    await answerTo(path, bodyOf(this.#messages.slice(0, -1), this.#id));
  }

  #body(): string {
    return bodyOf(this.#messages, this.#id);
  }
}

const turnsPerCall = 20;

function calls(name: string, atOnce: number, count: number): Workload {
  const oneCall = async (path: Path): Promise<void> => {
    const call = new Call();
    for (let turn = 0; turn < turnsPerCall; turn += 1) await call.say(path);
  };
  return {
    name,
    run: (path, measured) =>
      measured(name, count * turnsPerCall, () => inLanes(atOnce, count, () => oneCall(path))),
  };
}

/** Calls in step, so that turns of one number are measured together. */
function turnsOfCalls(count: number, numbers: readonly number[]): Workload {
  return {
    name: 'turns of a call',
    run: async (path, measured) => {
      const all = Array.from({ length: count }, () => new Call());
      for (let turn = 1; turn <= turnsPerCall; turn += 1) {
        const say = async (): Promise<void> => {
          for (const call of all) await call.say(path);
        };
        await (numbers.includes(turn) ? measured(`turn ${turn} of a call`, count, say) : say());
      }
      await measured(`turn ${turnsPerCall} again, to the byte`, count, async () => {
        for (const call of all) await call.repeat(path);
      });
    },
  };
}

const always = () =>
  'hello my name is mary miller and my number is 617 555 0142 please call me back about my visit this afternoon';

/** What compiles the code that every turn runs. */
export const warmUp: Workload = single('warm-up', 16, 1_500);

/** What a service answers first. */
export const firstTurn: Workload = single('first turn', 1, 1);

/** One at a time unless the name says otherwise. */
export const workloads: readonly Workload[] = [
  single('one new message', 1, 50),
  single('one new message, streamed', 1, 50, { stream: true }),
  single('one message, the same again', 1, 50, { words: always }),
  single('one new message, 16 in flight', 16, 192),
  single('one new message, streamed, 16 in flight', 16, 192, { stream: true }),
  turnsOfCalls(16, [1, 10, 20]),
  calls('calls of 20 turns', 1, 3),
  calls('calls of 20 turns, 8 at once', 8, 16),
];

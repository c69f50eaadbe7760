import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy } from '../../support/memory-proxy.ts';
import { kid } from '../../support/token-kit.ts';

/** Remembers what earlier turns of a call found, as in service. */
let remembering: MemoryProxy;
/** Has forgotten it before each turn: then a turn does all its work. */
let forgetful: MemoryProxy;

beforeAll(async () => {
  remembering = await memoryProxy();
  forgetful = await memoryProxy();
});

/** More rounds than anything is remembered without a turn. */
const rounds = 20;

type Message = Readonly<Record<string, unknown>>;

interface Turn {
  readonly messages: readonly Message[];
  readonly tools?: readonly unknown[];
}

const tokens = new RegExp(String.raw`TOK1\.(\w+)\.${kid}\.[0-9A-Z]{20}`, 'g');

/** Tokens are random: here they are numbered in the order in which the call sends them. */
function numbered(bodies: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  return bodies.map((body) =>
    body.replace(tokens, (token, kind) => {
      const name = known.get(token) ?? `<${kind} ${known.size}>`;
      known.set(token, name);
      return name;
    }),
  );
}

/** What differs between two calls that are told the same. */
const ofOneCall = /^(?:id|nonce|ts|seq|session_id|session_seq|.*_us|.*hash.*|.*sha256)$/;

/** The bodies that a call sends, and its events; those of replies last and by turn, because any later append writes them. */
async function sentBy(proxy: MemoryProxy, id: string, turns: readonly Turn[], before: () => void) {
  const from = proxy.forwarded.length;
  const first = proxy.journal.head().size;
  const statuses: number[] = [];
  for (const turn of turns) {
    before();
    statuses.push((await proxy.say('', { ...turn, call: { id } })).statusCode);
  }
  await proxy.pipeline.settle();
  const records = await proxy.journal.read({ from: first, limit: 10_000 });
  const events = records.map((record) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !ofOneCall.test(key))),
  );
  const { replies = [], requests = [] } = Object.groupBy(events, ({ kind }) =>
    kind === 'response_completed' ? 'replies' : 'requests',
  );
  return {
    statuses,
    bodies: numbered(proxy.forwarded.slice(from)),
    events: [...requests, ...replies.sort((a, b) => Number(a['turn']) - Number(b['turn']))],
  };
}

const said = fc.constantFrom(
  'hello',
  'my name is Ida Quennell',
  'Quennell speaking, Q u e n n e l l',
  'my number is 617 555 0142',
  'no wait, it is 617 555 0143',
  'my record number is four eight two',
  'one seven seven',
  'MRN 482177, born March 4th 1961',
  'is that ida at quennell@example.com?',
  'yes',
  `so it goes. ${'It rained all day and we stayed in. '.repeat(60)} Ida Quennell.`,
  'call TOK1.NAME.K_TEST.0123456789ABCDEFGHJK or TOK1.MRN.K_X.48217',
  'Context: {"patient":{"last_name":"Odom","mrn":"482177"}}',
  '¿con Perry Odom, por favor?',
);
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'user', 'assistant', 'system'), content: said }),
  fc.record({
    role: fc.constant('user'),
    content: fc.array(fc.record({ type: fc.constant('text'), text: said }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  fc.record({
    role: fc.constant('tool'),
    tool_call_id: fc.constantFrom('a', 'b'),
    content: said.map((text) => JSON.stringify({ last_name: 'Odom', note: text })),
  }),
);
/** How the next request of a call differs from the last one. */
const step = fc.record({
  added: fc.array(message, { minLength: 1, maxLength: 3 }),
  edited: fc.option(fc.tuple(fc.nat(5), message), { freq: 4 }),
  dropped: fc.option(fc.nat(3), { freq: 4 }),
  tools: fc.option(
    said.map((description) => [{ type: 'function', function: { name: 'find', description } }]),
    { freq: 4 },
  ),
});

function turnsOf(steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) {
  let messages: readonly Message[] = [];
  return steps.map(({ added, edited, dropped, tools }): Turn => {
    messages = messages.slice(dropped ?? 0);
    if (edited !== null && edited[0] < messages.length) messages = messages.with(...edited);
    messages = [...messages, ...added];
    return { messages, ...(tools && { tools }) };
  });
}

describe('A turn of a call costs what is new in it, and sends what it would send anyhow', () => {
  let calls = 0;

  it('whatever the call said before, and however its history changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const turns = turnsOf(steps);
        const id = `call ${++calls}`;
        const all = await sentBy(forgetful, id, turns, () => {
          for (let round = 0; round < rounds; round += 1) forgetful.pipeline.catchUp();
        });
        const fresh = await sentBy(remembering, id, turns, () => undefined);
        expect(fresh).toEqual(all);
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

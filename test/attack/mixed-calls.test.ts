import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createIds } from '../../server/adapters/system/ids.ts';
import type { Agent } from '../../server/domain/agent.ts';
import type { ChatMessage } from '../../server/domain/chat.ts';
import type { SessionId } from '../../server/domain/ids.ts';
import {
  type FedEvent,
  publicLiveEvent,
  publicTurn,
} from '../../server/projections/public-side.ts';
import { clinic, type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Interleavings to try; `PROPERTY_RUNS=10000` tries as many. */
const numRuns = propertyRuns(1_000);
/** Interleavings that one service lives through. */
const runsOfService = 10;

interface Caller {
  readonly agent: number;
  readonly credential: string;
  readonly callId: string;
  readonly messages: ChatMessage[];
  /** What only this caller says: two numbers, and words that are not masked. */
  readonly own: readonly string[];
}

/** Six callers of two agents over three credentials. The third and the fourth name the same call, as does the spy. */
const callers = (): readonly Caller[] =>
  [
    [0, 'btk_1', ''],
    [0, 'btk_1', ''],
    [0, 'btk_1', 'c-1'],
    [0, 'btk_2', 'c-1'],
    [1, 'signature', ''],
    [1, 'signature', ''],
  ].map(([agent, credential, callId], index) => ({
    agent: Number(agent),
    credential: String(credential),
    callId: String(callId),
    messages: [],
    own: [`202-555-01${index}1`, `202-555-01${index}7`, `matter ${'uvwxyz'[index]}${index}`],
  }));

const instructions: ChatMessage = { role: 'system', content: 'You answer for a clinic.' };
/** What many callers say alike, small talk and more. */
const common = [
  'hello',
  'ok',
  'yes please',
  'I need an appointment',
  'what are your hours',
  'hola',
];
const said = fc.oneof(
  fc.constantFrom(...common).map((words) => () => words),
  fc.constantFrom(0, 1).map(
    (at) =>
      ({ own }: Caller) =>
        `my number is ${own[at]} thank you`,
  ),
  fc.constant(({ own }: Caller) => `I need an appointment for ${own[2]}`),
);

/** One thing that a caller's platform does. */
const step = fc.record({
  who: fc.nat(5),
  what: fc.constantFrom('say', 'say', 'say', 'say early', 'again', 'replace', 'interrupt', 'lose'),
  words: said,
  /** Whether the next step runs at the same time. */
  together: fc.boolean(),
  /** The platform keeps its own words of the reply, such as one from a cache. */
  cached: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const run = fc.record({
  /** Whether the agent speaks first: then a request without words of the caller comes before all. */
  greets: fc.boolean(),
  steps: fc.array(step, { minLength: 8, maxLength: 16 }),
});

const tokens = new Set<string>();
/** How many of them a reply says. */
const mostTokens = 16;
let service: { readonly proxy: MemoryProxy; left: number } | undefined;
const ids = createIds();

async function ofService(): Promise<MemoryProxy> {
  if (service === undefined || service.left === 0) {
    tokens.clear();
    const proxy = await memoryProxy({
      model: (body) => {
        for (const [token] of body.matchAll(/TOK1\.\w+\.\w+\.\w+/g)) tokens.add(token);
        return `It is ${[...tokens].slice(-mostTokens).join(' and ')}.`;
      },
    });
    service = { proxy, left: runsOfService };
  }
  service.left -= 1;
  return service.proxy;
}

/** Which callers' own words are in a text. */
const ownersIn = (all: readonly Caller[], text: string): ReadonlySet<number> =>
  new Set(all.flatMap(({ own }, at) => (own.some((words) => text.includes(words)) ? [at] : [])));

const isMasked = (texts: unknown): boolean => !/TOK1|202-555/.test(JSON.stringify(texts));

class Interleaving {
  readonly #proxy: MemoryProxy;
  readonly #agents: readonly Agent[];
  readonly all = callers();
  readonly sessions = new Set<SessionId>();
  /** By caller; -1 for the spy. */
  readonly heard: [who: number, words: string][] = [];

  constructor(proxy: MemoryProxy) {
    this.#proxy = proxy;
    this.#agents = [0, 1].map(() => ({ ...clinic, id: ids.next('agt') }));
  }

  async send(caller: Caller, messages: readonly ChatMessage[]): Promise<string> {
    const request = { messages };
    const reply = await this.#proxy.pipeline.runTurn({
      agent: this.#agents[caller.agent] as Agent,
      request,
      rawBody: Buffer.from(JSON.stringify(request)),
      externalCallId: caller.callId,
      credential: caller.credential,
      requestId: ids.next('req'),
      receivedUs: 0,
      signal: new AbortController().signal,
      onForward: (sessionId) => this.sessions.add(sessionId),
    });
    if (reply.stream) throw new Error('a stream came');
    const { choices } = JSON.parse(reply.body) as { choices: { message: ChatMessage }[] };
    const words = String(choices[0]?.message.content);
    this.heard.push([this.all.indexOf(caller), words]);
    return words;
  }

  /** The first requests; where the agent speaks first they hold no words of a caller. */
  async open(greets: boolean): Promise<void> {
    for (const caller of this.all) {
      caller.messages.push(instructions);
      if (!greets) continue;
      await this.send(caller, [...caller.messages]);
      caller.messages.push({ role: 'assistant', content: 'Hello, this is the clinic.' });
    }
  }

  /** One step after the other, or several callers' steps together. */
  async play(steps: readonly Step[]): Promise<void> {
    const running = new Map<number, Promise<void>>();
    const settle = async () => {
      await Promise.all(running.values());
      running.clear();
    };
    for (const one of steps) {
      if (running.has(one.who)) await settle();
      running.set(one.who, this.take(this.all[one.who] as Caller, one));
      if (!one.together) await settle();
    }
    await settle();
  }

  async take(caller: Caller, { what, words, cached }: Step): Promise<void> {
    const { messages } = caller;
    const text = words(caller);
    const spoken = messages.at(-1)?.role === 'user' ? messages.length - 1 : messages.length;
    switch (what) {
      case 'again':
        if (messages.at(-1)?.role === 'assistant') messages.pop();
        break;
      case 'replace':
        if (messages.at(-1)?.role === 'assistant') messages.splice(-2);
        messages.push({ role: 'user', content: text });
        break;
      case 'interrupt':
        messages.splice(spoken, 1, { role: 'user', content: text });
        break;
      default:
        messages.push({ role: 'user', content: text });
    }
    if (what === 'say early')
      await this.send(caller, [
        ...messages.slice(0, -1),
        { role: 'user', content: text.split(' ').slice(0, 3).join(' ') },
      ]);
    const reply = what === 'lose' ? 'Yes.' : await this.send(caller, [...messages]);
    messages.push({ role: 'assistant', content: cached ? 'Yes.' : reply });
  }

  /** Somebody with another token of the agent and the platform's id of a call says every token. */
  async spy(): Promise<void> {
    const content = `say ${[...tokens].slice(-mostTokens).join(' ')}`;
    for (const callId of ['c-1', '']) {
      const spy = { ...(this.all[0] as Caller), credential: 'btk_3', callId };
      await this.send(spy, [{ role: 'user', content }]);
    }
  }

  /** What somebody heard, saw or found that is another caller's; names of rules, not of values. */
  async broken(): Promise<readonly string[]> {
    const { pipeline } = this.#proxy;
    const broken = new Set<string>();
    const hold = (rule: string, holds: boolean) => holds || broken.add(rule);
    for (const [who, words] of this.heard)
      hold(
        'heard',
        [...ownersIn(this.all, words)].every((owner) => owner === who),
      );
    for (const sessionId of this.sessions) {
      const events: FedEvent[] = [];
      pipeline.liveFeed.watch({ sessionId }, (some) => events.push(...some))?.close();
      hold('one caller in the live view', this.#isOneCallers(events));
      const masked = events.map((event) => publicLiveEvent(event));
      hold('no value and no token in the masked live view', isMasked(masked));
    }
    await pipeline.settle();
    for (const sessionId of this.sessions) {
      const { turns } = await pipeline.replays.of(sessionId);
      const kept = turns.map(publicTurn);
      hold('one caller in the transcript', this.#isOneCallers(kept));
      hold('no value and no token in the masked transcript', isMasked(kept));
    }
    const found = await Promise.all(this.all.map(({ own }) => this.#sessionsWith(own.slice(0, 2))));
    for (const [at, some] of found.entries())
      for (const other of found.slice(at + 1))
        hold('found', !some.some((session) => other.includes(session)));
    return [...broken];
  }

  #isOneCallers(texts: unknown): boolean {
    return ownersIn(this.all, JSON.stringify(texts)).size <= 1;
  }

  async #sessionsWith(values: readonly string[]): Promise<readonly SessionId[]> {
    const { pipeline } = this.#proxy;
    const keys = values.flatMap((value) => pipeline.callSearch.keysOfValue(value, ['PHONE']));
    const found = await pipeline.summaries.list({ searchKeys: keys, limit: 1_000 });
    return found.map(({ id }) => id).filter((id) => this.sessions.has(id));
  }
}

it(`nobody hears, sees or finds what another caller said, over ${numRuns} interleavings of six callers, three credentials and a model that repeats every token (decisions 0145 and 0146)`, async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ greets, steps }) => {
      const world = new Interleaving(await ofService());
      await world.open(greets);
      await world.play(steps);
      await world.spy();
      expect(await world.broken()).toEqual([]);
    }),
    { numRuns, seed: 20_261_128, endOnFailure: numRuns > 1_000 },
  );
}, 1_800_000);

it.each([
  ['in one process', false],
  ['after a restart', true],
])(
  "two callers who have said the same, %s: nobody hears a value of the other one's tools (decision 0208)",
  async (_when, restarts) => {
    const seen: string[] = [];
    const model = (body: string) => {
      seen.push(...(body.match(/TOK1\.\w+\.\w+\.\w+/g) ?? []));
      return `It is ${seen.join(' and ')}.`;
    };
    const first = await memoryProxy({ model });
    const messages: ChatMessage[] = [
      instructions,
      { role: 'assistant', content: 'Hello, this is the clinic.' },
      { role: 'user', content: 'yes please' },
    ];
    const ask = async ({ pipeline }: MemoryProxy, description: string): Promise<string> => {
      const tools = [{ type: 'function', function: { name: 'note', description } }] as const;
      const request = { messages, tools };
      const reply = await pipeline.runTurn({
        agent: clinic,
        request,
        rawBody: Buffer.from(JSON.stringify(request)),
        externalCallId: '',
        credential: 'btk_1',
        requestId: ids.next('req'),
        receivedUs: 0,
        signal: new AbortController().signal,
      });
      if (reply.stream) throw new Error('a stream came');
      return JSON.parse(reply.body).choices[0].message.content;
    };
    expect(await ask(first, 'writes to 202-555-0143')).toBe('It is 202-555-0143.');
    await first.pipeline.settle();
    const next = restarts ? await memoryProxy({ model, stores: first.stores }) : first;
    if (restarts) await next.pipeline.resume();
    expect(await ask(next, 'writes it down')).toBe('It is [REDACTED:PHONE].');
  },
);

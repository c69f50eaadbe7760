import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import { LiveEvent } from '../../server/contract/live.ts';
import { type ProxyKit, startProxy, user } from './proxy-kit.ts';

/** Someone who watches live calls, as a browser does. */
export interface LiveViewer {
  readonly status: number;
  /** Every event so far, each checked against the contract. */
  readonly events: readonly LiveEvent[];
  /** Bytes as they came. */
  readonly text: () => string;
  /** The last `id`, to go on from. */
  position(): string;
  readonly ended: Promise<void>;
  close(): void;
}

/** Over a connection of its own: `fetch` opens others ahead of need, which keep a server from closing. */
export async function watchLive(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<LiveViewer> {
  const request = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: LiveEvent[] = [];
  let text = '';
  let position = '';
  const parser = createParser({
    onEvent: ({ id, event, data }) => {
      const told = LiveEvent.parse(JSON.parse(data));
      if (told.type !== event) throw new Error(`an event of type ${told.type} is called ${event}`);
      if (id !== undefined) position = id;
      events.push(told);
    },
  });
  response.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    if (response.statusCode === 200) parser.feed(part);
  });
  // A viewer that leaves breaks its connection off.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  return {
    status: response.statusCode ?? 0,
    events,
    text: () => text,
    position: () => position,
    ended: new Promise((resolve) => response.once('close', () => resolve())),
    close: () => request.destroy(),
  };
}

type Of<T extends LiveEvent['type']> = Extract<LiveEvent, { type: T }>;

/** The events of one type. */
export function told<T extends LiveEvent['type']>(viewer: LiveViewer, type: T): Of<T>[] {
  return viewer.events.filter((event): event is Of<T> => event.type === type);
}

/** The turns that the viewer knows as completed: session id and turn, each once. */
export function completed(viewer: LiveViewer): ReadonlySet<string> {
  // A turn that came again has taken its own place.
  const whole = told(viewer, 'turn').flatMap(({ session_id, turn }) =>
    turn.completed === undefined ? [] : [{ session_id, turn: turn.turn }],
  );
  const turns = [...told(viewer, 'turn_completed'), ...whole];
  return new Set(turns.map(({ session_id, turn }) => `${session_id} ${turn}`));
}

/** Resolves when the viewer knows `count` completed turns. */
export async function completedTurns(viewer: LiveViewer, count: number): Promise<void> {
  await expect.poll(() => completed(viewer).size).toBe(count);
}

/** One call; each turn brings its words, behind the history unless `history` is false. */
export interface SpokenCall {
  readonly id: string;
  say(words: string, options?: { readonly history?: false }): Promise<string>;
}

/** A service with an agent, and people who watch it. */
export interface LiveKit {
  readonly proxy: ProxyKit;
  readonly agent: string;
  watch(query?: string, headers?: Readonly<Record<string, string>>): Promise<LiveViewer>;
  newCall(agentId?: string): SpokenCall;
  /** A call with one turn, whose real values later viewers see. */
  revealedCall(agentId?: string): Promise<SpokenCall>;
  /** Resolves when no turn is under way, so that later viewers hear of no change of one. */
  settled(): Promise<void>;
  /** Closes all viewers. */
  leave(): void;
}

export async function startLiveKit(env: Readonly<Record<string, string>> = {}): Promise<LiveKit> {
  const proxy = await startProxy(env);
  const agent = await proxy.agent();
  const open: LiveViewer[] = [];
  let calls = 0;
  const settled = () =>
    expect
      .poll(async () => {
        const all = (await proxy.service.records()).map(({ kind }) => kind);
        const count = (wanted: string) => all.filter((kind) => kind === wanted).length;
        return count('request_masked') - count('response_completed');
      })
      .toBe(0);
  const newCall = (agentId = agent): SpokenCall => {
    calls += 1;
    const id = `live-${calls}`;
    const history: object[] = [];
    return {
      id,
      say: async (words, options) => {
        const before = options?.history === false ? [] : history;
        const heard = await proxy.ask(agentId, [...before, user(words)], { call: { id } });
        history.push(user(words), { role: 'assistant', content: heard });
        return heard;
      },
    };
  };
  return {
    proxy,
    agent,
    watch: async (query = '', headers = {}) => {
      const url = `${proxy.service.url}/api/v1/live${query}`;
      const viewer = await watchLive(url, { cookie: proxy.service.cookie, ...headers });
      open.push(viewer);
      return viewer;
    },
    newCall,
    revealedCall: async (agentId = agent) => {
      const call = newCall(agentId);
      await call.say('hello there');
      const started = (await proxy.records(agentId, 'call_started')).at(-1);
      await settled();
      const revealed = await proxy.service.reveal(started?.session_id);
      if (revealed.status !== 201) throw new Error(`not revealed: ${revealed.status}`);
      return call;
    },
    settled,
    leave: () => {
      for (const viewer of open.splice(0)) viewer.close();
    },
  };
}

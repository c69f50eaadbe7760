import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { demoCall, demoDay } from '../demo/demo-calls.ts';
import type { Demo } from '../http/server/deps.ts';
import { oneAtATime } from '../shared/one-at-a-time.ts';
import { type DemoApp, type OpenApp, openDemoApp } from './demo-app.ts';
import type { Dependencies } from './dependencies.ts';

type DemoDeps = Pick<Dependencies, 'config' | 'baseUrl' | 'detector' | 'logger'>;

/** A demo that nobody removes ends by itself, after this many milliseconds. */
const longestMs = 8 * 3_600_000;
/** When the first call of a demo day begins before now, and how far apart its calls are, in milliseconds. */
const [dayMs, betweenCallsMs] = [10 * 3_600_000, 14 * 60_000];

/** What is open of a demo. */
interface OpenDemo {
  readonly app: DemoApp;
  readonly ending: AbortController;
  /** How many calls are over, and how many are to be played. */
  played: number;
  planned: number;
  /** Settles when nothing is played any more. */
  playing: Promise<void> | undefined;
}

/**
 * The demos of a service, one at a time: a service of its own in a folder of its own, with invented people, which goes
 * as a whole (decision 0181). Deletes what an earlier process left.
 */
export async function createDemos(deps: DemoDeps, openApp: OpenApp): Promise<Demo> {
  const folder = join(deps.config.dataDir, 'demo');
  const clear = () => rm(folder, { recursive: true, force: true });
  await clear();
  let demo: OpenDemo | undefined;
  const inTurn = oneAtATime();
  const end = async (): Promise<void> => {
    const ended = demo;
    demo = undefined;
    ended?.ending.abort();
    await ended?.playing;
    await ended?.app.close();
    await clear();
  };
  const begin = async (fromMs: number): Promise<OpenDemo> => {
    await mkdir(folder, { mode: 0o700 });
    const app = await openDemoApp({ ...deps, folder, fromMs }, openApp).catch(async (error) => {
      await clear();
      throw error;
    });
    const ending = new AbortController();
    const timer = setTimeout(() => void inTurn(end), longestMs).unref();
    ending.signal.addEventListener('abort', () => clearTimeout(timer));
    return { app, ending, played: 0, planned: 0, playing: undefined };
  };
  const play = async (what: 'call' | 'day'): Promise<void> => {
    if (demo?.playing !== undefined) return;
    if (what === 'day') await end();
    demo ??= await begin(Date.now() - (what === 'day' ? dayMs : 0));
    const { ending } = demo;
    const opened = demo;
    opened.playing = (what === 'day' ? playDay(opened) : playCall(opened))
      .catch((error: unknown) => {
        if (!ending.signal.aborted) deps.logger.error({ err: error }, 'the demo broke off');
      })
      .finally(() => {
        opened.playing = undefined;
      });
  };
  return {
    state: () => ({
      state: demo === undefined ? 'none' : demo.playing === undefined ? 'played' : 'playing',
      calls_played: demo?.played ?? 0,
      calls_planned: demo?.planned ?? 0,
    }),
    play: (what) => inTurn(() => play(what)),
    remove: () => inTurn(end),
    answer: (request, response) => {
      demo?.app.http.routing(request, response);
      return demo !== undefined;
    },
  };
}

async function playCall(demo: OpenDemo): Promise<void> {
  demo.planned += 1;
  await demo.app.play(demoCall, { signal: demo.ending.signal, aloud: true });
  demo.played += 1;
}

async function playDay(demo: OpenDemo): Promise<void> {
  demo.planned = demoDay.length;
  const { clock } = demo.app;
  const fromMs = clock.now();
  for (const [at, call] of demoDay.entries()) {
    clock.moveTo(fromMs + at * betweenCallsMs);
    await demo.app.play(call, { signal: demo.ending.signal, aloud: false });
    demo.played = at + 1;
  }
  clock.moveTo(Date.now());
}

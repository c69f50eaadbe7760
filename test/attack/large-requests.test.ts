import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  costlyBodies,
  honestBodies,
  refusedBodies,
  tokenBodies,
  user,
} from '../support/large-bodies.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';
import { upstreamAt } from '../support/service.ts';
import { postBytes } from '../support/signed-bytes.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

/**
 * CPU time in milliseconds. A request may hold up others for 50; on a machine whose cores are shared, the same work
 * takes up to three times as much.
 */
const mostMs = 150;

let upstream: ScriptedUpstream;
let service: WatchedService;
let agent: string;
let stub: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream((_, response) => {
    const message = { role: 'assistant', content: 'Fine.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices }));
  });
  service = await startWatchedService(upstreamAt(upstream.baseUrl));
  agent = await service.createAgent({ name: 'a', upstream: 'provider:model-small' });
  stub = await service.createAgent({ name: 'b', upstream: 'stub' });
  // Code that has run before is faster.
  for (let round = 0; round < 3; round += 1)
    await send({ messages: [user(`${round} my number is 202 555 0143, and so on. `.repeat(500))] });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

const send = (body: object) => postBytes(service, agent, JSON.stringify(body));
/** Turns of others, one after the other while `work` goes on. Twenty show what they wait for. */
const withTurns = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver && turns < 20) {
    const { status } = await send({ messages: [user(`and ${turns} more of them`)] });
    expect(status).toBe(200);
    turns += 1;
  }
  await over;
  return turns;
};

describe('a large request waits for the others, and they do not wait for it (design D43)', () => {
  it.each([...Object.entries(honestBodies), ...Object.entries(costlyBodies)])(
    '%s',
    { timeout: 600_000 },
    async (_what, body) => {
      let turns = 0;
      const [longest] = await service.longestStretches(async () => {
        const large = send(body());
        turns = await withTurns(large);
        expect((await large).status).toBe(200);
      });
      expect(longest ?? 0).toBeLessThan(mostMs);
      expect(turns).toBeGreaterThan(0);
    },
  );

  it.each(Object.entries(tokenBodies))(
    'the `stub` says %s in a stream',
    { timeout: 600_000 },
    async (_what, tokens) => {
      const body = JSON.stringify({ ...tokens(), stream: true });
      const [longest] = await service.longestStretches(async () => {
        const large = postBytes(service, stub, body);
        await withTurns(large);
        expect((await large).status).toBe(200);
      });
      expect(longest ?? 0).toBeLessThan(mostMs);
    },
  );

  it('three at once', { timeout: 600_000 }, async () => {
    const bodies = ['digits in groups', 'names without end', '10,000 telephone numbers'] as const;
    const [longest] = await service.longestStretches(async () => {
      const large = bodies.map((name) => send({ ...costlyBodies[name]?.(), call: { id: 'one' } }));
      await withTurns(Promise.all(large));
      for (const { status } of await Promise.all(large)) expect(status).toBe(200);
    });
    expect(longest ?? 0).toBeLessThan(mostMs);
  });
});

describe('what is beyond a limit is refused at once, with the field and the limit (design D43)', () => {
  it.each(Object.entries(refusedBodies))('%s', async (_what, [field, body]) => {
    const seen = upstream.seen.length;
    const { status, text } = await send(body());
    expect(status).toBe(422);
    const { error } = JSON.parse(text);
    expect(error.code).toBe('validation_failed');
    expect(error.details).toEqual([
      { path: field, message: expect.stringMatching(/(?:at most|may hold) \d+/) },
    ]);
    expect(upstream.seen.length).toBe(seen);
  });
});

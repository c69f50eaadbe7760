import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
 * CPU time in milliseconds. A request may hold up others for 50; on a slow machine whose cores are shared, the same
 * work takes up to five times as much.
 */
const mostMs = 300;

/** Of the sizes that `npm run bench -- attacks` sends: enough that one after the other would be noticed. */
const share = 0.2;

let upstream: ScriptedUpstream;
let service: WatchedService;
let agent: string;
let stub: string;
let senders = 0;

beforeAll(async () => {
  upstream = await startScriptedUpstream((_, response) => {
    const message = { role: 'assistant', content: 'Fine.' };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices }));
  });
  service = await startWatchedService(upstreamAt(upstream.baseUrl));
  stub = await service.createAgent({ name: 'b', upstream: 'stub' });
  await newSender();
  // Code that has run before is faster.
  for (let round = 0; round < 3; round += 1)
    await send({ messages: [user(`${round} my number is 202 555 0143, and so on. `.repeat(500))] });
});
// Each test has a budget of processor time of its own (decision 0148).
beforeEach(newSender);
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

async function newSender(): Promise<void> {
  senders += 1;
  agent = await service.createAgent({ name: `a${senders}`, upstream: 'provider:model-small' });
}
const send = (body: object) => postBytes(service, agent, JSON.stringify(body));
/** Turns of others, one after the other, are answered before the `work` is, and no stretch of it holds them up for long. */
const letsOthersGoOn = async (
  work: () => Promise<{ status: number; text: string }>,
): Promise<void> => {
  let answered = 0;
  const [longest] = await service.longestStretches(async () => {
    answered = await answeredBefore(work());
  });
  expect(answered).toBeGreaterThan(0);
  expect(longest ?? 0).toBeLessThan(mostMs);
};
/** How many turns of others are answered before `large` is, counted up to ten. */
const answeredBefore = async (
  large: Promise<{ status: number; text: string }>,
): Promise<number> => {
  let isOver = false;
  const over = large.finally(() => {
    isOver = true;
  });
  // The last one may be answered after it.
  let answered = -1;
  while (!isOver && answered < 10) {
    const { status } = await send({ messages: [user(`and ${answered} more of them`)] });
    expect(status).toBe(200);
    answered += 1;
  }
  const { status, text } = await over;
  expect(status, `${text}\n${service.output()}`).toBe(200);
  return answered;
};

describe('a large request waits for the others, and they do not wait for it (design D43)', () => {
  it.each([...Object.entries(honestBodies), ...Object.entries(costlyBodies)])(
    '%s',
    async (_what, body) => {
      await letsOthersGoOn(() => send(body(share)));
    },
  );

  it.each(Object.entries(tokenBodies))('the `stub` says %s in a stream', async (_what, tokens) => {
    const body = JSON.stringify({ ...tokens(share), stream: true });
    await letsOthersGoOn(() => postBytes(service, stub, body));
  });

  it('three at once', async () => {
    const names = ['digits in groups', 'names without end', '4,000 telephone numbers'] as const;
    await letsOthersGoOn(async () => {
      const bodies = names.map((name) => ({ ...costlyBodies[name]?.(share), call: { id: 'one' } }));
      const replies = await Promise.all(bodies.map(send));
      return replies.find(({ status }) => status !== 200) ?? { status: 200, text: '' };
    });
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

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { user } from '../support/proxy-kit.ts';
import {
  type Script,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { upstreamAt } from '../support/service.ts';
import { postBytes } from '../support/signed-bytes.ts';
import { chunk, contentOf, dataOf, event, finish } from '../support/sse-kit.ts';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

/**
 * CPU time in milliseconds. A reply may hold up others for 50; on a slow machine whose cores are shared, the same
 * work takes up to five times as much, and now and then more. So the least of a few tries counts: it is never less than the work.
 */
const mostMs = 300;

let upstream: ScriptedUpstream;
let service: WatchedService;
let agent: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  service = await startWatchedService(upstreamAt(upstream.baseUrl));
  agent = await service.createAgent({ name: 'a', upstream: 'provider:model-small' });
  // What only a first call takes, it takes now.
  upstream.script = fine;
  await ask({ messages: [user('hello')] });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

const whole =
  (choices: readonly unknown[] | string): Script =>
  (_seen, response) => {
    response.setHeader('content-type', 'application/json');
    const list = typeof choices === 'string' ? choices : JSON.stringify(choices);
    response.end(`{"id":"c","object":"chat.completion","model":"m","choices":${list}}`);
  };
const says = (content: unknown) => [
  { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' },
];

const fine = whole(says('Fine.'));

/** Streams what `events` yields, as fast as it is taken. */
const stream =
  (events: () => Iterable<string>): Script =>
  async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    // It ends early where the reply is refused.
    await pipeline(Readable.from(events()), response).catch(() => undefined);
  };
function* deltas(unit: string, times: number, all = 1): Generator<string> {
  const text = event(chunk({ content: unit.repeat(all) }));
  for (let count = 0; count < times; count += 1) yield text;
  yield finish;
}
const numbered = (count: number, of: (index: number) => string) =>
  function* (): Generator<string> {
    for (let index = 0; index < count; index += 1) yield of(index);
    yield finish;
  };

const tool = (index: number) => ({ index, function: { name: 'f', arguments: '{}' } });
const foreign = 'TOK1.PHONE.K_HEALTHCARE.0123456789ABCDEFGHJK ';
const deep = '['.repeat(200_000) + ']'.repeat(200_000);
const manyFailed = 'more than 1000 tokens that cannot be restored';

/** `refusal` is part of the message of the error that it is answered with, empty for none. */
type Attack = readonly [what: string, streamed: boolean, script: Script, refusal: string];
/** Replies that once held up all calls, or filled the memory; and how each is answered. */
const attacks: readonly Attack[] = [
  ['12 MB that begin tokens', false, whole(says('TOK1.'.repeat(2_400_000))), 'too large'],
  ['1.9 MB that begin tokens', false, whole(says('TOK1.'.repeat(380_000))), ''],
  ['tokens that break off', false, whole(says('TOK1.AA.'.repeat(200_000))), manyFailed],
  ['40,000 foreign tokens', false, whole(says(foreign.repeat(40_000))), manyFailed],
  ['10,000 choices', false, whole(Array.from({ length: 10_000 }, () => says('a')[0])), 'choices'],
  [
    '10,000 tool calls',
    false,
    whole([
      { index: 0, message: { tool_calls: Array.from({ length: 10_000 }, (_, at) => tool(at)) } },
    ]),
    'texts',
  ],
  [
    'a content nested 200,000 deep',
    false,
    whole(`[{"message":{"content":${deep}}}]`),
    'nests deeper',
  ],
  ['12 MB in events of 5 bytes', true, stream(() => deltas('TOK1.', 60_000)), ''],
  ['4 MB in events of 1 MB', true, stream(() => deltas('TOK1.', 4, 200_000)), ''],
  [
    'tokens that break off, one an event',
    true,
    stream(() => deltas('TOK1.AA.', 40_000)),
    manyFailed,
  ],
  ['200,000 in one event', true, stream(() => deltas('TOK1.AA.', 1, 120_000)), manyFailed],
  ['10,000 choices', true, stream(numbered(10_000, (at) => event(chunk({}, null, at)))), 'choices'],
  [
    '10,000 tool calls',
    true,
    stream(numbered(10_000, (at) => event(chunk({ tool_calls: [tool(at)] })))),
    'texts',
  ],
  [
    'an event nested 200,000 deep',
    true,
    stream(() => [event(`{"choices":[{"delta":{"content":"TOK1.AA.","x":${deep}}}]}`)]),
    'nests deeper',
  ],
];

const ask = (body: object) => postBytes(service, agent, JSON.stringify(body));

describe('a reply, however odd, is answered, and other calls do not wait for it (decision 0051)', {
  retry: 2,
}, () => {
  it.each<Attack>(attacks)(
    '%s, streamed: %s',
    {
      timeout: 300_000,
    },
    async (_what, streamed, script, refusal) => {
      upstream.script = (seen, response) =>
        seen.raw.includes('the odd one') ? script(seen, response) : fine(seen, response);
      let others = 0;
      const [longest = 0] = await service.longestStretches(async () => {
        let isOver = false;
        const odd = ask({ stream: streamed, messages: [user('the odd one')] }).finally(() => {
          isOver = true;
        });
        do {
          expect((await ask({ messages: [user(`and ${others} more`)] })).status).toBe(200);
          others += 1;
        } while (!isOver);
        const { status, text } = await odd;
        if (!streamed) expect(status).toBe(refusal === '' ? 200 : 502);
        const last = dataOf(text).at(-1) ?? text;
        const message = /^{"error":{"code":"upstream_error","message":"([^"]+)/.exec(last)?.[1];
        expect(message ?? '').toContain(refusal);
        expect(message === undefined).toBe(refusal === '');
      });
      expect(longest).toBeLessThan(mostMs);
    },
  );

  it('changes nothing in what is no token', async () => {
    upstream.script = stream(() => deltas('TOK1. to ', 2, 20_000));
    const { text } = await ask({ stream: true, messages: [user('hello')] });
    expect(contentOf(text) === 'TOK1. to '.repeat(40_000)).toBe(true);
  });

  it('takes bounded memory', async () => {
    expect(await service.residentMiB()).toBeLessThan(600);
  });
});

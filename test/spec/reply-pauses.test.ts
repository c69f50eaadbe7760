import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { lastUserText, type Script } from '../support/scripted-upstream.ts';
import { choicesOf, chunk, contentOf, doneEvent, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';

const number = '202-555-0143';
const tokenIn = (text: string) => /TOK1\.\w+\.\w+\.\w+/.exec(text)?.[0] ?? '';

/** A reply that holds each kind of token, as JSON: what a caller hears may be so, and what a tool gets is. */
function replyParts(own: string): readonly string[] {
  const payload = own.split('.')[3] ?? '';
  return [
    '{"own":"not to',
    own,
    'and","another call":"',
    foreign,
    '","invented":"',
    'TOK1.PHONE.K_HEALTHCARE.0123456789ABCDEFGHJK',
    '","one character wrong":"',
    `${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`,
    '","rotated out":"',
    `TOK1.PHONE.K_OLD.${payload}`,
    '","broken off":"',
    'TOK1.PHONE.K_HEALTH',
    '","prose":"to tell the truth"}',
  ];
}
const tokenLength = 44;
/** The longest that is allowed, so that a busy machine makes no pause that long of those below. */
const tokenHoldMs = 10_000;
const expected = {
  own: `not to${number}and`,
  'another call': '[REDACTED:PHONE]',
  invented: '[REDACTED:PHONE]',
  'one character wrong': '[REDACTED:PHONE]',
  'rotated out': '[REDACTED:PHONE]',
  'broken off': '[REDACTED:PHONE]',
  prose: 'to tell the truth',
};
const reasons = ['key_missing', 'malformed', 'malformed', 'malformed', 'out_of_scope'];

/** What a request asks of the scripted provider; it travels in the request's `seed`. */
interface Pace {
  /** Each token is cut here; at -1, between any two characters. */
  readonly cut: number;
  readonly pauseMs: number;
  readonly tool: boolean;
}
const seedOf = ({ cut, pauseMs, tool }: Pace) => ((cut + 1) * 1_000 + pauseMs) * 2 + Number(tool);
const paceOf = (seed: number): Pace => ({
  cut: Math.floor(seed / 2_000) - 1,
  pauseMs: Math.floor(seed / 2) % 1_000,
  tool: seed % 2 === 1,
});

const paced: Script = async (seen, response) => {
  const { cut, pauseMs, tool } = paceOf(Number(seen.body['seed']));
  const parts = replyParts(tokenIn(lastUserText(seen)));
  const pieces = parts.flatMap((part) => {
    if (cut === -1) return [...part];
    return part.startsWith('TOK1') ? [part.slice(0, cut), part.slice(cut)] : [part];
  });
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    const delta = tool
      ? { tool_calls: [{ index: 0, function: { arguments: piece } }] }
      : { content: piece };
    response.write(event(chunk(delta)));
    if (pauseMs > 0) await pause(pauseMs);
  }
  response.end(`${finish}${doneEvent}`);
};

let proxy: ProxyKit;
let agent: string;
let foreign: string;
beforeAll(async () => {
  proxy = await startProxy({ SVC_STREAM_BUFFER_MS: '10', SVC_TOKEN_HOLD_MS: `${tokenHoldMs}` });
  agent = await proxy.agent();
  await proxy.ask(await proxy.agent(), [user('call 202-555-0199')]);
  foreign = tokenIn(proxy.sent());
  proxy.upstream.script = paced;
});
afterAll(() => proxy?.close());

async function heard(pace: Pace): Promise<unknown> {
  const messages = [user(`call ${number}`)];
  const response = await proxy.post(agent, { stream: true, messages, seed: seedOf(pace) });
  const texts = choicesOf(await response.text()).map(({ delta }) => {
    const [call] = (delta['tool_calls'] ?? []) as { function: { arguments: string } }[];
    return delta['content'] ?? call?.function.arguments ?? '';
  });
  return JSON.parse(texts.join(''));
}

const cuts = Array.from({ length: tokenLength }, (_, index) => index + 1);
/** None, shorter than SVC_STREAM_BUFFER_MS, and much longer. */
const pauses = [0, 4, 500];
const places = [
  ['in what the caller hears', false],
  ['in the arguments of a tool call', true],
] as const;
const hears = async (paces: readonly Pace[]) => {
  const replies = await Promise.all(paces.map(heard));
  for (const [index, reply] of replies.entries()) {
    expect(reply, JSON.stringify(paces[index])).toEqual(expected);
  }
};

describe.concurrent('design D18: a reply is the same to the byte, whatever its cuts and pauses', {
  timeout: 180_000,
}, () => {
  describe.each(places)('%s', (_, tool) => {
    it.each(pauses)('with pauses of %d ms at every cut of each kind of token', (pauseMs) =>
      hears(cuts.map((cut) => ({ cut, pauseMs, tool }))),
    );

    it('with a pause longer than SVC_STREAM_BUFFER_MS between any two characters', () =>
      hears([{ cut: -1, pauseMs: 12, tool }]));
  });
});

describe('design D18: the journal says what the caller got, whatever the cuts and pauses', () => {
  it('in each turn one token restored, and the same reasons for the others', async () => {
    const turns = places.length * (pauses.length * tokenLength + 1);
    const completed = () => proxy.records(agent, 'response_completed');
    await expect.poll(async () => (await completed()).length, { timeout: 60_000 }).toBe(turns);
    const failures = Map.groupBy(
      await proxy.records(agent, 'rehydration_failed'),
      (record) => record.session_id,
    );
    for (const record of await completed()) {
      expect(record).toMatchObject({ status: 'partial', restored: 1, failed: 5 });
      const found = failures.get(record.session_id) ?? [];
      expect(found.map(({ reason }) => reason).toSorted()).toEqual(reasons);
    }
  });
});

describe('spec, rule 6: SVC_STREAM_BUFFER_MS', () => {
  it.each(['Would you like to', 'well, t'])(
    'lets the last letters of "%s" go while the provider is silent',
    async (text) => {
      const fresh = await proxy.agent();
      const heard = Promise.withResolvers<void>();
      proxy.upstream.script = async (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event(chunk({ content: text })));
        await heard.promise;
        response.end(`${event(chunk({ content: ' go' }))}${finish}${doneEvent}`);
      };
      const began = performance.now();
      const reader = reading(
        await proxy.post(fresh, { stream: true, messages: [user(`call ${number}`)] }),
      );
      await reader.until((seen) => contentOf(seen) === text);
      // A token that has begun would wait for SVC_TOKEN_HOLD_MS.
      expect(performance.now() - began).toBeLessThan(tokenHoldMs);
      heard.resolve();
      expect(contentOf(await reader.rest())).toBe(`${text} go`);
    },
  );
});

describe('design D18: the provider is silent for SVC_TOKEN_HOLD_MS within a token', () => {
  let hasty: ProxyKit;
  beforeAll(async () => {
    hasty = await startProxy({ SVC_STREAM_BUFFER_MS: '10', SVC_TOKEN_HOLD_MS: '500' });
  });
  afterAll(() => hasty?.close());

  it.each([
    ['four characters of its payload have come: its value is sent', 28, number, 'ok'],
    ['three have: it is redacted', 27, '[REDACTED:PHONE]', 'partial'],
  ] as const)('%s', async (_, cut, instead, status) => {
    const fresh = await hasty.agent();
    const heard = Promise.withResolvers<void>();
    const says = (content: string) => event(chunk({ content }));
    hasty.upstream.script = async (seen, response) => {
      const token = tokenIn(lastUserText(seen));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(says(`Call ${token.slice(0, cut)}`));
      await heard.promise;
      response.end(`${says(`${token.slice(cut)} now`)}${finish}${doneEvent}`);
    };
    const messages = [user(`call ${number}`)];
    const reader = reading(await hasty.post(fresh, { stream: true, messages }));
    await reader.until((text) => contentOf(text) === `Call ${instead}`);
    heard.resolve();
    expect(contentOf(await reader.rest())).toBe(`Call ${instead} now`);
    await expect
      .poll(async () =>
        (await hasty.records(fresh, 'response_completed')).map((one) => one['status']),
      )
      .toEqual([status]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sessionRoot } from '../../server/journal/index.ts';
import { eventually } from '../support/eventually.ts';
import {
  completedTurns,
  type LiveKit,
  type LiveViewer,
  startLiveKit,
  told,
} from '../support/live-viewer.ts';
import { type ProxyKit, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { chunk, doneEvent, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';
import { rule } from './rule-book/index.ts';

const number = '202-555-0143';
const card = '4111 1111 1111 1111';

let kit: LiveKit;
let proxy: ProxyKit;
let agent: string;

beforeAll(async () => {
  kit = await startLiveKit();
  ({ proxy, agent } = kit);
});
afterAll(() => proxy.close());
afterEach(() => {
  kit.leave();
  proxy.upstream.script = echo;
});

/** Both sides of the replies as a client puts them together. */
function replyOf(viewer: LiveViewer): { regulated: string; public: string } {
  const sides = { regulated: '', public: '' };
  for (const one of viewer.events) {
    if (one.type === 'turn') {
      sides.regulated = one.turn.replies[0]?.regulated ?? '';
      sides.public = one.turn.replies[0]?.public ?? '';
    } else if (one.type === 'reply') {
      sides.regulated += one.reply.regulated ?? '';
      sides.public += one.reply.public;
    }
  }
  return sides;
}

describe('GET /api/v1/live shows each turn of a live call on both sides (design D30)', () => {
  it('the texts a request brought, with spans, kinds, actions and placeholders', async () => {
    const { say } = await kit.revealedCall();
    const viewer = await kit.watch();
    await say(`call me on ${number} please`);
    await completedTurns(viewer, 1);
    // A busy machine may tell the turn before its texts, and then again.
    const { turn } = told(viewer, 'turn').at(-1) as ReturnType<typeof told<'turn'>>[number];
    expect(turn.parts).toHaveLength(1);
    const [part] = turn.parts;
    expect(part).toMatchObject({
      part: 'messages[2].content',
      role: 'user',
      regulated: `call me on ${number} please`,
    });
    const [span] = part?.spans ?? [];
    expect(span).toMatchObject({ kind: 'PHONE', action: 'tokenize', placeholder: '[PHONE_01]' });
    expect(part?.regulated?.slice(...(span?.regulated ?? [0, 0]))).toBe(number);
    expect(part?.public.slice(...(span?.public ?? [0, 0]))).toMatch(/^TOK1\.PHONE\./);
    expect(proxy.sent()).toContain(part?.public);
    expect(turn.request).toMatchObject({ spans: 1, spans_by_kind: { PHONE: 1 } });
    expect(turn.scan).toMatchObject({ verdict: 'clean', exact_match_hits: 0 });
  });

  it('the reply as it streams: the model’s tokens, and what the caller hears in their place', async () => {
    const call = await kit.revealedCall();
    const viewer = await kit.watch();
    const masked = await kit.watch('?side=public');
    let goOn = (): void => undefined;
    const more = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    proxy.upstream.script = async (seen, response) => {
      const token = /TOK1[\w.-]+/.exec(seen.raw)?.[0] ?? '';
      response.setHeader('content-type', 'text/event-stream');
      response.write(event(chunk({ role: 'assistant', content: 'I have ' })));
      await more;
      response.write(event(chunk({ content: token.slice(0, 9) })));
      response.write(event(chunk({ content: `${token.slice(9)}, right?` })));
      response.end(`${finish}${doneEvent}`);
    };
    const body = { call: { id: call.id }, stream: true, messages: [user(`it is ${number}`)] };
    const heard = reading(await proxy.post(agent, body));
    await heard.until((text) => text.includes('I have'));
    await eventually(() => expect(replyOf(viewer).public).toBe('I have '));
    expect(viewer.events.some(({ type }) => type === 'turn_completed')).toBe(false);
    goOn();
    await heard.rest();
    await completedTurns(viewer, 1);
    const reply = replyOf(viewer);
    expect(reply.regulated).toBe(`I have ${number}, right?`);
    expect(reply.public).toMatch(/^I have TOK1\.PHONE\.[^,]+, right\?$/);
    const last = told(viewer, 'reply').at(-1)?.reply;
    const [value] = last?.values ?? [];
    expect(value).toMatchObject({ kind: 'PHONE', restored: true });
    expect(reply.regulated.slice(...(value?.regulated ?? [0, 0]))).toBe(number);
    const [token] = last?.tokens ?? [];
    expect(reply.public.slice(...(token?.public ?? [0, 0]))).toMatch(/^TOK1\.PHONE\.\S+[^,]$/);
    await completedTurns(masked, 1);
    expect(replyOf(masked)).toEqual({ regulated: '', public: 'I have [PHONE_01], right?' });
    const [hidden] = told(masked, 'reply').at(-1)?.reply.tokens ?? [];
    expect(hidden).toEqual({ kind: 'PHONE', placeholder: '[PHONE_01]', public: [7, 17] });
    expect(masked.text()).not.toContain('TOK1');
  });

  it('a reply that came whole, and how the turn ended with its latencies', async () => {
    const { say } = await kit.revealedCall();
    const viewer = await kit.watch();
    const heard = await say(`my number is ${number}`);
    await completedTurns(viewer, 1);
    expect(replyOf(viewer).regulated).toBe(heard);
    const completed =
      told(viewer, 'turn_completed')[0]?.completed ?? told(viewer, 'turn').at(-1)?.turn.completed;
    expect(completed).toMatchObject({ status: 'ok', restored: 1, failed: 0 });
    expect(completed?.added_us).toBeGreaterThan(0);
    expect(completed?.duration_us).toBeGreaterThanOrEqual(completed?.added_us ?? 0);
  });

  it('a token that could not be restored, where it stood and why', async () => {
    const { say } = await kit.revealedCall();
    const viewer = await kit.watch();
    proxy.upstream.script = (_seen, response) => {
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: 'It is TOK1.MRN.K9.00000000000000000000.' };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    };
    await say('what is my number');
    await completedTurns(viewer, 1);
    const turns = told(viewer, 'turn').map(({ turn }) => turn);
    const reply = [
      ...turns.flatMap(({ replies }) => replies),
      ...told(viewer, 'reply').map((one) => one.reply),
    ];
    expect(reply.at(-1)?.values).toEqual([{ kind: 'MRN', restored: false, regulated: [6, 20] }]);
    expect(replyOf(viewer).regulated).toBe('It is [REDACTED:MRN].');
    const failures = told(viewer, 'turn_completed')[0]?.failures ?? turns.at(-1)?.failures;
    expect(failures).toEqual([{ entity_kind: 'MRN', reason: expect.any(String) }]);
  });

  it('only what a turn brings: neither the history again, nor the reply that it repeats', async () => {
    const { say } = await kit.revealedCall();
    const viewer = await kit.watch();
    await say('first');
    await say('second');
    await completedTurns(viewer, 2);
    const texts = told(viewer, 'turn').map(({ turn }) => turn.parts.map((part) => part.regulated));
    expect(texts.at(-1)).toEqual(['second']);
  });

  it('the end of a call, and nothing of a call that is over to who comes later', async () => {
    const viewer = await kit.watch();
    const heard = await proxy.askOnce(agent, [user(`only once, ${number}`)]);
    expect(heard).toContain(number);
    await eventually(() => expect(told(viewer, 'call_ended')).toHaveLength(1));
    const session = told(viewer, 'call_ended')[0]?.session_id;
    expect(told(viewer, 'call_ended')[0]).toMatchObject({ reason: 'platform' });
    const late = await kit.watch();
    await eventually(() => expect(late.events).not.toEqual([]));
    expect(JSON.stringify(late.events)).not.toContain(session);
    expect(late.text()).not.toContain('only once');
  });
});

it(rule('Service 6'), async () => {
  const { say } = await kit.revealedCall();
  const viewer = await kit.watch();
  await say(`my number is ${number}, and my email is ann@example.com`);
  await completedTurns(viewer, 1);
  const [seen] = told(viewer, 'turn');
  const own = (await proxy.records(agent)).filter(
    ({ session_id }) => session_id === seen?.session_id,
  );
  const spans = seen?.turn.parts.flatMap((part) =>
    part.spans.map((span) => [part.part, span.kind, span.placeholder, span.regulated]),
  );
  const detections = own
    .filter(({ kind }) => kind === 'detection')
    .map(({ part, entity_kind, placeholder, span }) => [part, entity_kind, placeholder, span]);
  expect(spans).toEqual(detections);
  expect(spans).toHaveLength(2);
  const response = await proxy.service.api(`/api/v1/sessions/${seen?.session_id}/report`);
  const { report } = (await response.json()) as {
    report: { redactions_by_kind: object; merkle_root_hex: string };
  };
  expect(report.redactions_by_kind).toEqual(seen?.turn.request?.spans_by_kind);
  expect(report.merkle_root_hex).toBe(sessionRoot(own));
});

describe('a card number shows its first 6 and last 4 digits, even on the regulated side (PCI DSS 3.4.1)', () => {
  it.each([
    ['written', card],
    ['spoken', 'four one one one one one one one one one one one one one one one'],
  ])('%s, in the request and in the reply', async (_how, spoken) => {
    const strict = await proxy.agent({ policy_name: 'healthcare-strict' });
    for (const id of [strict, agent]) {
      const { say } = await kit.revealedCall(id);
      const viewer = await kit.watch();
      await say(`my card account number is ${spoken} thanks`);
      await completedTurns(viewer, 1);
      const [part] = told(viewer, 'turn').at(-1)?.turn.parts ?? [];
      expect(part?.regulated).toContain('411111••••••1111');
      expect(viewer.text()).not.toContain(spoken);
      expect(viewer.text().replace(/\D/g, '')).not.toContain('4111111111111111');
      const [span] = part?.spans ?? [];
      expect(part?.regulated?.slice(...(span?.regulated ?? [0, 0]))).toBe('411111••••••1111');
      viewer.close();
    }
  });
});

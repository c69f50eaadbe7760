import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LiveEvent, ReplyView, TurnView } from '../../server/contract/live.ts';
import { type LiveViewer, told, watchLive } from '../support/live-viewer.ts';
import { assistant, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { signIn } from '../support/sign-in.ts';
import { chunk, doneEvent, event, finish } from '../support/sse-kit.ts';
import { reading } from '../support/stream-reader.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/two-replicas.ts';

const phone = '212 555 0123';

let two: TwoReplicas;
const viewers: LiveViewer[] = [];
beforeAll(async () => {
  two = await startTwoReplicas();
  // Words lie in their table for seconds: here is all that was ever in it.
  await two.place.sql(`
    CREATE TABLE ever_told (LIKE live_words);
    CREATE FUNCTION note_words() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN INSERT INTO ever_told SELECT (NEW).*; RETURN NEW; END';
    CREATE TRIGGER note_words BEFORE INSERT OR UPDATE ON live_words
      FOR EACH ROW EXECUTE FUNCTION note_words()`);
});
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close();
  two.upstream.script = echo;
});
afterAll(() => two?.close());

const ask: TwoReplicas['ask'] = (...turn) => two.ask(...turn);
const hangUp: TwoReplicas['hangUp'] = (...end) => two.hangUp(...end);

async function watchAt(replica: number, query = ''): Promise<LiveViewer> {
  const { url, cookie } = two.at(replica);
  const viewer = await watchLive(`${url}/api/v1/live${query}`, { cookie });
  expect(viewer.status).toBe(200);
  viewers.push(viewer);
  return viewer;
}

/** Shows real values of a call to who watches at a replica, once it knows the call. */
async function revealAt(replica: number, session: string): Promise<void> {
  await expect.poll(async () => (await two.at(replica).reveal(session)).status).toBe(201);
}

/** What the caller hears. */
async function say(replica: number, call: string, ...messages: readonly object[]): Promise<string> {
  const response = await ask(replica, call, { messages });
  expect(response.status).toBe(200);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  return choices[0]?.message.content ?? '';
}

async function sessionOf(viewer: LiveViewer): Promise<string> {
  await expect.poll(() => told(viewer, 'call_started')).not.toEqual([]);
  return told(viewer, 'call_started').at(-1)?.session_id ?? '';
}

/** The turns of a call as a client puts them together. */
function turnsOf(viewer: LiveViewer, session: string | undefined): readonly TurnView[] {
  const turns = new Map<number, TurnView>();
  for (const one of viewer.events) {
    const isOfCall = 'session_id' in one && one.session_id === session;
    if (one.type === 'reset') {
      const call = one.calls.find(({ session_id }) => session_id === session);
      turns.clear();
      for (const turn of call?.turns ?? []) turns.set(turn.turn, turn);
    } else if (isOfCall) {
      take(turns, one);
    }
  }
  return [...turns.values()].sort((a, b) => a.turn - b.turn);
}

function take(turns: Map<number, TurnView>, one: LiveEvent): void {
  if (one.type === 'turn') turns.set(one.turn.turn, one.turn);
  if (one.type !== 'reply' && one.type !== 'turn_completed') return;
  const turn = turns.get(one.turn);
  if (turn === undefined) throw new Error('a turn grows before it begins');
  const { completed, failures } = one.type === 'reply' ? turn : one;
  const replies = one.type === 'reply' ? grown(turn, one.reply) : turn.replies;
  turns.set(one.turn, { ...turn, replies, failures, ...(completed && { completed }) });
}

function grown({ replies }: TurnView, more: ReplyView): readonly ReplyView[] {
  const before = replies.find(
    ({ choice, channel }) => choice === more.choice && channel === more.channel,
  );
  const whole = {
    ...more,
    public: (before?.public ?? '') + more.public,
    ...(more.regulated !== undefined && {
      regulated: (before?.regulated ?? '') + more.regulated,
    }),
  };
  return [...replies.filter((reply) => reply !== before), whole];
}

/** Texts of both sides by turn: what was said and what was replied. */
const heardBy = (viewer: LiveViewer, session: string) =>
  turnsOf(viewer, session).map(({ parts, replies }) => [
    parts.map(({ regulated }) => regulated),
    replies.map(({ regulated }) => regulated),
  ]);

const everTold = () => two.place.sql('SELECT words FROM ever_told');
const lying = () => two.place.sql('SELECT FROM live_words');

describe('words of a live call reach who watches at another replica (design D30, D47)', () => {
  it('no words are written while no one watches', async () => {
    const here = await watchAt(0);
    await say(0, 'c-0', user(`it is ${phone}`));
    const session = await sessionOf(here);
    await expect.poll(() => heardBy(here, session)[0]?.[1]).toHaveLength(1);
    await hangUp(0, 'c-0');
    await expect.poll(() => told(here, 'call_ended')).toHaveLength(1);
    expect(await everTold()).toEqual([]);
  });

  it('as they are seen where they were said, each with its turn, wherever that was served', async () => {
    const [one, other] = [await watchAt(0), await watchAt(1)];
    const first = await say(0, 'c-1', user(`it is ${phone}`));
    const session = await sessionOf(other);
    await Promise.all([revealAt(0, session), revealAt(1, session)]);
    const history = [user(`it is ${phone}`), assistant(first)];
    const second = await say(1, 'c-1', ...history, user('or 212 555 0199'));
    const whole = [...history, user('or 212 555 0199'), assistant(second), user('thank you')];
    const third = await say(0, 'c-1', ...whole);
    const all = [
      [[`it is ${phone}`], [first]],
      [['or 212 555 0199'], [second]],
      [['thank you'], [third]],
    ];
    for (const viewer of [one, other]) {
      await expect.poll(() => heardBy(viewer, session)).toEqual(all);
      await expect
        .poll(() => turnsOf(viewer, session).every(({ completed }) => completed))
        .toBe(true);
    }
    expect(turnsOf(other, session)).toEqual(turnsOf(one, session));
    const [turn] = turnsOf(other, session);
    expect(turn?.parts[0]?.public).toMatch(/^it is TOK1\.PHONE\./);
    expect(turn?.parts[0]?.spans).toMatchObject([{ kind: 'PHONE', placeholder: '[PHONE_01]' }]);
    expect(turn?.replies[0]).toMatchObject({ values: [{ kind: 'PHONE', restored: true }] });
    await hangUp(1, 'c-1');
  });

  it('sealed: in no row can they be read, and soon no row is left', async () => {
    await expect.poll(lying).toEqual([]);
    const rows = await everTold();
    expect(rows.length).toBeGreaterThan(0);
    const bytes = Buffer.concat(rows.map(({ words }) => words as Buffer)).toString('latin1');
    for (const clear of [phone, 'thank you', 'TOK1', 'content']) expect(bytes).not.toContain(clear);
  });

  it('while the reply is still coming', async () => {
    const viewer = await watchAt(1);
    const more = Promise.withResolvers<void>();
    two.upstream.script = async (seen, response) => {
      const token = /TOK1[\w.-]+/.exec(seen.raw)?.[0] ?? '';
      response.setHeader('content-type', 'text/event-stream');
      response.write(event(chunk({ role: 'assistant', content: 'I have ' })));
      await more.promise;
      response.write(event(chunk({ content: `${token}, right?` })));
      response.end(`${finish}${doneEvent}`);
    };
    const heard = reading(
      await ask(0, 'c-2', { stream: true, messages: [user(`it is ${phone}`)] }),
    );
    await heard.until((text) => text.includes('I have'));
    const session = await sessionOf(viewer);
    await revealAt(1, session);
    await expect.poll(() => heardBy(viewer, session)).toEqual([[[`it is ${phone}`], ['I have ']]]);
    expect(told(viewer, 'turn_completed')).toEqual([]);
    more.resolve();
    await heard.rest();
    const reply = `I have ${phone}, right?`;
    await expect.poll(() => heardBy(viewer, session)[0]?.[1]).toEqual([reply]);
    await hangUp(0, 'c-2');
  });

  it('the last ones before a call ends as well', async () => {
    const viewer = await watchAt(1);
    const messages = [user(`only once, ${phone}`)];
    expect((await two.ask(0, 'c-2b', { messages })).status).toBe(200);
    const session = await sessionOf(viewer);
    await revealAt(1, session);
    await hangUp(0, 'c-2b');
    const ended = () => told(viewer, 'call_ended').map(({ session_id }) => session_id);
    await expect.poll(ended).toContain(session);
    expect(heardBy(viewer, session)).toEqual([
      [[`only once, ${phone}`], [`I heard: only once, ${phone}`]],
    ]);
  });

  it('who comes later, who asks for one call, and who asks for the public side', async () => {
    const reply = await say(0, 'c-3', user(`it is ${phone}`));
    const records = await two.at(0).records();
    const session = records.findLast(({ kind }) => kind === 'call_started')?.session_id ?? '';
    const summary = async () => (await two.at(1).api(`/api/v1/sessions/${session}`)).status;
    await expect.poll(summary).toBe(200);
    await revealAt(1, session);
    const [late, both, masked] = [
      await watchAt(1),
      await watchAt(1, `?session_id=${session}`),
      await watchAt(1, '?side=public'),
    ];
    for (const viewer of [late, both]) {
      await expect.poll(() => heardBy(viewer, session)).toEqual([[[`it is ${phone}`], [reply]]]);
    }
    await expect
      .poll(() => turnsOf(masked, session)[0]?.replies[0]?.public)
      .toMatch(/\[PHONE_01\]/);
    expect(turnsOf(masked, session)[0]?.parts[0]?.public).toBe('it is [PHONE_01]');
    expect(masked.text()).not.toContain(phone);
    expect(masked.text()).not.toContain('TOK1');
    // They are in the memory of that replica by now.
    const next = await watchAt(1);
    await expect.poll(() => next.events).not.toEqual([]);
    expect(next.events[0]?.type).toBe('reset');
    expect(heardBy(next, session)).toEqual([[[`it is ${phone}`], [reply]]]);
    await hangUp(0, 'c-3');
    await expect.poll(() => told(next, 'call_ended')).not.toEqual([]);
  });
});

describe('when the connections to the database are cut', () => {
  it('the caller hears the reply to its end, and words come again by themselves', async () => {
    const viewer = await watchAt(1);
    const more = Promise.withResolvers<void>();
    two.upstream.script = async (_seen, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(event(chunk({ role: 'assistant', content: 'one ' })));
      await more.promise;
      response.write(event(chunk({ content: 'two' })));
      response.end(`${finish}${doneEvent}`);
    };
    const heard = reading(await ask(0, 'c-4', { stream: true, messages: [user('good morning')] }));
    await heard.until((text) => text.includes('one'));
    const session = await sessionOf(viewer);
    await revealAt(1, session);
    await expect.poll(() => heardBy(viewer, session)).toEqual([[['good morning'], ['one ']]]);
    await two.place.disconnect();
    more.resolve();
    expect(await heard.rest()).toContain('two');
    await expect.poll(() => heardBy(viewer, session)).toEqual([[['good morning'], ['one two']]]);
    two.upstream.script = echo;
    const next = () => ask(0, 'c-4', { messages: [user('good morning'), user('once more')] });
    await expect.poll(async () => (await next()).status).toBe(200);
    await expect.poll(() => JSON.stringify(heardBy(viewer, session))).toContain('once more');
    await hangUp(0, 'c-4');
  });
});

describe('a live view ends with a sign-in that ends at another replica (design D30)', () => {
  it('as soon as the record of it is heard of, long before the next look at who watches', async () => {
    const cookie = await signIn(two.at(0).url);
    const viewer = await watchLive(`${two.at(1).url}/api/v1/live`, { cookie });
    viewers.push(viewer);
    expect(viewer.status).toBe(200);
    const staying = await watchAt(1);
    const began = performance.now();
    const signOut = { method: 'POST', headers: { cookie } };
    expect((await fetch(`${two.at(0).url}/api/v1/auth/logout`, signOut)).status).toBe(204);
    await viewer.ended;
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(told(viewer, 'closing').map(({ reason }) => reason)).toEqual(['signed_out']);
    expect(told(staying, 'closing')).toEqual([]);
  });
});

import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../server/domain/event.ts';
import { sessionRoot } from '../../server/journal/index.ts';
import { completed, told, watchLive } from '../support/live-viewer.ts';
import { assistant, user } from '../support/proxy-kit.ts';
import { echo, replying } from '../support/scripted-upstream.ts';
import { startService } from '../support/service.ts';
import { signedFetch } from '../support/signed-fetch.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/two-replicas.ts';

const phone = '212 555 0123';

let two: TwoReplicas;
beforeAll(async () => {
  two = await startTwoReplicas();
});
afterAll(() => two?.close());

const at: TwoReplicas['at'] = (replica) => two.at(replica);
const hangUp: TwoReplicas['hangUp'] = (...end) => two.hangUp(...end);

/** What the caller hears at a replica, and what the model received. */
async function say(replica: number, call: string, ...messages: readonly object[]) {
  const response = await two.ask(replica, call, { messages });
  expect(response.status).toBe(200);
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const told = two.upstream.seen.at(-1)?.body.messages.map(({ content }) => String(content)) ?? [];
  return { heard: choices[0]?.message.content ?? '', told };
}

/** Resolves when all requests have left, and what they added to their calls is saved. */
const allLeft = async () => {
  await expect.poll(() => two.place.sql('SELECT FROM open_request')).toEqual([]);
};

/** Records of the session that holds the given turn's words; what was said last distinguishes them. */
async function sessions(): Promise<ReadonlyMap<string, readonly JournalRecord[]>> {
  const found = new Map<string, JournalRecord[]>();
  for (const record of await at(0).records()) {
    if (record.session_id === undefined) continue;
    found.set(record.session_id, [...(found.get(record.session_id) ?? []), record]);
  }
  return found;
}

async function lastSession(): Promise<readonly JournalRecord[]> {
  return [...(await sessions()).values()].at(-1) ?? [];
}

const count = (records: readonly JournalRecord[], kind: string) =>
  records.filter((record) => record.kind === kind).length;

async function sealedOnce(turns: number): Promise<void> {
  await expect.poll(async () => count(await lastSession(), 'session_sealed')).toBe(1);
  const records = await lastSession();
  const seal = records.find(({ kind }) => kind === 'session_sealed');
  expect(seal).toMatchObject({ merkle_root_hex: sessionRoot(records) });
  expect(count(records, 'call_started')).toBe(1);
  expect(records[0]?.kind).toBe('call_started');
  expect(records.at(-1)?.kind).toBe('session_sealed');
  expect(records.map(({ session_seq }) => session_seq)).toEqual(records.map((_, seq) => seq));
  expect(records.filter(({ kind }) => kind === 'call_ended')).toMatchObject([{ turns }]);
}

describe('a call whose turns reach different replicas (design D47)', () => {
  it('is one session, with its turns, placeholders and spans counted through', async () => {
    const first = await say(0, 'c-1', user(`it is ${phone}`));
    await allLeft();
    const history = [user(`it is ${phone}`), assistant(first.heard)];
    const second = await say(1, 'c-1', ...history, user('or 212 555 0199'));
    await allLeft();
    await say(0, 'c-1', ...history, user('or 212 555 0199'), assistant(second.heard), user('yes'));
    await hangUp(1, 'c-1');
    await sealedOnce(3);
    const spans = (await lastSession()).filter(({ kind }) => kind === 'redaction_applied');
    // Each in the turn that brings it, the replies in the history included.
    expect(spans.map(({ turn, placeholder }) => [turn, placeholder])).toEqual([
      [0, '[PHONE_01]'],
      [1, '[PHONE_01]'],
      [1, '[PHONE_02]'],
      [2, '[PHONE_02]'],
    ]);
  });

  it('has each value counted once, although turns at both bring it at the same moment', async () => {
    await say(0, 'c-10', user('hello'));
    const turns = Array.from({ length: 8 }, (_, index) =>
      say(index % 2, 'c-10', user(`it is ${phone}, ${'yes '.repeat(index)}`)),
    );
    await Promise.all(turns);
    await allLeft();
    const masked = (await lastSession()).filter(({ kind }) => kind === 'request_masked');
    expect(masked).toHaveLength(9);
    expect(
      masked.filter(({ values_by_kind: counts }) => !isDeepStrictEqual(counts, {})),
    ).toMatchObject([{ values_by_kind: { PHONE: 1 } }]);
  });

  it('has its tokens restored at each of them, also those that the request does not bring', async () => {
    const { told } = await say(0, 'c-2', user(`it is ${phone}`));
    const token = /TOK1\.PHONE\.\S+/.exec(told.at(-1) ?? '')?.[0] ?? '';
    expect(token).not.toBe('');
    two.upstream.script = replying(`It was ${token}.`);
    const other = await say(1, 'c-2', user('what was it'));
    expect(other.heard).toBe(`It was ${phone}.`);
    // Of another call it is out of scope (design D16).
    expect((await say(1, 'c-3', user('what was it'))).heard).toBe('It was [REDACTED:PHONE].');
    two.upstream.script = echo;
  });

  it('has a value masked at one that another found (design D5)', async () => {
    await say(0, 'c-4', user('my name is Zibby Quorn'));
    const { told } = await say(1, 'c-4', user('the file of zibby quorn, please'));
    expect(told.at(-1)).not.toMatch(/quorn/i);
  });

  it('masks at one what a person marked at another that does not serve it (decision 0084)', async () => {
    const first = await say(0, 'c-9', user('we are at the blue heron'));
    expect(first.told.at(-1)).toContain('blue heron');
    const session = (await lastSession())[0]?.session_id;
    await expect
      .poll(async () => (await at(1).api(`/api/v1/sessions/${session}`)).status)
      .toBe(200);
    const mark = { mistake: 'missed', kind: 'ADDRESS', turn: 0, speaker: 'user' };
    const response = await at(1).api(`/api/v1/sessions/${session}/marks`, {
      method: 'POST',
      body: JSON.stringify({ ...mark, text: 'at the blue heron', span: [7, 17] }),
    });
    expect(await response.json()).toMatchObject({ effect: 'masked' });
    const second = await say(
      0,
      'c-9',
      user('we are at the blue heron'),
      assistant('Yes?'),
      user('ok'),
    );
    expect(second.told.at(-1)).not.toContain('blue heron');
  });

  it('is one session although its first turns come at once', async () => {
    const turns = Array.from({ length: 6 }, (_, turn) =>
      say(turn % 2, 'c-5', user(`it is 212 555 01${20 + turn}`)),
    );
    await Promise.all(turns);
    await hangUp(0, 'c-5');
    await sealedOnce(6);
    const spans = (await lastSession()).filter(({ kind }) => kind === 'redaction_applied');
    expect(new Set(spans.map(({ placeholder }) => placeholder)).size).toBe(6);
    const masked = (await lastSession()).filter(({ kind }) => kind === 'request_masked');
    expect(masked.map(({ turn }) => turn).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('has one summary of all its turns', async () => {
    const summary = async () => {
      const response = await at(1).api('/api/v1/sessions?limit=1');
      return ((await response.json()) as { data: object[] }).data[0];
    };
    await expect.poll(summary).toMatchObject({ turn_count: 6, redaction_count: 6, ended: true });
  });

  it('is one session although no turn names it, where each continues what was said', async () => {
    const converse = async (replica: number, messages: readonly object[]) => {
      const path = `/proxy/${two.agentId}/v1/chat/completions`;
      const response = await two.post(replica, path, { model: 'm', messages });
      const { choices } = (await response.json()) as { choices: { message: object }[] };
      return [...messages, choices[0]?.message ?? {}];
    };
    const before = (await sessions()).size;
    // Two callers who begin alike.
    let [one, other] = [await converse(0, [user('hello')]), await converse(1, [user('hello')])];
    for (const replica of [1, 0, 1]) {
      one = await converse(replica, [...one, user('it is 212 555 0131')]);
      other = await converse(1 - replica, [...other, user('it is 212 555 0132')]);
    }
    await allLeft();
    const ofEach = [...(await sessions()).values()].slice(before);
    expect(ofEach.map((records) => count(records, 'response_completed'))).toEqual([4, 4]);
    const placeholders = ofEach.map((records) => new Set(records.map((one) => one['placeholder'])));
    expect(placeholders.map(({ size }) => size)).toEqual([2, 2]);
  });

  it('is seen live at each of them, words and all', async () => {
    const listed = async () => (await lastSession())[0]?.session_id;
    const earlier = await listed();
    await say(0, 'c-live', user('good morning'));
    await expect.poll(listed).not.toBe(earlier);
    const reveal = async () => at(1).reveal(await listed());
    await expect.poll(async () => (await reveal()).status).toBe(201);
    const viewer = await watchLive(`${at(1).url}/api/v1/live`, { cookie: at(1).cookie });
    await say(1, 'c-live', user('good morning once more'));
    const session = await listed();
    await expect.poll(() => completed(viewer)).toContain(`${session} 1`);
    await expect.poll(() => viewer.text()).toContain('I heard: good morning"');
    await hangUp(0, 'c-live');
    const ended = () => told(viewer, 'call_ended').map(({ session_id }) => session_id);
    await expect.poll(ended).toContain(session);
    const texts = told(viewer, 'turn')
      .filter(({ session_id }) => session_id === session)
      .map(({ turn }) => [turn.turn, turn.parts.map(({ regulated }) => regulated)]);
    expect(texts).toContainEqual([1, ['good morning once more']]);
    viewer.close();
  });

  it('leaves nothing in the table of open calls when it has ended', async () => {
    const open = () =>
      two.place.sql("SELECT FROM open_call WHERE hung_up OR over_ms IS NOT NULL OR call_key = ''");
    await expect.poll(open).toEqual([]);
  });
});

describe('replicas know how many they are', () => {
  it('for the limits that they share', async () => {
    const third = await startService({ ...two.env, SVC_RATE_LIMIT: 'hosted' });
    const statuses = await Promise.all(
      Array.from({ length: 55 }, async () => (await third.api('/api/v1/me')).status),
    );
    // One alone would let 60 through at once.
    expect(statuses).toContain(429);
    await third.close();
  });
});

describe('partials that replicas have one after the other (design D8)', () => {
  it('are masked and on record like any others', async () => {
    const dedup = { ...two.env, SVC_PARTIAL_DEDUP: 'true' };
    const replicas = [await startService(dedup), await startService(dedup)];
    const body = { model: 'm', call: { id: 'c-8' }, messages: [user(`it is ${phone}`)] };
    const sent: string[] = [];
    for (const { url, secret } of [...replicas, ...replicas]) {
      const response = await signedFetch(secret)(
        `${url}/proxy/${two.agentId}/v1/chat/completions`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      );
      expect(await response.text()).toContain(phone);
      sent.push(two.upstream.seen.at(-1)?.raw ?? '');
    }
    expect(new Set(sent).size).toBe(1);
    expect(sent[0]).not.toContain('0123');
    for (const replica of replicas) await replica.close();
    await allLeft();
    const records = await lastSession();
    expect(count(records, 'request_masked')).toBe(4);
  });
});

describe('a call whose replica is gone', () => {
  it('continues at another replica, which ends it once no replica can be serving it', async () => {
    await say(0, 'c-7', user('good morning'));
    await allLeft();
    await two.place.sql(`
      INSERT INTO replica VALUES ('gone', call_now());
      INSERT INTO open_request SELECT 'gone.1', session_id, 'gone' FROM open_call
        WHERE call_key <> '' AND NOT hung_up ORDER BY session_id DESC LIMIT 1`);
    await say(1, 'c-7', user('good morning again'));
    await hangUp(1, 'c-7');
    expect(count(await lastSession(), 'call_ended')).toBe(0);
    await two.place.sql("UPDATE replica SET seen_ms = 0 WHERE id = 'gone'");
    const third = await startService(two.env);
    await sealedOnce(2);
    await third.close();
  });
});

describe('a call that falls silent', () => {
  it('is ended once, whichever replica notices', async () => {
    await say(0, 'c-6', user('good morning'));
    await say(1, 'c-6', user('good morning again'));
    await expect.poll(async () => count(await lastSession(), 'response_completed')).toBe(2);
    await allLeft();
    await two.place.sql('UPDATE open_call SET active_ms = 0');
    const third = await startService(two.env);
    await sealedOnce(2);
    await third.close();
  });
});

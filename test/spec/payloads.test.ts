import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Transcript } from '../../server/contract/live.ts';
import { defaultPolicyYaml } from '../../server/policy/index.ts';
import { eventually } from '../support/eventually.ts';
import { told, watchLive } from '../support/live-viewer.ts';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { callFunction, lastUserText } from '../support/scripted-upstream.ts';
import { rule } from './rule-book/index.ts';

const keeping = defaultPolicyYaml.replace('log_payloads: false', 'log_payloads: true');
const forgetting = defaultPolicyYaml.replace('log_payloads: false', 'keep: nothing');
const number = '202-555-0143';
const card = '4111 1111 1111 1111';

let proxy: SharedProxy;
let keeper: string;
let plain: string;
let forgetful: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  keeper = await proxy.agent({ policy_yaml: keeping });
  plain = await proxy.agent();
  forgetful = await proxy.agent({ policy_yaml: forgetting });
});

/** A call of two turns; resolves with its session and what the caller heard. */
async function twoTurns(agent: string, id: string) {
  const call = { id };
  const first = [user(`my number is ${number}`)];
  const heard = await proxy.ask(agent, first, { call });
  const more = [...first, assistant(heard), user(`and my account card is ${card}`)];
  const response = await proxy.post(agent, { messages: more, call, stream: true });
  await response.text();
  const started = (await proxy.records(agent, 'call_started')).at(-1);
  const session = started?.session_id ?? '';
  await eventually(async () => {
    const own = await proxy.records(agent, 'response_completed');
    expect(own.filter(({ session_id }) => session_id === session)).toHaveLength(2);
  });
  return { session, heard };
}

type Side = 'both' | 'public';
async function get(session: string, side: Side = 'both') {
  if (side === 'both') await proxy.service.reveal(session, 'transcript');
  return proxy.service.api(`/api/v1/sessions/${session}/transcript?side=${side}`);
}
async function transcriptOf(session: string, side?: Side): Promise<Transcript> {
  const response = await get(session, side);
  return ((await response.json()) as { transcript: Transcript }).transcript;
}
const erase = (session: string) =>
  proxy.service.api(`/api/v1/sessions/${session}/payloads`, { method: 'DELETE' });

async function filesOnDisk(): Promise<string> {
  const { dataDir } = proxy.service;
  const names = (await readdir(dataDir)).filter((name) => /payloads|journal|calls/.test(name));
  const bytes = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'latin1')));
  return bytes.join('');
}

describe(rule('Policy 13'), () => {
  it('kept payloads show a past call on both sides', async () => {
    const { session, heard } = await twoTurns(keeper, 'kept-1');
    const { payloads, public_side, turns } = await transcriptOf(session);
    expect([payloads, public_side]).toEqual(['kept', 'kept']);
    expect(turns.map(({ turn }) => turn)).toEqual([0, 1]);
    const [first, second] = turns;
    expect(first?.parts).toMatchObject([{ role: 'user', regulated: `my number is ${number}` }]);
    expect(first?.parts[0]?.public).toMatch(/^my number is TOK1\.PHONE\./);
    expect(first?.replies).toMatchObject([{ channel: 'content', regulated: heard }]);
    expect(first?.replies[0]?.public).toContain('TOK1.PHONE');
    expect(first?.completed).toMatchObject({ status: 'ok', restored: 1 });
    expect(second?.parts).toHaveLength(1);
    expect(second?.scan).toMatchObject({ verdict: 'clean' });
  });

  it('as it was seen live', async () => {
    const { session } = await twoTurns(keeper, 'kept-live');
    await proxy.service.reveal(session);
    const url = `${proxy.service.url}/api/v1/live?session_id=${session}`;
    const viewer = await watchLive(url, { cookie: proxy.service.cookie });
    await eventually(() => expect(told(viewer, 'reset')).toHaveLength(1));
    viewer.close();
    const [live] = told(viewer, 'reset')[0]?.calls ?? [];
    expect(live?.turns).toHaveLength(2);
    expect((await transcriptOf(session)).turns).toEqual(live?.turns);
  });

  it('the public side of them is shown without a record, because it holds no real value', async () => {
    const { session } = await twoTurns(keeper, 'kept-public');
    const before = (await proxy.records(keeper)).length;
    const { public_side, turns } = await transcriptOf(session, 'public');
    expect(public_side).toBe('kept');
    expect(turns[0]?.parts[0]?.public).toBe('my number is [PHONE_01]');
    expect(JSON.stringify(turns)).not.toMatch(/regulated|555[- ]?0143|TOK1/);
    expect((await proxy.records(keeper)).length).toBe(before);
  });

  it.each([
    { stream: true, called: 'book_visit', shown: 'book_visit' },
    { stream: false, called: 'book_visit', shown: 'book_visit' },
    { stream: true, called: 'call_202_555_0143', shown: undefined },
  ])(
    'the arguments of a called function bear its name, if the request offers it: $called, streamed $stream',
    async ({ stream, called, shown }) => {
      const before = proxy.upstream.script;
      proxy.upstream.script = callFunction(called, (seen) => ({ note: lastUserText(seen) }));
      const call = { id: `named-${called}-${stream}` };
      const tools = [{ type: 'function', function: { name: 'book_visit' } }];
      const messages = [user(`my number is ${number}`)];
      await (await proxy.post(keeper, { messages, call, stream, tools })).text();
      proxy.upstream.script = before;
      const session = (await proxy.records(keeper, 'call_started')).at(-1)?.session_id ?? '';
      await eventually(async () => {
        const done = await proxy.records(keeper, 'response_completed');
        expect(done.map(({ session_id }) => session_id)).toContain(session);
      });
      for (const side of ['both', 'public'] as const) {
        const { turns } = await transcriptOf(session, side);
        const names = turns[0]?.replies.map(({ channel, function: name }) => [channel, name]);
        expect(names).toEqual([['tool.0', shown]]);
        expect(JSON.stringify(turns)).not.toContain('202_555');
      }
    },
  );

  it('only the first 6 and last 4 digits of a card number are kept', async () => {
    const { session } = await twoTurns(keeper, 'kept-card');
    const text = JSON.stringify(await transcriptOf(session));
    expect(text).toContain('411111••••••1111');
    expect(text.replace(/\D/g, '')).not.toContain('4111111111111111');
  });

  it('names each by the digest of its ciphertext in its event', async () => {
    const { session } = await twoTurns(keeper, 'kept-2');
    const own = (await proxy.records(keeper)).filter(({ session_id }) => session_id === session);
    const named = own.filter((record) => record['payload_sha256'] !== undefined);
    const ofTurns = [0, 1].map((turn) => named.filter((record) => record['turn'] === turn));
    expect(ofTurns.map((records) => records.map(({ kind }) => kind))).toEqual([
      ['request_masked', 'response_completed'],
      ['request_masked', 'response_completed'],
    ]);
    const digests = named.map((record) => record['payload_sha256']);
    expect(new Set(digests).size).toBe(4);
    for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('leaves nothing readable on disk', async () => {
    await twoTurns(keeper, 'kept-3');
    const bytes = await filesOnDisk();
    expect(bytes).not.toContain(number);
    expect(bytes).not.toContain('my number is');
  });

  it('is on record as seen, with the actor, before it is shown; the root does not move', async () => {
    const { session } = await twoTurns(keeper, 'kept-4');
    await transcriptOf(session);
    const own = (await proxy.records(keeper)).filter(({ session_id }) => session_id === session);
    expect(own.at(-1)).toMatchObject({
      kind: 'regulated_view_opened',
      view: 'transcript',
      actor: expect.stringMatching(/^usr_/),
    });
  });
});

describe('erasing what was kept of a call deletes its key', () => {
  it('leaves turns without texts, the journal whole, and is on record', async () => {
    const { session } = await twoTurns(keeper, 'erased-1');
    expect((await erase(session)).status).toBe(204);
    const { payloads, turns } = await transcriptOf(session);
    expect(payloads).toBe('erased');
    expect(turns.map(({ parts, replies }) => [parts, replies])).toEqual([
      [[], []],
      [[], []],
    ]);
    expect(turns[0]?.request).toMatchObject({ spans_by_kind: { PHONE: 1 } });
    expect(await proxy.service.app.journal.verify()).toMatchObject({ ok: true });
    expect((await proxy.records(keeper, 'payloads_erased')).at(-1)).toMatchObject({
      session_id: session,
      actor: expect.stringMatching(/^usr_/),
    });
  });

  it('leaves other calls, and keeps nothing more of this one', async () => {
    const [gone, stays] = [await twoTurns(keeper, 'erased-2'), await twoTurns(keeper, 'stays')];
    await erase(gone.session);
    await proxy.ask(keeper, [user('still talking')], { call: { id: 'erased-2' } });
    expect((await transcriptOf(gone.session)).payloads).toBe('erased');
    expect(JSON.stringify(await transcriptOf(gone.session))).not.toContain('still talking');
    expect((await transcriptOf(stays.session)).payloads).toBe('kept');
  });

  it('is refused under legal hold', async () => {
    const { session } = await twoTurns(keeper, 'held');
    const hold = (method: string) =>
      proxy.service.api(`/api/v1/admin/legal-hold?session_id=${session}`, { method });
    expect((await hold('PUT')).status).toBe(200);
    expect((await erase(session)).status).toBe(403);
    expect((await hold('DELETE')).status).toBe(204);
    expect((await erase(session)).status).toBe(204);
  });
});

describe('without `log_payloads`', () => {
  const own = async (agent: string, session: string) =>
    (await proxy.records(agent)).filter(({ session_id }) => session_id === session);

  it('only the public side of each turn is kept: what the model received and what it said', async () => {
    const { session } = await twoTurns(plain, 'plain');
    const { payloads, public_side, turns } = await transcriptOf(session, 'public');
    expect([payloads, public_side]).toEqual(['not_kept', 'kept']);
    expect(turns.map(({ parts, replies }) => [parts.length, replies.length])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(turns[0]?.parts[0]).toMatchObject({ role: 'user', spans: [{ kind: 'PHONE' }] });
    expect(turns[0]?.parts[0]?.public).toBe('my number is [PHONE_01]');
    expect(turns[0]?.replies[0]?.public).toContain('[PHONE_01]');
    expect(JSON.stringify(turns)).not.toMatch(/regulated|555[- ]?0143|4111|TOK1/);
  });

  it('its event names it by the digest of its ciphertext, and nothing of it is readable on disk', async () => {
    const { session } = await twoTurns(plain, 'plain-named');
    const named = (await own(plain, session)).filter((record) => 'public_sha256' in record);
    expect(named.map(({ kind, turn }) => [kind, turn])).toEqual([
      ['response_completed', 0],
      ['response_completed', 1],
    ]);
    expect((await own(plain, session)).some((record) => 'payload_sha256' in record)).toBe(false);
    expect(await filesOnDisk()).not.toContain('my number is');
  });

  it('nobody is recorded as having seen real values, because there are none to see', async () => {
    const { session } = await twoTurns(plain, 'plain-asked');
    const before = (await own(plain, session)).length;
    expect((await transcriptOf(session, 'both')).payloads).toBe('not_kept');
    expect(await own(plain, session)).toHaveLength(before);
  });

  it('the public side is erased with its call, and kept under a legal hold', async () => {
    const { session } = await twoTurns(plain, 'plain-erased');
    const hold = (method: string) =>
      proxy.service.api(`/api/v1/admin/legal-hold?session_id=${session}`, { method });
    await hold('PUT');
    expect((await erase(session)).status).toBe(403);
    await hold('DELETE');
    expect((await erase(session)).status).toBe(204);
    const { public_side, turns } = await transcriptOf(session, 'public');
    expect(public_side).toBe('erased');
    expect(turns.flatMap(({ parts, replies }) => [...parts, ...replies])).toEqual([]);
  });

  it('and with `keep: nothing`, nothing is kept, events have no such field, and a transcript says so', async () => {
    const { session } = await twoTurns(forgetful, 'forgotten');
    const { payloads, public_side, turns } = await transcriptOf(session, 'public');
    expect([payloads, public_side]).toEqual(['not_kept', 'not_kept']);
    expect(turns.map(({ turn, parts }) => [turn, parts])).toEqual([
      [0, []],
      [1, []],
    ]);
    const fields = (await own(forgetful, session)).flatMap((record) => Object.keys(record));
    expect(fields).not.toContain('payload_sha256');
    expect(fields).not.toContain('public_sha256');
  });
});

it.each(['sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'x'])('404 for %s', async (id) => {
  for (const response of [await get(id), await erase(id)]) {
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code]).toEqual([404, 'session_not_found']);
  }
});

describe('the masked transcript of a call, as a file (decision 0192)', () => {
  const masked = (session: string) =>
    proxy.service.api(`/api/v1/sessions/${session}/transcript/masked`);

  it.each(['public side', 'both sides'])(
    'has what was said, where the policy keeps the %s, without a value or a token',
    async (kept) => {
      const { session } = await twoTurns(kept === 'both sides' ? keeper : plain, `file-${kept}`);
      const answer = await masked(session);
      expect(answer.headers.get('content-disposition')).toContain(`transcript-${session}.json`);
      const text = await answer.text();
      expect(text).not.toMatch(/555-0143|4111|TOK1/);
      expect(JSON.parse(text).masked_transcript).toMatchObject({
        session_id: session,
        public_side: 'kept',
        turns: [
          {
            turn: 0,
            texts: [
              { role: 'user', text: 'my number is [PHONE_01]' },
              { role: 'assistant', text: expect.stringContaining('[PHONE_01]') },
            ],
          },
          { turn: 1, texts: [{ role: 'user' }, { role: 'assistant' }] },
        ],
      });
      const exported = await proxy.service.records();
      expect(
        exported.filter(
          ({ kind, session_id }) => kind === 'transcript_exported' && session_id === session,
        ),
      ).toHaveLength(1);
    },
  );

  it('has no words where none were kept, and says so', async () => {
    const { session } = await twoTurns(forgetful, 'file-forgotten');
    const { masked_transcript } = (await (await masked(session)).json()) as {
      masked_transcript: { public_side: string; turns: { texts: unknown[] }[] };
    };
    expect(masked_transcript.public_side).toBe('not_kept');
    expect(masked_transcript.turns.flatMap(({ texts }) => texts)).toEqual([]);
  });
});

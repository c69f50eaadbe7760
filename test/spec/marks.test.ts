import { beforeAll, describe, expect, it } from 'vitest';
import { assistant, type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

/** One turn of a call; resolves with the call's session. */
async function turn(call: string, ...messages: readonly object[]): Promise<string> {
  await proxy.ask(agent, messages, { call: { id: call } });
  return (await proxy.records(agent, 'request_masked')).at(-1)?.session_id ?? '';
}

/** Marks `value` in a text that the caller said. */
const mark = (session: string, mistake: string, kind: string, text: string, value: string) =>
  proxy.service.api(`/api/v1/sessions/${session}/marks`, {
    method: 'POST',
    body: JSON.stringify({
      mistake,
      kind,
      text,
      turn: 0,
      speaker: 'user',
      span: [text.indexOf(value), text.indexOf(value) + value.length],
    }),
  });

async function markedWith(...args: Parameters<typeof mark>) {
  const response = await mark(...args);
  return {
    status: response.status,
    ...((await response.json()) as { effect: string; mark: { id: string } }),
  };
}

const post = (path: string, body: object) =>
  proxy.service.api(path, { method: 'POST', body: JSON.stringify(body) });

describe('a mark changes what the model receives in the rest of its call (decision 0084)', () => {
  it('masks a missed value from the next turn on, in the history too', async () => {
    const first = { role: 'user', content: 'we are at the blue heron again' };
    const session = await turn('missed', first);
    expect(proxy.sent()).toContain('blue heron');
    const answer = await markedWith(session, 'missed', 'ADDRESS', first.content, 'blue heron');
    expect(answer).toMatchObject({ status: 201, effect: 'masked', mark: { kind: 'ADDRESS' } });
    await turn('missed', first, assistant('Noted.'), user('Blue Heron, as I said'));
    expect(proxy.sent()).not.toMatch(/blue heron/i);
    expect(proxy.sent().match(/TOK1\.ADDRESS\./g)).toHaveLength(2);
  });

  it('no longer masks a false hit, and still masks everything else', async () => {
    const first = { role: 'user', content: 'my name is Odalys Wrigley' };
    const session = await turn('false', first);
    expect(proxy.sent()).not.toContain('Odalys');
    const answer = await markedWith(session, 'false_hit', 'NAME', first.content, 'Odalys Wrigley');
    expect(answer.effect).toBe('in_clear');
    await turn(
      'false',
      first,
      assistant('Thanks.'),
      user('call me at 202-555-0143, my name is Ruth Quennell'),
    );
    expect(proxy.sent()).toContain('my name is Odalys Wrigley');
    expect(proxy.sent()).not.toMatch(/202-555-0143|Quennell/);
    const scans = await proxy.records(agent, 'egress_scanned');
    expect(scans.at(-1)).toMatchObject({ session_id: session, verdict: 'clean' });
  });

  it('opens no value that is part of a longer one, and none that the leak check would stop', async () => {
    const first = { role: 'user', content: 'my name is Odalys Wrigley, call 202-555-0143' };
    const session = await turn('kept', first);
    const part = await markedWith(session, 'false_hit', 'NAME', first.content, 'Wrigley');
    const phone = await markedWith(session, 'false_hit', 'PHONE', first.content, '202-555-0143');
    expect([part.effect, phone.effect]).toEqual(['unchanged', 'unchanged']);
    await turn('kept', first, assistant('Thanks.'), user('it is wrigley'));
    expect(proxy.sent()).not.toMatch(/wrigley|202-555-0143/i);
  });

  it('masks no kind that the policy lets pass', async () => {
    const session = await turn('passes', user('we are at the blue heron'));
    const answer = await markedWith(
      session,
      'missed',
      'LOCATION',
      'at the blue heron',
      'blue heron',
    );
    expect(answer).toMatchObject({ status: 201, effect: 'unchanged' });
  });

  it('changes nothing in a call that is over', async () => {
    const session = await turn('over', user('we are at the blue heron'));
    await proxy.tell(agent, { type: 'end-of-call-report', call: { id: 'over' } });
    const answer = await markedWith(
      session,
      'missed',
      'ADDRESS',
      'at the blue heron',
      'blue heron',
    );
    expect(answer).toMatchObject({ status: 201, effect: 'unchanged' });
  });

  it.each([
    ['a kind that no policy can name', { kind: 'COLOR' }, 'kind'],
    ['a span outside the text', { span: [3, 30] }, 'span'],
    ['a span without a letter or digit', { span: [2, 3] }, 'span'],
    ['a field that it does not know, such as a note', { note: 'x' }, 'note'],
  ])('refuses %s', async (_what, change, path) => {
    const session = await turn('refused', user('hello there'));
    const body = {
      mistake: 'missed',
      kind: 'NAME',
      turn: 0,
      speaker: 'user',
      text: 'at home',
      span: [3, 7],
    };
    const response = await post(`/api/v1/sessions/${session}/marks`, { ...body, ...change });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: { details: [{ path }] } });
  });
});

describe('the review queue (decision 0084)', () => {
  it('lists marks without their texts, shows a text only on record, and keeps decisions', async () => {
    const session = await turn('queue', user('we are at the blue heron'));
    const { mark: added } = await markedWith(
      session,
      'missed',
      'ADDRESS',
      'at the blue heron',
      'blue heron',
    );
    const open = async (state: string) => {
      const response = await proxy.service.api(
        `/api/v1/marks?state=${state}&session_id=${session}`,
      );
      return response.text();
    };
    expect(await open('open')).toContain(added.id);
    expect(await open('open')).not.toContain('heron');
    expect((await proxy.service.api(`/api/v1/marks/${added.id}`)).status).toBe(403);
    const unseen = await post(`/api/v1/marks/${added.id}/decision`, { outcome: 'policy_word' });
    expect(unseen.status).toBe(403);
    expect(await unseen.text()).not.toContain('heron');
    await proxy.service.reveal(session, 'mark');
    const shown = await proxy.service.api(`/api/v1/marks/${added.id}`);
    expect(await shown.json()).toMatchObject({
      mark: { text: 'at the blue heron', span: [7, 17] },
    });
    const decided = await (
      await post(`/api/v1/marks/${added.id}/decision`, { outcome: 'policy_word' })
    ).json();
    const { policy_version_id: proposed } = decided as { policy_version_id: string };
    const versions = await proxy.service.api(`/api/v1/policies/versions/${proposed}`);
    expect(await versions.json()).toMatchObject({
      version: { state: 'proposed', source: 'mark' },
      difference: { words: [{ kind: 'ADDRESS', field: 'always', added: ['blue heron'] }] },
    });
    expect(decided).toMatchObject({
      mark: { decision: { outcome: 'policy_word' } },
      policy_yaml: 'entities:\n  ADDRESS:\n    always:\n      - "blue heron"\n',
    });
    expect(await open('open')).not.toContain(added.id);
    expect(await open('decided')).toContain(added.id);
    const records = (await proxy.records(agent)).filter((one) => one.session_id === session);
    expect(records.filter(({ kind }) => /^mark|^regulated/.test(kind))).toMatchObject([
      { kind: 'mark_added', mistake: 'missed', entity_kind: 'ADDRESS', turn: 0, mark_id: added.id },
      { kind: 'regulated_view_opened', view: 'mark' },
      { kind: 'mark_decided', outcome: 'policy_word', mark_id: added.id },
    ]);
    expect(JSON.stringify(records)).not.toContain('heron');
    expect(await proxy.service.app.journal.verify()).toMatchObject({ ok: true });
  });

  it('proposes a second word on top of the first, and none for an agent with a policy of its own', async () => {
    const decideWord = async (session: string, word: string) => {
      const { mark: one } = await markedWith(session, 'missed', 'LOCATION', `at ${word}`, word);
      await proxy.service.reveal(session, 'mark');
      const answer = await post(`/api/v1/marks/${one.id}/decision`, { outcome: 'policy_word' });
      return (await answer.json()) as { policy_version_id?: string };
    };
    const session = await turn('words', user('at grey finch, then at red kite'));
    await decideWord(session, 'grey finch');
    const { policy_version_id: id } = await decideWord(session, 'red kite');
    const proposal = await (await proxy.service.api(`/api/v1/policies/versions/${id}`)).json();
    expect(JSON.stringify(proposal)).toContain('grey finch');
    expect(JSON.stringify(proposal)).toContain('red kite');
    const all = (await (await proxy.service.api('/api/v1/policies')).json()) as {
      data: { policy_yaml: string }[];
    };
    const own = { policy_yaml: all.data[0]?.policy_yaml };
    await proxy.service.api(`/api/v1/agents/${agent}`, {
      method: 'PATCH',
      body: JSON.stringify(own),
    });
    expect(await decideWord(session, 'black swan')).not.toHaveProperty('policy_version_id');
  });

  it('loses the marks of a call whose kept texts are erased', async () => {
    const session = await turn('erased', user('we are at the blue heron'));
    const { mark: added } = await markedWith(
      session,
      'missed',
      'ADDRESS',
      'at the blue heron',
      'blue heron',
    );
    await proxy.service.api(`/api/v1/sessions/${session}/payloads`, { method: 'DELETE' });
    expect((await proxy.service.api(`/api/v1/marks/${added.id}`)).status).toBe(404);
  });

  it('keeps of a card number what may be shown', async () => {
    const said = 'my card is 4111 1111 1111 1111, or 5500000000000004';
    const session = await turn('card', user(said));
    const { mark: added } = await markedWith(session, 'false_hit', 'NAME', said, 'card');
    expect((await proxy.service.api(`/api/v1/marks/${added.id}`)).status).toBe(403);
    const unseen = await post(`/api/v1/marks/${added.id}/decision`, { outcome: 'policy_word' });
    expect(unseen.status).toBe(403);
    expect(await unseen.text()).not.toContain('heron');
    await proxy.service.reveal(session, 'mark');
    const shown = await proxy.service.api(`/api/v1/marks/${added.id}`);
    expect(await shown.json()).toMatchObject({
      mark: { text: 'my card is 4111 11•• •••• 1111, or 550000••••••0004' },
    });
  });

  it('makes a missed name a patient of the roster, and nothing else', async () => {
    const said = 'ask orla about it';
    const session = await turn('roster', user(said));
    const name = await markedWith(session, 'missed', 'NAME', said, 'orla');
    const decided = await post(`/api/v1/marks/${name.mark.id}/decision`, {
      outcome: 'roster_person',
    });
    expect(decided.status).toBe(200);
    const counts = async () => (await proxy.service.api('/api/v1/roster')).json();
    await expect.poll(counts).toMatchObject({ people: { patient: 1 } });
    const place = await markedWith(session, 'missed', 'ADDRESS', said, 'orla');
    const refused = await post(`/api/v1/marks/${place.mark.id}/decision`, {
      outcome: 'roster_person',
    });
    expect(refused.status).toBe(422);
  });

  it('knows no mark that was never added', async () => {
    const decided = await post('/api/v1/marks/mark_1/decision', { outcome: 'dismissed' });
    expect(decided.status).toBe(404);
  });
});

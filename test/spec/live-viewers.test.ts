import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { completedTurns, type LiveKit, startLiveKit, told } from '../support/live-viewer.ts';
import type { ProxyKit } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';

const number = '202-555-0143';

let kit: LiveKit;
let proxy: ProxyKit;
let agent: string;

beforeAll(async () => {
  kit = await startLiveKit();
  ({ proxy, agent } = kit);
});
afterAll(() => proxy.close());
afterEach(async () => {
  kit.leave();
  await proxy.service.api('/api/v1/reveals', { method: 'DELETE' });
  proxy.upstream.script = echo;
});

describe('a viewer that comes late, or comes back', () => {
  it('receives the live calls in their present state', async () => {
    const { say } = await kit.revealedCall();
    await say(`earlier, ${number}`);
    await kit.settled();
    const viewer = await kit.watch();
    await eventually(() => expect(viewer.events).not.toEqual([]));
    const [first] = viewer.events;
    expect(first).toMatchObject({ type: 'reset', reason: 'opened' });
    expect(JSON.stringify(first)).toContain(`earlier, ${number}`);
    await say('later');
    await completedTurns(viewer, 1);
    expect(JSON.stringify(viewer.events.slice(1))).not.toContain('earlier, ');
  });

  it('goes on after its `Last-Event-ID`, with what it has missed and nothing else', async () => {
    const { say } = await kit.revealedCall();
    const first = await kit.watch();
    await say('before');
    await completedTurns(first, 1);
    const position = first.position();
    first.close();
    await first.ended;
    await say('meanwhile');
    await kit.settled();
    const second = await kit.watch('', { 'last-event-id': position });
    await completedTurns(second, 1);
    expect(told(second, 'reset')).toEqual([]);
    expect(
      told(second, 'turn').flatMap(({ turn }) => turn.parts.map((part) => part.regulated)),
    ).toEqual(['meanwhile']);
  });

  it.each(['0.1', 'x', '0123456789abcdef.5', ''])(
    'gets everything again when its position %j is not known',
    async (position) => {
      const viewer = await kit.watch('', { 'last-event-id': position });
      await eventually(() => expect(viewer.events).not.toEqual([]));
      expect(viewer.events[0]).toMatchObject({ type: 'reset', reason: 'position_unknown' });
    },
  );

  it('may ask for one call', async () => {
    const [other, one] = [await kit.revealedCall(), await kit.revealedCall()];
    const session = (await proxy.records(agent, 'call_started')).at(-1)?.session_id;
    const viewer = await kit.watch(`?session_id=${session}`);
    await other.say('the other again');
    await one.say('the one again');
    await completedTurns(viewer, 1);
    expect(viewer.text()).toContain('the one again');
    expect(viewer.text()).not.toContain('the other');
  });

  it('several viewers receive the same events', async () => {
    const viewers = await Promise.all([kit.watch(), kit.watch(), kit.watch()]);
    await kit.newCall().say(`for all, ${number}`);
    for (const viewer of viewers) await completedTurns(viewer, 1);
    const [first, ...others] = viewers.map((viewer) => viewer.events.slice(1));
    for (const events of others) expect(events).toEqual(first);
  });
});

describe('who may look', () => {
  it('a person who is not signed in is refused', async () => {
    const response = await fetch(`${proxy.service.url}/api/v1/live`);
    expect(response.status).toBe(401);
  });

  it('a viewer sees real values of the calls that it revealed, and of no other', async () => {
    const { say } = await kit.revealedCall();
    const other = kit.newCall();
    await other.say('something else');
    await kit.settled();
    const viewer = await kit.watch();
    await say(`mine is ${number}`);
    await other.say('nobody may read this, 202-555-0188');
    await completedTurns(viewer, 2);
    expect(viewer.text()).toContain(`mine is ${number}`);
    expect(viewer.text()).not.toContain('202-555-0188');
  });

  it('an open stream shows a call when it is revealed, and hides it again', async () => {
    const viewer = await kit.watch();
    const { say } = await kit.revealedCall();
    await eventually(() => expect(told(viewer, 'reset').at(-1)?.reason).toBe('reveals_changed'));
    await say('now I can be read');
    await eventually(() => expect(viewer.text()).toContain('"regulated":"now I can be read"'));
    await kit.settled();
    await proxy.service.api('/api/v1/reveals', { method: 'DELETE' });
    await eventually(() => expect(told(viewer, 'reset')).toHaveLength(3));
    await say('now I cannot');
    await eventually(() => expect(viewer.text()).toContain('"public":"now I cannot"'));
    expect(viewer.text()).not.toContain('"regulated":"now I cannot"');
  });

  it('a reveal is on record with its call and its reason, and the root of the call does not move', async () => {
    await kit.revealedCall();
    const started = (await proxy.records(agent, 'call_started')).at(-1);
    const own = (await proxy.records(agent)).filter(
      ({ session_id }) => session_id === started?.session_id,
    );
    expect(own.at(-1)).toMatchObject({
      kind: 'regulated_view_opened',
      agent_id: agent,
      view: 'live',
      reason: 'audit',
      actor: expect.stringMatching(/^usr_/),
    });
  });

  it('a viewer who revealed nothing sees the public side, and is not on record', async () => {
    const before = (await proxy.service.records()).filter(
      ({ kind }) => kind === 'regulated_view_opened',
    );
    const viewer = await kit.watch();
    await kit.newCall().say(`my number is ${number}`);
    await completedTurns(viewer, 1);
    const after = (await proxy.service.records()).filter(
      ({ kind }) => kind === 'regulated_view_opened',
    );
    expect(after).toEqual(before);
    expect(viewer.text()).not.toContain(number);
    expect(viewer.text()).not.toContain('regulated');
    expect(viewer.text()).toContain('my number is [PHONE_01]');
    expect(viewer.text()).not.toContain('TOK1');
  });

  it.each([
    ['?session_id=x', 422],
    ['?side=regulated', 422],
    ['?session_id=sess_01ARZ3NDEKTSV4RRFFQ69G5FAV', 404],
  ])('%s is refused', async (query, status) => {
    expect((await kit.watch(query)).status).toBe(status);
  });
});

describe('a slow viewer never slows a call', () => {
  it('a viewer that stops reading: calls and other viewers go on, and it gets everything again once it reads', async () => {
    const { port, host } = new URL(proxy.service.url);
    const sockets: Socket[] = [];
    proxy.service.app.http.server.once('connection', (socket: Socket) => sockets.push(socket));
    const deaf = connect(Number(port), '127.0.0.1').setEncoding('utf8');
    deaf.write(
      `GET /api/v1/live HTTP/1.1\r\nHost: ${host}\r\nCookie: ${proxy.service.cookie}\r\n\r\n`,
    );
    let read = '';
    await new Promise<void>((resolve) => {
      deaf.on('data', (text: string) => {
        read += text;
        if (read.includes('"opened"')) resolve();
      });
    });
    deaf.pause();
    const reader = await kit.watch();
    const { say } = kit.newCall();
    proxy.upstream.script = (_seen, response) => {
      response.setHeader('content-type', 'application/json');
      const message = { role: 'assistant', content: 'so '.repeat(60_000) };
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
    };
    let turns = 0;
    // What sockets hold of themselves differs from system to system. Of a reply a viewer is sent the
    // first 200,000 characters, and a million may wait for it.
    const unsent = (): number => sockets[0]?.writableLength ?? 0;
    for (let [left, stuck] = [0, 0]; stuck < 12; left = unsent()) {
      await say(`turn ${turns}`, { history: false });
      turns += 1;
      await completedTurns(reader, turns);
      stuck = left > 0 && left === unsent() ? stuck + 1 : 0;
    }
    expect(told(reader, 'reset')).toHaveLength(1);
    expect(read).not.toContain('too_slow');
    deaf.resume();
    await eventually(() => expect(read).toContain('"too_slow"'));
    deaf.destroy();
  });
});

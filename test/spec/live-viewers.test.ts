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
afterEach(() => {
  kit.leave();
  proxy.upstream.script = echo;
});

describe('a viewer that comes late, or comes back', () => {
  it('receives the live calls in their present state', async () => {
    const { say } = kit.newCall();
    await say(`earlier, ${number}`);
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
    const first = await kit.watch();
    const { say } = kit.newCall();
    await say('before');
    await completedTurns(first, 1);
    const position = first.position();
    first.close();
    await first.ended;
    await say('meanwhile');
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
    const [one, other] = [kit.newCall(), kit.newCall()];
    await one.say('the one');
    await other.say('the other');
    const session = (await proxy.records(agent, 'call_started')).at(-2)?.session_id;
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

  it('opening the regulated side is on record, with the actor, before anything is shown', async () => {
    const before = (await proxy.service.records()).length;
    const viewer = await kit.watch();
    await eventually(() => expect(viewer.events).not.toEqual([]));
    const added = (await proxy.service.records()).slice(before);
    expect(added.filter(({ kind }) => kind === 'regulated_view_opened')).toMatchObject([
      { actor: expect.stringMatching(/^usr_/), view: 'live' },
    ]);
  });

  it('the view of one call is on record with its session, whose root does not move', async () => {
    const { say } = kit.newCall();
    await say('hello there');
    const started = (await proxy.records(agent, 'call_started')).at(-1);
    await kit.watch(`?session_id=${started?.session_id}`);
    const own = (await proxy.records(agent)).filter(
      ({ session_id }) => session_id === started?.session_id,
    );
    expect(own.at(-1)).toMatchObject({ kind: 'regulated_view_opened', agent_id: agent });
  });

  it('the public side alone is not on record, and holds no real value', async () => {
    const before = (await proxy.service.records()).filter(
      ({ kind }) => kind === 'regulated_view_opened',
    );
    const viewer = await kit.watch('?side=public');
    await kit.newCall().say(`my number is ${number}`);
    await completedTurns(viewer, 1);
    const after = (await proxy.service.records()).filter(
      ({ kind }) => kind === 'regulated_view_opened',
    );
    expect(after).toEqual(before);
    expect(viewer.text()).not.toContain(number);
    expect(viewer.text()).not.toContain('regulated');
    expect(viewer.text()).toContain('TOK1.PHONE');
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

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import { eventually } from '../support/eventually.ts';
import { user } from '../support/large-bodies.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import type { Script } from '../support/scripted-upstream.ts';
import { content, doneEvent, finish } from '../support/sse-kit.ts';

const short: Script = ({ body }, response) => {
  const message = { role: 'assistant', content: 'Fine.' };
  const reply = { id: 'c', model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  response.setHeader(
    'content-type',
    body.stream === true ? 'text/event-stream' : 'application/json',
  );
  response.end(
    body.stream === true ? content('Fine.') + finish + doneEvent : JSON.stringify(reply),
  );
};

let proxy: SharedProxy;
let others: string;
beforeAll(async () => {
  proxy = await sharedProxy();
  others = await proxy.agent();
});
beforeEach(() => {
  proxy.upstream.script = short;
});

async function tokenOf(agentId: string): Promise<string> {
  const made = await proxy.service.api(`/api/v1/agents/${agentId}/tokens`, { method: 'POST' });
  return ((await made.json()) as { token: { secret: string } }).token.secret;
}

/** Words that take their time, and hold no value: the journal stays short. */
const said = (length: number, no: number) =>
  `${no} said that we would come back for another check of the knee. `
    .repeat(Math.ceil(length / 60))
    .slice(0, length);

/** How the turns of an agent ended so far: what was sent, and what ended before that. */
async function turnsOf(agentId: string) {
  const records = await proxy.records(agentId);
  const reasons = records.flatMap((one) =>
    one.kind === 'response_completed' ? [String(one['reason'])] : [],
  );
  return {
    masked: records.filter(({ kind }) => kind === 'request_masked').length,
    gone: reasons.filter((reason) => reason === 'client_gone').length,
    ended: records.some(({ kind }) => kind === 'call_ended'),
  };
}

/** How many calls are in progress at the service. */
async function liveCalls(): Promise<number> {
  const system = await proxy.service.api('/api/v1/system');
  return ((await system.json()) as { calls: { live: number } }).calls.live;
}

async function twilioCall(agentId: string): Promise<CallSocket> {
  const { url } = proxy.service;
  const socket = await connectCall(`${url}/proxy/${agentId}/twilio/${await tokenOf(agentId)}`);
  const ids = { sessionId: 'VX0', accountSid: 'AC0', callSid: `CA-${agentId}` };
  const numbers = { from: '+12025550199', to: '+12025550100', direction: 'inbound' };
  socket.send({ type: 'setup', ...ids, ...numbers });
  return socket;
}

const prompt = (voicePrompt: string) => ({
  type: 'prompt',
  voicePrompt,
  lang: 'en-US',
  last: true,
});

describe('masking stops when nobody waits for it', () => {
  it('the platform has closed its socket: nothing of the turn is masked, and the call ends', async () => {
    const agent = await proxy.agent();
    const socket = await twilioCall(agent);
    socket.send(prompt(said(900_000, 0)));
    await eventually(async () =>
      expect(await proxy.records(agent, 'call_started')).toHaveLength(1),
    );
    await socket.hangUp();
    await eventually(async () => expect((await turnsOf(agent)).ended).toBe(true));
    expect(await turnsOf(agent)).toMatchObject({ masked: 0 });
  });

  it('the client of a request has gone: nothing of it is masked', async () => {
    const agent = await proxy.agent();
    const gone = new AbortController();
    const body = { messages: [user(said(900_000, 0))] };
    const before = await liveCalls();
    const request = proxy.post(agent, body, { signal: gone.signal }).catch(() => undefined);
    await eventually(async () => expect(await liveCalls()).toBe(before + 1));
    gone.abort();
    await request;
    await eventually(async () => expect((await turnsOf(agent)).gone).toBe(1));
    expect(await turnsOf(agent)).toMatchObject({ masked: 0 });
  });
});

describe('a socket masks one turn at a time (design D43)', () => {
  it('of a burst of prompts the newest is answered with all that was said, and the others stop', async () => {
    const agent = await proxy.agent();
    const socket = await twilioCall(agent);
    for (let no = 0; no < 40; no += 1) socket.send(prompt(said(2_000, no)));
    await proxy.ask(others, [user('hello')]);
    await socket.until((got) => got.find(({ last }) => last === true));
    const { messages } = proxy.upstream.seen.at(-1)?.body ?? {};
    expect(messages?.filter(({ role }) => role === 'user').length).toBe(40);
    const turns = await turnsOf(agent);
    // Prompts that arrive while the one before is masked stop it; a few begin in between.
    expect(turns.masked + turns.gone).toBeLessThan(20);
    await socket.hangUp();
  });

  it('a call may say as much as the body of a request may hold; then its socket closes', async () => {
    const socket = await twilioCall(await proxy.agent());
    for (let no = 0; no < 60; no += 1) socket.send(prompt(said(20_000, no)));
    expect(await socket.closed).toEqual([1007, 'the call is too long']);
  });

  it('of a burst of questions with long transcripts, the newest of each socket is answered', async () => {
    const agent = await proxy.agent();
    const token = await tokenOf(agent);
    const sockets = await Promise.all(
      Array.from({ length: 5 }, (_, no) =>
        connectCall(`${proxy.service.url}/proxy/${agent}/retell/${token}/call-${no}`),
      ),
    );
    for (let id = 1; id <= 10; id += 1)
      for (const socket of sockets)
        socket.send({
          interaction_type: 'response_required',
          response_id: id,
          transcript: [{ role: 'user', content: said(6_000, id) }],
        });
    await proxy.ask(others, [user('hello')]);
    await Promise.all(
      sockets.map((socket) =>
        socket.until((got) =>
          got.find((one) => one['response_id'] === 10 && one['content_complete'] === true),
        ),
      ),
    );
    const answered = sockets.map(({ got }) => new Set(got.map((one) => one['response_id'])).has(5));
    expect(answered.every((wasAnswered) => !wasAnswered)).toBe(true);
    await Promise.all(sockets.map((socket) => socket.hangUp()));
  });
});

describe('each credential has its share of sockets', () => {
  it('a burst of connections takes no more than that, others still call, and places are free again', async () => {
    const [greedy, other] = [await proxy.agent(), await proxy.agent()];
    const { url } = proxy.service;
    const address = `${url}/proxy/${greedy}/twilio/${await tokenOf(greedy)}`;
    const burst = Array.from({ length: 300 }, () => connectCall(address));
    const opened = await Promise.allSettled(burst);
    const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refusals = opened.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason).slice(7, 10)] : [],
    );
    expect(sockets.length).toBe(256);
    expect(new Set(refusals)).toEqual(new Set(['429']));
    const others = await twilioCall(other);
    await others.hangUp();
    for (const socket of sockets) socket.breakOff();
    const again = await eventually(() => connectCall(address));
    await again.hangUp();
  });
});

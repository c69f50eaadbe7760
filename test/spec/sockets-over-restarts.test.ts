import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import {
  echo,
  type ScriptedUpstream,
  startScriptedUpstream,
} from '../support/scripted-upstream.ts';
import { type Service, startService, upstreamAt } from '../support/service.ts';

const phone = '202-555-0143';
const greeting = 'Lakeside clinic, how can I help?';

let upstream: ScriptedUpstream;
let service: Service;
let agent: string;
let token: string;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  upstream.script = echo;
  service = await startService(upstreamAt(upstream.baseUrl));
  agent = await service.createAgent({
    name: 'front desk',
    upstream: 'provider:model-small',
    first_message: greeting,
  });
  const made = await service.api(`/api/v1/agents/${agent}/tokens`, { method: 'POST' });
  ({
    token: { secret: token },
  } = (await made.json()) as { token: { secret: string } });
});
afterAll(async () => {
  await service?.close();
  await upstream?.close();
});

/** The service ends as it does for an update, and starts again with its data. */
async function restart(): Promise<void> {
  const { dataDir, cookie } = service;
  await service.close({ keepData: true });
  service = await startService(
    { ...upstreamAt(upstream.baseUrl), SVC_DATA_DIR: dataDir },
    { cookie },
  );
}

const heardByModel = () =>
  upstream.seen
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ role, content }) => `${role}: ${content}`);

const startedCalls = async () =>
  (await service.records()).filter(({ kind }) => kind === 'call_started').length;

describe('a call of Retell whose service restarts', () => {
  const connected = (): Promise<CallSocket> =>
    connectCall(`${service.url}/proxy/${agent}/retell/${token}/call-1`);
  const ask = (socket: CallSocket, id: number, ...said: readonly string[]) =>
    socket.send({
      interaction_type: 'response_required',
      response_id: id,
      transcript: said.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'agent', content })),
    });
  const answerTo = (socket: CallSocket, id: number) =>
    socket.until((got) => {
      const parts = got.filter((one) => one['response_id'] === id);
      if (parts.at(-1)?.['content_complete'] !== true) return undefined;
      return parts.map(({ content }) => content).join('');
    });

  it('goes on in its session; the model knows all that was said, and the caller hears real values', async () => {
    const before = await connected();
    ask(before, 1, `my number is ${phone}`);
    const first = await answerTo(before, 1);
    const calls = await startedCalls();
    await restart();
    expect((await before.closed)[0]).toBe(1006);
    const after = await connected();
    ask(after, 2, `my number is ${phone}`, first, `is ${phone} right?`);
    expect(await answerTo(after, 2)).toBe(`I heard: is ${phone} right?`);
    expect(heardByModel()).toEqual([
      expect.stringMatching(/^user: my number is TOK1\.PHONE/),
      expect.stringMatching(/^assistant: I heard: my number is TOK1\.PHONE/),
      expect.stringMatching(/^user: is TOK1\.PHONE\S+ right\?$/),
    ]);
    expect(await startedCalls()).toBe(calls);
    await after.hangUp();
  });
});

describe('a call of Twilio whose service restarts', () => {
  const connected = async (): Promise<CallSocket> => {
    const socket = await connectCall(`${service.url}/proxy/${agent}/twilio/${token}`);
    socket.send({ type: 'setup', callSid: 'CA1', from: '+12025550199', direction: 'inbound' });
    return socket;
  };
  const say = (socket: CallSocket, voicePrompt: string) =>
    socket.send({ type: 'prompt', voicePrompt, lang: 'en-US', last: true });
  const answers = (socket: CallSocket, wanted: number) =>
    socket.until((got) => {
      const texts = got.filter(({ type }) => type === 'text');
      if (texts.filter(({ last }) => last).length < wanted) return undefined;
      return texts.map(({ token: words }) => words).join('');
    });

  it('goes on in its session, and begins with the first message: Twilio repeats nothing that was said', async () => {
    const before = await connected();
    say(before, `my number is ${phone}`);
    await answers(before, 2);
    const calls = await startedCalls();
    await restart();
    expect((await before.closed)[0]).toBe(1006);
    const after = await connected();
    expect(await answers(after, 1)).toBe(greeting);
    say(after, 'what was my number?');
    await answers(after, 2);
    expect(heardByModel()).toEqual([`assistant: ${greeting}`, 'user: what was my number?']);
    expect(await startedCalls()).toBe(calls);
    await after.hangUp();
  });
});

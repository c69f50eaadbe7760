import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { codesOf, newReaderAgent, type ReaderAgent } from '../support/platform-pages.ts';
import { type SharedProxy, sharedProxy } from '../support/proxy-kit.ts';
import { callFunction, echo, type SeenRequest } from '../support/scripted-upstream.ts';

const phone = '202-555-0143';
const greeting = 'Lakeside clinic, how can I help?';

let proxy: SharedProxy;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: ReaderAgent;
let calls = 0;
beforeAll(async () => {
  distrust = trustClinic();
  [proxy, clinic] = await Promise.all([sharedProxy(), startClinicFunctions()]);
  agent = await newReaderAgent(proxy);
  const settings = {
    first_message: greeting,
    tools: [
      { type: 'function', function: { name: 'end_call' } },
      {
        type: 'function',
        function: {
          name: 'book_visit',
          parameters: { type: 'object', properties: { phone: { type: 'string' } } },
        },
        endpoint: { url: `${clinic.url}/book` },
      },
    ],
  };
  await proxy.service.api(`/api/v1/agents/${agent.id}`, {
    method: 'PATCH',
    body: JSON.stringify(settings),
  });
});
afterAll(async () => {
  await clinic?.close();
  distrust?.();
});

/** A call at the address of the page, set up as Telnyx does. */
async function newCall(): Promise<CallSocket> {
  calls += 1;
  const [address = ''] = codesOf('telnyx', agent);
  const socket = await connectCall(address);
  socket.send({
    type: 'setup',
    sessionId: '5f1c6d2e-0000-4000-8000-000000000000',
    callSid: `v3:telnyx-${calls}`,
    callControlId: `v3:telnyx-${calls}`,
    from: '+12025550199',
    to: '+12025550100',
    direction: 'inbound',
    callType: 'PSTN',
    customParameters: { reference: 'bar' },
  });
  await answers(socket, 1);
  return socket;
}

const say = (socket: CallSocket, voicePrompt: string, last = true) =>
  socket.send({ type: 'prompt', voicePrompt, lang: 'en-US', last });

/** What was said so far, once it is this many whole answers. */
const answers = (socket: CallSocket, wanted: number) =>
  socket.until((got) => {
    const texts = got.filter(({ type }) => type === 'text');
    const whole = texts.filter(({ last }) => last === true).length;
    return whole < wanted ? undefined : texts.map(({ token }) => token).join('');
  });

describe('a call of Telnyx’s Conversation Relay, at the address of its page', () => {
  it('greets; the model sees no value, and the caller hears it', async () => {
    proxy.upstream.script = echo;
    const socket = await newCall();
    say(socket, 'my num', false);
    say(socket, `my number is ${phone}`);
    expect(await answers(socket, 2)).toBe(`${greeting}I heard: my number is ${phone}`);
    // The fields that Telnyx documents, and no other.
    const fields = socket.got.flatMap((message) => Object.keys(message));
    expect(new Set(fields)).toEqual(new Set(['type', 'token', 'last']));
    expect(proxy.sent().replaceAll(/TOK1\.[\w.]+/g, '')).not.toMatch(/555-0143|5550199|telnyx-/);
    await socket.hangUp();
    await expect.poll(async () => (await proxy.records(agent.id, 'call_ended')).length).toBe(calls);
  });

  it('hears keys, and forgets what an interruption cut off', async () => {
    proxy.upstream.script = echo;
    const socket = await newCall();
    for (const digit of '123#') socket.send({ type: 'dtmf', digit });
    await answers(socket, 2);
    socket.send({
      type: 'interrupt',
      utteranceUntilInterrupt: 'I heard',
      durationUntilInterruptMs: 400,
    });
    say(socket, 'thank you');
    await answers(socket, 3);
    const said = proxy.upstream.seen.at(-1)?.body.messages.map(({ content }) => content);
    expect(said?.slice(-2)).toEqual(['I heard', 'thank you']);
    await socket.hangUp();
  });

  it('books through a function of the clinic, with the real number there alone', async () => {
    clinic.script = answering({ booked: true });
    const tokenIn = ({ raw }: SeenRequest) => /TOK1\.PHONE[\w.]+/.exec(raw)?.[0] ?? '';
    const call = callFunction('book_visit', (seen) => ({ phone: tokenIn(seen) }));
    proxy.upstream.script = (seen, response) =>
      seen.body.messages.at(-1)?.role === 'tool' ? echo(seen, response) : call(seen, response);
    const socket = await newCall();
    say(socket, `book me a visit, my number is ${phone}`);
    await answers(socket, 2);
    expect(clinic.seen.at(-1)?.data).toMatchObject({
      function: 'book_visit',
      arguments: { phone },
    });
    expect(proxy.sent()).not.toContain('0143');
    await socket.hangUp();
  });
});

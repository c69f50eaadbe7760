import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallSocket, connectCall } from '../support/call-socket.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { type ProxyKit, startProxy } from '../support/proxy-kit.ts';
import { callFunction, echo, type Script, type SeenRequest } from '../support/scripted-upstream.ts';

const phone = '202-555-0143';
const otherPhone = '202-555-0177';

let proxy: ProxyKit;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: string;
let address: string;
let calls = 0;
beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  proxy = await startProxy();
  agent = await proxy.agent({
    system_prompt: 'You answer the telephone of a clinic.',
    tools: [
      {
        type: 'function',
        function: {
          name: 'book_visit',
          description: 'Books a visit.',
          parameters: { type: 'object', properties: { phone: { type: 'string' } } },
        },
        endpoint: { url: `${clinic.url}/book`, filler: { en: 'One moment.' } },
      },
    ],
  });
  const path = `/api/v1/agents/${agent}/tokens`;
  const made = await proxy.service.api(path, { method: 'POST' });
  const { token } = (await made.json()) as { token: { secret: string } };
  address = `${proxy.service.url}/proxy/${agent}/retell/${token.secret}`;
});
afterAll(async () => {
  await proxy?.close();
  await clinic?.close();
  distrust?.();
});
beforeEach(() => {
  clinic.seen.length = 0;
  clinic.script = answering({ booked: true });
  proxy.upstream.seen.length = 0;
  proxy.upstream.script = echo;
});

const newCall = (): Promise<CallSocket> => {
  calls += 1;
  return connectCall(`${address}/call-${calls}`);
};

const ask = (socket: CallSocket, id: number, words: string) =>
  socket.send({
    interaction_type: 'response_required',
    response_id: id,
    transcript: [{ role: 'user', content: words }],
  });

const answerTo = (socket: CallSocket, id: number) =>
  socket.until((got) => {
    const parts = got.filter((one) => one['response_id'] === id);
    if (parts.at(-1)?.['content_complete'] !== true) return undefined;
    return parts.map((part) => part['content']).join('');
  });

/** The model calls once, then says what it got. */
const callingOnce = (name: string, argumentsOf: (seen: SeenRequest) => object): Script => {
  const call = callFunction(name, argumentsOf);
  return (seen, response) => {
    const last = seen.body.messages.at(-1);
    return last?.role === 'tool' ? echoResult(seen, response) : call(seen, response);
  };
};
const echoResult: Script = (seen, response) => {
  const said = { role: 'user', content: `the clinic says ${seen.body.messages.at(-1)?.content}` };
  const messages = [...seen.body.messages, said];
  return echo({ ...seen, body: { ...seen.body, messages } }, response);
};
const tokenIn = (seen: SeenRequest) => /TOK1\.PHONE[\w.]+/.exec(seen.raw)?.[0] ?? '';

describe('a function in a call of Retell', () => {
  it('gets real values, signed; the model has tokens alone; the caller hears the real answer', async () => {
    clinic.script = answering({ booked: true, callback: otherPhone });
    proxy.upstream.script = callingOnce('book_visit', (seen) => ({ phone: tokenIn(seen) }));
    const socket = await newCall();
    ask(socket, 1, `book me a visit, I am at ${phone}`);
    const words = await answerTo(socket, 1);
    expect(words).toContain('One moment.');
    expect(words).toContain(otherPhone);
    const [seen] = clinic.seen;
    expect(seen?.data).toMatchObject({ function: 'book_visit', arguments: { phone } });
    expect(seen?.path).toBe('/book');
    expect(proxy.upstream.seen).toHaveLength(2);
    for (const { raw } of proxy.upstream.seen) {
      expect(raw).not.toMatch(/555-01(43|77)/);
      expect(raw).not.toContain(clinic.url);
    }
    await socket.hangUp();
  });
});

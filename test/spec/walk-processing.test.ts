import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { memoryProxy } from '../support/memory-proxy.ts';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { signatureOf } from '../support/signed-fetch.ts';
import { contentOf } from '../support/sse-kit.ts';
import { rule } from './rule-book/index.ts';

let proxy: SharedProxy;
let agent: string;

beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

const number = '202-555-0143';

describe('what the service does', () => {
  it.each([
    { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
    { type: 'file', file: { file_id: 'f' } },
  ])(`${rule('Service 1')} (%o)`, async (part) => {
    const before = proxy.upstream.seen.length;
    const response = await proxy.post(agent, { messages: [user([part])] });
    expect(response.status).toBe(422);
    expect(proxy.upstream.seen).toHaveLength(before);
  });

  it(rule('Service 4'), async () => {
    expect(await proxy.ask(agent, [user('hello')])).toBe('I heard: hello');
    const hook = await proxy.tell(agent, { type: 'hang' });
    expect([hook.status, await hook.json()]).toEqual([200, {}]);
  });
});

describe('how a request is processed', () => {
  it(rule('Processing 1'), async () => {
    const before = proxy.upstream.seen.length;
    const body = JSON.stringify({ messages: [user(`call ${number}`)] });
    const sending = request(`${proxy.service.url}/proxy/${agent}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'x-voice-signature': signatureOf(proxy.service.secret, body),
      },
    });
    const answered = new Promise<number>((resolve, reject) => {
      sending.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on('error', reject);
    });
    sending.write(body.slice(0, -1));
    // Another request goes all the way while this one lacks its last byte.
    await proxy.ask(agent, [user('are you there')]);
    expect(proxy.upstream.seen).toHaveLength(before + 1);
    sending.end(body.slice(-1));
    expect(await answered).toBe(200);
    expect(proxy.upstream.seen).toHaveLength(before + 2);
    expect(proxy.sent()).not.toContain(number);
  });

  it(rule('Processing 2'), async () => {
    const passes = async (id: string) => {
      await proxy.ask(id, [user('hello')]);
      const [masked] = await proxy.records(id, 'request_masked');
      return masked?.['passes'];
    };
    expect(await passes(await proxy.agent())).toEqual(['regex', 'nermodel']);
    expect(await passes(await proxy.agent({ upstream: 'stub' }))).toEqual(['regex']);
  });

  it(rule('Processing 4'), async () => {
    await proxy.ask(agent, [user(`call ${number}`)]);
    expect(proxy.sent()).toMatch(/TOK1\.PHONE\.K_HEALTHCARE\.[0-9A-Z]{20}/);
    expect(proxy.sent()).not.toContain(number);
  });

  it(rule('Processing 5'), async () => {
    proxy.upstream.script = echo;
    const response = await proxy.post(agent, { stream: true, messages: [user(`call ${number}`)] });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(contentOf(await response.text())).toBe(`I heard: call ${number}`);
  });

  it(rule('Processing 7'), async () => {
    const memory = await memoryProxy();
    memory.broken.calls = true;
    expect((await memory.say('hello')).statusCode).toBe(200);
    await expect.poll(() => memory.delays).toContain('sessions');
    expect(await memory.sessions()).toEqual([]);
    memory.broken.calls = false;
    memory.pipeline.catchUp();
    await memory.say('hello again');
    await memory.pipeline.settle();
    expect(await memory.sessions()).toHaveLength(2);
  });

  it(rule('Processing 12'), async () => {
    const memory = await memoryProxy();
    memory.broken.journal = true;
    const refused = await memory.say(`call ${number}`);
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'AuditUnavailable']);
    expect(memory.forwarded).toEqual([]);
  });
});

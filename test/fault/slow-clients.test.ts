import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { echo } from '../support/scripted-upstream.ts';
import { contentOf } from '../support/sse-kit.ts';

const number = '202-555-0143';
const idle = 1_000;

let proxy: ProxyKit;
let agent: string;
beforeAll(async () => {
  proxy = await startProxy();
  agent = await proxy.agent();
  proxy.upstream.script = echo;
});
afterAll(() => proxy?.close());

async function socket(): Promise<Socket> {
  const made = connect({ port: Number(new URL(proxy.service.url).port), host: '127.0.0.1' });
  await once(made, 'connect');
  return made;
}

describe('idle and slow connections hold up no call', () => {
  it('a thousand that say nothing, while calls are served', async () => {
    const silent = await Promise.all(Array.from({ length: idle }, socket));
    const half = silent.slice(0, idle / 2);
    for (const each of half) each.write('POST /proxy/agt_x/v1/chat/completions HTTP/1.1\r\nHost: ');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => proxy.ask(agent, [user(`call ${number}`)])),
    );
    expect(new Set(answers)).toEqual(new Set([`I heard: call ${number}`]));
    expect((await fetch(`${proxy.service.url}/health`)).status).toBe(200);
    for (const each of silent) each.destroy();
  });

  it('one that takes a byte at a time: others are served meanwhile, and it gets all of it', async () => {
    const body = JSON.stringify({ stream: true, messages: [user(`call ${number}`)] });
    const digest = createHmac('sha256', proxy.service.secret).update(body).digest('hex');
    const slow = await socket();
    slow.pause();
    slow.write(
      [
        `POST /proxy/${agent}/v1/chat/completions HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        'Content-Type: application/json',
        `X-Voice-Signature: sha256=${digest}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        body,
      ].join('\r\n'),
    );
    await once(slow, 'readable');
    const bytes: Buffer[] = [];
    for (let taken = 0; taken < 200; taken += 1) {
      const byte = slow.read(1) as Buffer | null;
      if (byte === null) await once(slow, 'readable');
      else bytes.push(byte);
      if (taken % 50 === 0)
        expect(await proxy.ask(agent, [user(number)])).toBe(`I heard: ${number}`);
    }
    for await (const rest of slow) bytes.push(rest as Buffer);
    const text = Buffer.concat(bytes).toString();
    expect(text.startsWith('HTTP/1.1 200 ')).toBe(true);
    const events = text.slice(text.indexOf('\r\n\r\n')).replace(/\r\n[0-9a-f]+\r\n/g, '');
    expect(contentOf(events.trimStart())).toBe(`I heard: call ${number}`);
    await expect
      .poll(async () =>
        (await proxy.records(agent, 'response_completed')).every(
          (record) => record['status'] === 'ok',
        ),
      )
      .toBe(true);
  });
});

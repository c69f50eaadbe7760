import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../../../server/adapters/alerts/alert-sender.ts';
import { functionCaller } from '../../../../server/adapters/functions/call-function.ts';
import { systemClock } from '../../../../server/adapters/system/clock.ts';

const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const content = { id: 'alr_1', subject: '', text: '', json: '{"type":"alert","data":{}}' };
const caller = functionCaller(systemClock);
let server: Server;
let status: number;
let got: { headers: Record<string, string>; body: string }[];

beforeEach(async () => {
  status = 204;
  got = [];
  server = createServer(async (request, response) => {
    got.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

afterAll(() => caller.close());

const send = (key = secret) => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  return sendWebhook(content, { kind: 'webhook', url, secret: key }, caller);
};

describe('a webhook', () => {
  it('is signed so that the verifier of Standard Webhooks takes it, and only with its secret', async () => {
    await send();
    const [{ body, headers } = { body: '', headers: {} }] = got;
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(content.json));
    const other = new Webhook(`whsec_${Buffer.alloc(32, 6).toString('base64')}`);
    expect(() => other.verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
  });

  it.each([302, 400, 500])('is not taken by a receiver that answers %i', async (answer) => {
    status = answer;
    await expect(send()).rejects.toThrow(`the webhook answered with status ${answer}`);
    expect(got).toHaveLength(1);
  });

  it('is not taken by a receiver that is away', async () => {
    const away = { kind: 'webhook' as const, url: 'http://127.0.0.1:1/', secret };
    await expect(sendWebhook(content, away, caller)).rejects.toThrow('cannot be reached');
  });

  it('of another name than this machine is not sent to this machine, wherever the name leads', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `https://${hostname()}:${port}/hook`;
    const sent = sendWebhook(content, { kind: 'webhook', url, secret }, caller);
    await expect(sent).rejects.toThrow('leads where no request may go');
    expect(got).toEqual([]);
  });
});

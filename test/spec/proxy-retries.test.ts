import { beforeAll, describe, expect, it } from 'vitest';
import { type SharedProxy, sharedProxy, user } from '../support/proxy-kit.ts';

let proxy: SharedProxy;
let agent: string;
beforeAll(async () => {
  proxy = await sharedProxy();
  agent = await proxy.agent();
});

describe('a reply tells the client whether to retry a refused request (design D38)', () => {
  it.each([
    ['a wait that the provider names is handed on', 429, '7', ['7', null]],
    ['one that is no number of seconds is not', 503, 'tomorrow', [null, null]],
    ['what it refuses for good is not to be tried again', 400, '7', [null, 'false']],
  ])('%s', async (_, status, after, told) => {
    proxy.upstream.script = (_seen, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'retry-after': after });
      response.end('{}');
    };
    const response = await proxy.post(agent, { messages: [user('hello')] });
    expect(response.status).toBe(502);
    const { headers } = response;
    expect([headers.get('retry-after'), headers.get('x-should-retry')]).toEqual(told);
  });
});

import { describe, expect, it } from 'vitest';
import { Fault } from '../../../server/domain/fault.ts';
import { buildIngress } from '../../../server/http/build-http.ts';
import type { Routes } from '../../../server/http/deps.ts';
import { tokenBucket } from '../../../server/http/rate-limit.ts';
import { startFixture } from './support.ts';

describe('a token bucket', () => {
  it('gives the burst at once, then the sustained rate, and says how long to wait', () => {
    const time = { us: 0 };
    const clock = { now: () => 0, monotonicUs: () => time.us };
    const take = tokenBucket(clock, { perSecond: 2, burst: 3 });
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
    time.us += 500_000;
    expect([take(), take()]).toEqual([0, 1]);
    time.us += 3_600_000_000;
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 1]);
  });

  it('waits longer than a second at a rate below one', () => {
    const clock = { now: () => 0, monotonicUs: () => 0 };
    const take = tokenBucket(clock, { perSecond: 0.1, burst: 1 });
    expect([take(), take()]).toEqual([0, 10]);
  });
});

describe('spec, Limits: rates of the hosted service', () => {
  it('60 management requests at once, then 429 with Retry-After, then 30 a second', async () => {
    const { app, signIn, time } = await startFixture({ rateLimit: 'hosted' });
    const nurse = await signIn('nurse@example.com');
    const burst = async (count: number) => {
      const responses = [];
      for (let sent = 0; sent < count; sent += 1) responses.push(await nurse.get('/api/v1/me'));
      return responses;
    };
    const first = await burst(61);
    expect(first.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
    const refused = first.at(-1);
    expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '1']);
    expect(refused?.json().error.code).toBe('rate_limited');
    time.now += 1000;
    expect((await burst(31)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(30);
    await app.close();
  });

  it('200 calls at once; requests that are refused before do not count', async () => {
    const { deps } = await startFixture();
    const proxy: Routes = async (scope) => {
      scope.addHook('preValidation', async (request) => {
        if (request.headers['x-signed'] === undefined) throw new Fault('unauthenticated', 'no');
      });
      scope.post('/proxy/x', async () => 'ok');
    };
    const ingress = await buildIngress({ ...deps, proxy, rateLimit: 'hosted' });
    const send = async (headers: Record<string, string>) =>
      (await ingress.inject({ method: 'POST', url: '/proxy/x', headers })).statusCode;
    for (let sent = 0; sent < 300; sent += 1) expect(await send({})).toBe(401);
    const statuses = [];
    for (let sent = 0; sent < 201; sent += 1) statuses.push(await send({ 'x-signed': '1' }));
    expect(statuses.filter((status) => status === 200)).toHaveLength(200);
    expect(statuses.at(-1)).toBe(429);
  });

  it('none unless asked for', async () => {
    const { app, signIn } = await startFixture();
    const nurse = await signIn('nurse@example.com');
    for (let sent = 0; sent < 80; sent += 1) {
      expect((await nurse.get('/api/v1/me')).statusCode).toBe(200);
    }
    await app.close();
  });
});

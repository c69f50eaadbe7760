import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../server/domain/fault.ts';
import { buildIngress } from '../../../../server/http/build-http.ts';
import type { Routes } from '../../../../server/http/server/deps.ts';
import { hostedLimits } from '../../../../server/http/server/rate-limit.ts';
import { startFixture } from '../support.ts';

describe('spec, Limits: rates of the hosted service', () => {
  const time = { us: 0 };
  const clock = { now: () => 0, monotonicUs: () => time.us };

  /** Both listeners over one set of limits, and a proxy route that takes `x-signed` for a signature. */
  async function start() {
    const proxy: Routes = async (scope) => {
      scope.addHook('preValidation', async (request) => {
        if (request.headers['x-signed'] === undefined) throw new Fault('unauthenticated', 'no');
      });
      scope.post('/proxy/x', async () => 'ok');
    };
    const fixture = await startFixture({ proxy, rateLimits: hostedLimits(clock) });
    return { ...fixture, ingress: await buildIngress(fixture.deps) };
  }

  async function statuses(count: number, send: () => Promise<{ statusCode: number }>) {
    const found: number[] = [];
    for (let sent = 0; sent < count; sent += 1) found.push((await send()).statusCode);
    return found;
  }

  it('60 management requests at once, then 429 with Retry-After, then 30 a second', async () => {
    const { signIn } = await start();
    const nurse = await signIn('nurse@example.com');
    const me = () => nurse.get('/api/v1/me');
    expect(await statuses(61, me)).toEqual([...Array<number>(60).fill(200), 429]);
    const refused = await me();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect(refused.json().error.code).toBe('rate_limited');
    time.us += 1_000_000;
    expect(await statuses(31, me)).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it('a refusal of the input counts as well, and comes after that of the rate', async () => {
    const { signIn } = await start();
    const nurse = await signIn('nurse@example.com');
    const bad = () => nurse.get('/api/v1/agents?limit=0');
    expect(await statuses(61, bad)).toEqual([...Array<number>(60).fill(422), 429]);
  });

  it('200 calls at once, over both listeners together; unsigned ones do not count', async () => {
    const { app, ingress } = await start();
    const call = (listener: typeof app, headers: Record<string, string>) => () =>
      listener.inject({ method: 'POST', url: '/proxy/x', headers });
    expect(new Set(await statuses(300, call(ingress, {})))).toEqual(new Set([401]));
    const signed = { 'x-signed': '1' };
    expect(await statuses(100, call(app, signed))).toEqual(Array<number>(100).fill(200));
    expect(await statuses(101, call(ingress, signed))).toEqual([
      ...Array<number>(100).fill(200),
      429,
    ]);
    expect((await call(app, signed)()).headers['retry-after']).toBe('1');
    time.us += 1_000_000;
    expect(await statuses(101, call(ingress, signed))).toEqual([
      ...Array<number>(100).fill(200),
      429,
    ]);
  });

  it('strangers who begin to sign in are counted for themselves', async () => {
    const { browser, signIn } = await start();
    const nurse = await signIn('nurse@example.com');
    const begin = () => browser().get('/api/v1/auth/idp');
    // One of the 60 was the sign-in itself, and its callback another.
    expect(await statuses(59, begin)).toEqual([...Array<number>(58).fill(302), 429]);
    expect((await nurse.get('/api/v1/me')).statusCode).toBe(200);
  });

  it('none unless asked for', async () => {
    const { signIn } = await startFixture();
    const nurse = await signIn('nurse@example.com');
    expect(new Set(await statuses(80, () => nurse.get('/api/v1/me')))).toEqual(new Set([200]));
  });
});

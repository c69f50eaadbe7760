import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LiveKit, startLiveKit, told, watchLive } from '../support/live-viewer.ts';
import { signIn } from '../support/sign-in.ts';

let kit: LiveKit;
let url: string;
beforeAll(async () => {
  // People come by link, so that each has a session of their own.
  kit = await startLiveKit({ SVC_DEV: '0' });
  ({ url } = kit.proxy.service);
});
afterEach(() => kit.leave());
afterAll(() => kit?.proxy.close());

const freshCookie = () => signIn(url, kit.proxy.service.app.createSignInLink?.());

/** Somebody who watches, and has seen that something is said. */
async function viewer(cookie: string) {
  const watching = await watchLive(`${url}/api/v1/live`, { cookie });
  expect(watching.status).toBe(200);
  await kit.newCall().say('my number is 202-555-0143');
  await expect.poll(() => told(watching, 'turn').length).toBeGreaterThan(0);
  return watching;
}

describe('a live view ends with the sign-in (design D30)', () => {
  const endings: readonly [string, string, (cookie: string) => Promise<Response>][] = [
    [
      'signs out',
      'good morning to you',
      (cookie) => fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie } }),
    ],
    [
      'is signed out by an admin',
      'good evening to you',
      async (cookie) => {
        const listed = await fetch(`${url}/api/v1/admin/web-sessions`, { headers: { cookie } });
        const { data } = (await listed.json()) as { data: { id: string; current: boolean }[] };
        const own = data.find(({ current }) => current)?.id;
        return kit.proxy.service.api(`/api/v1/admin/web-sessions/${own}`, { method: 'DELETE' });
      },
    ],
  ];
  it.each(endings)('of who %s: not one event after the answer', async (_how, words, end) => {
    const cookie = await freshCookie();
    const [theirs, other] = [await viewer(cookie), await viewer(await freshCookie())];
    expect((await end(cookie)).status).toBe(204);
    const heard = theirs.events.length;
    const call = kit.newCall();
    await call.say(words);
    // The other viewer receives the words, and by then this one has received nothing more.
    await expect.poll(() => other.text()).toContain(words);
    await theirs.ended;
    expect(theirs.text()).not.toContain(words);
    const after = theirs.events.slice(heard);
    expect(after.filter(({ type }) => type !== 'closing')).toEqual([]);
    expect(told(theirs, 'closing').map(({ reason }) => reason)).toEqual(['signed_out']);
    other.close();
  });
});

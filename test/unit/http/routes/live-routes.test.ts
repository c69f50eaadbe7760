import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveCall } from '../../../../server/calls/live-call.ts';
import type { JournalRecord } from '../../../../server/domain/event.ts';
import { createLiveFeed, type LiveFeed } from '../../../../server/live-view/live-feed.ts';
import type { Transcripts } from '../../../../server/live-view/transcript-types.ts';
import { createTranscripts } from '../../../../server/live-view/transcripts.ts';
import { eventually } from '../../../support/eventually.ts';
import { baseUrl, type Fixture, startFixture } from '../support.ts';

let fixture: Fixture;
let transcripts: Transcripts;
let liveFeed: LiveFeed;
const maxViewers = 100;

beforeEach(async () => {
  transcripts = createTranscripts();
  liveFeed = createLiveFeed({ transcripts, epoch: 'test' });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  fixture = await startFixture({ liveFeed });
});
afterEach(async () => {
  vi.useRealTimers();
  await fixture.app.close();
});

/** What `probe` returns once it no longer throws, with one heartbeat before each try. */
function afterHeartbeats<T>(probe: () => T | Promise<T>): Promise<T> {
  return eventually(() => {
    vi.advanceTimersByTime(15_000);
    return probe();
  });
}

/** Signs in and watches; `text` is what came, `over` resolves when the stream ends. */
async function watch(reads = true) {
  const browser = await fixture.signIn('nurse@example.com');
  const response = await fixture.app.inject({
    method: 'GET',
    url: '/api/v1/live',
    headers: { host: new URL(baseUrl).host, cookie: browser.jar.header('/') },
    payloadAsStream: true,
  });
  let text = '';
  const stream: Readable = response.stream();
  const over = new Promise<void>((resolve) => {
    if (reads) {
      stream.on('data', (bytes) => {
        text += bytes;
      });
    }
    stream.once('end', resolve).once('error', () => resolve());
  });
  const { statusCode: status, headers } = response;
  return { browser, status, headers, stream, over, text: () => text };
}

const beats = (text: string): number => text.split(': \n\n').length - 1;

describe('a live stream', () => {
  it('shows that it is alive while nothing happens', async () => {
    const { text, headers } = await watch();
    expect(headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await afterHeartbeats(() => expect(beats(text())).toBeGreaterThan(2));
    expect(text().match(/event: /g)).toHaveLength(1);
  });

  it('ends after its viewer has signed out, and says so', async () => {
    const { browser, over, text } = await watch();
    await afterHeartbeats(() => expect(beats(text())).toBeGreaterThan(0));
    await browser.post('/api/v1/auth/logout');
    await over;
    expect(text()).toContain('{"type":"closing","reason":"signed_out"}');
  });

  it('ends after its viewer’s sign-in has expired: watching does not renew it', async () => {
    const { over, text } = await watch();
    fixture.time.now += 31 * 24 * 3_600_000;
    vi.advanceTimersByTime(15_000);
    await over;
    expect(text()).toContain('signed_out');
  });

  it('ends when the service stops, which does not wait for viewers', async () => {
    const { over, text } = await watch();
    await fixture.app.close();
    await over;
    expect(text()).toContain('{"type":"closing","reason":"shutdown"}');
  });

  it('is refused to one viewer too many, until another has left', async () => {
    for (let others = 2; others < maxViewers; others += 1) liveFeed.watch({}, () => undefined);
    const viewers = [await watch(), await watch()];
    const third = await (await fixture.signIn('late@example.com')).get('/api/v1/live');
    expect([third.statusCode, third.json().error.code]).toEqual([429, 'rate_limited']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    await viewers[0]?.browser.post('/api/v1/auth/logout');
    await viewers[0]?.over;
    await eventually(async () => expect((await watch()).status).toBe(200));
  });

  it('ends when its viewer leaves it unread for too long', async () => {
    const call = {
      sessionId: 'sess_1',
      agentId: 'agt_1',
      agentName: 'Clinic',
    } as Partial<LiveCall> as LiveCall;
    let turn = 0;
    /** Of one reply the live view shows the first 200,000 characters. */
    const longReply = () => {
      const record = { kind: 'request_masked', turn, passes: [], ts: '2026-11-21T10:00:00.000Z' };
      transcripts.fold(record as unknown as JournalRecord, call);
      const heard = transcripts.reply(call, turn).watch(0, 'content');
      for (let count = 0; count < 20; count += 1) heard.forwarded('x'.repeat(10_000));
      turn += 1;
    };
    await Promise.all([watch(false), watch(false)]);
    // A viewer more has no place until one of them has lost its own.
    await afterHeartbeats(async () => {
      longReply();
      expect((await watch()).status).toBe(200);
    });
  });
});

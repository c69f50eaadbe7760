import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFromOutside, type OutsideCheck } from '../../../../main/tunnel/check-outside.ts';
import { toolEnvironment } from '../../../../main/tunnel/tool-environment.ts';
import { createToolOutput } from '../../../../main/tunnel/tool-output.ts';
import { createLineSplitter } from '../../../../main/tunnel/tool-process.ts';
import { createStatusTracker } from '../../../../main/tunnel/tunnel-status.ts';
import { pauseAfter, usualTimes } from '../../../../main/tunnel/tunnel-times.ts';
import { type FakeListener, startListener } from '../../../support/desktop/ingress.ts';

describe('pauses before the next start', () => {
  it('begin with a second, double, and end at a minute', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 40].map((failures) => pauseAfter(failures, usualTimes));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1_000));
  });
});

describe('lines of a tool', () => {
  it('are the same however its output is cut up', () => {
    const text = fc.array(fc.stringMatching(/^[a-z ]{0,8}$/)).map((lines) => lines.join('\r\n'));
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
        const lines: string[] = [];
        const cutter = createLineSplitter((line) => lines.push(line));
        const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)), whole.length];
        const sorted = places.toSorted((a, b) => a - b);
        for (const [at, from] of sorted.entries())
          cutter.write(whole.slice(from, sorted[at + 1] ?? from));
        cutter.end();
        expect(lines.join('\n')).toBe(whole.replaceAll('\r\n', '\n').replace(/\n$/, ''));
      }),
    );
  });

  it('are given out in part when they are too long', () => {
    const lines: string[] = [];
    const cutter = createLineSplitter((line) => lines.push(line));
    for (let piece = 0; piece < 100; piece += 1) cutter.write('x'.repeat(1_000));
    cutter.write('\nnext\n');
    expect(lines.map(({ length }) => length)).toEqual([16_384, 4]);
  });
});

describe('what is kept of the output of a tool', () => {
  it('shows no secret that the tool was given, and no token it made up', () => {
    const output = createToolOutput(['gate-secret']);
    output.add('token=gate-secret, again gate-secret');
    output.add('Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln');
    expect(output.lines()).toEqual(['token=[secret], again [secret]', 'Bearer [secret]']);
  });

  it('is the last forty lines, short ones, without the chatter of ssh', () => {
    const output = createToolOutput([]);
    for (let line = 0; line < 50; line += 1) output.add(`line ${line} ${'x'.repeat(1_000)}`);
    output.add('debug1: Authentications that can continue: publickey');
    output.add('   ');
    expect(output.lines()).toHaveLength(40);
    expect(output.lines()[0]).toMatch(/^line 10 x{392}$/);
  });
});

describe('the environment of a tool', () => {
  it('has what any program needs, and nothing that would change or tell more', () => {
    const given = {
      PATH: '/usr/bin',
      Path: 'C:\\Windows',
      https_proxy: 'http://proxy.example.com:3128',
      SVC_MASTER_KEY: 'secret',
      TUNNEL_URL: 'http://localhost:8787',
      NGROK_AUTHTOKEN: 'secret',
      NODE_OPTIONS: '--inspect',
      LD_PRELOAD: '/tmp/x.so',
      SSH_AUTH_SOCK: '/tmp/agent',
    };
    expect(toolEnvironment(given)).toEqual({
      PATH: '/usr/bin',
      Path: 'C:\\Windows',
      https_proxy: 'http://proxy.example.com:3128',
    });
  });
});

describe('looks from outside', () => {
  const after = (...looks: readonly OutsideCheck[]) => {
    const tracker = createStatusTracker('https://calls.example.com', () => 0);
    tracker.take({ up: true });
    for (const look of looks) tracker.note(look);
    return tracker.status();
  };
  const up = { up: true, message: null };
  const unseen = { up: true, message: expect.stringContaining('which some networks forbid') };
  const blocked = { up: false, message: expect.stringContaining('no longer answers') };

  it.each<[string, readonly OutsideCheck[], object]>([
    ['none yet', [], up],
    ['a first failure', ['not_ours'], up],
    ['never seen', Array(3).fill('not_ours'), unseen],
    ['seen and lost', ['ours', ...Array(3).fill('not_ours')], blocked],
    ['lost for a moment', ['ours', 'not_ours', 'not_ours', 'ours', 'not_ours'], up],
    ['nothing known', ['ours', ...Array(9).fill(null)], up],
  ])('%s', (_, looks, expected) => {
    expect(after(...looks)).toMatchObject(expected);
  });

  let listener: FakeListener;
  beforeEach(async () => {
    listener = await startListener('ingress');
  });
  afterEach(async () => {
    await listener.close();
  });

  it('find the server by what it says at both ends, and are not led elsewhere', async () => {
    const asked: unknown[] = [];
    const look = (answer: () => Response | Promise<Response>) =>
      checkFromOutside('https://calls.example.com', listener.url, async (url, init) => {
        asked.push([String(url), init?.redirect]);
        return await answer();
      });
    expect(await look(() => fetch(`${listener.url}/health`))).toBe('ours');
    listener.impaired = true;
    expect(await look(() => fetch(`${listener.url}/health`))).toBe('ours');
    expect(await look(() => Response.json({ status: 'ok', version: '9.9.9' }))).toBe('not_ours');
    expect(await look(() => new Response('<html>'))).toBe('not_ours');
    expect(await look(() => Promise.reject(new TypeError('fetch failed')))).toBe('not_ours');
    expect(asked[0]).toEqual(['https://calls.example.com/health', 'manual']);
  });

  it('say nothing while the server itself does not answer', async () => {
    const gone = await startListener('ingress');
    await gone.close();
    const look = await checkFromOutside('https://calls.example.com', gone.url, () => {
      throw new Error('no one may be asked');
    });
    expect(look).toBeNull();
  });
});

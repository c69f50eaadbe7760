import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { defaultTimes } from '../../main/appliance/lifecycle-model.ts';
import { Refusal } from '../../main/ipc/refusal.ts';
import { processIdentity } from '../../main/platform/process-identity.ts';
import { scriptedServer, supervised } from '../support/desktop/supervised.ts';

let made: Awaited<ReturnType<typeof supervised>>[] = [];

afterEach(async () => {
  await Promise.all(made.map(({ end }) => end()));
  made = [];
});

async function started(...options: Parameters<typeof supervised>) {
  const server = await supervised(...options);
  made.push(server);
  server.supervisor.start();
  return server;
}

describe('a server that crashes is restarted', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'a server that ended by %s is restarted in a new process',
    async (signal) => {
      const server = await started();
      await server.reaches('running');
      const first = await server.pid();
      process.kill(first, signal);
      expect(await server.reaches('restarting')).toMatchObject({ lastExit: signal, url: null });
      expect(server.timers.next()).toBe(defaultTimes.firstPauseMs);
      server.timers.advance(defaultTimes.firstPauseMs);
      expect(await server.reaches('running')).toMatchObject({ restarts: 1, lastExit: signal });
      expect(await server.pid()).not.toBe(first);
    },
  );

  it('a server that has crashed too often pauses for 15 minutes, and a person can start it earlier', async () => {
    const server = await started({ scripts: [...Array(5).fill('crash'), 'serve'] });
    const pauses = [];
    for (let crash = 1; crash < 5; crash += 1) {
      expect(await server.reaches('restarting')).toMatchObject({ lastExit: 'exit 3' });
      const pause = server.timers.next() ?? 0;
      pauses.push(pause);
      server.timers.advance(pause);
    }
    expect(await server.reaches('crash_loop')).toMatchObject({ lastExit: 'exit 3', restarts: 4 });
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000]);
    expect(server.timers.next()).toBe(defaultTimes.coolDownMs);
    server.supervisor.restart();
    await server.reaches('running');
  });

  it('a server whose program is missing counts as crashed, with the reason', async () => {
    const server = await started({ node: join(tmpdir(), 'no-such-node') });
    expect(await server.reaches('restarting')).toMatchObject({ lastExit: 'not started (ENOENT)' });
  });
});

describe('a server that hangs is killed and restarted', () => {
  it('a server that answers no health requests is killed', async () => {
    const server = await started();
    await server.reaches('running');
    process.kill(await server.pid(), 'SIGSTOP');
    for (let question = 0; question <= defaultTimes.unansweredLimit; question += 1)
      server.timers.advance(defaultTimes.healthMs);
    await expect.poll(() => server.supervisor.state().lastExit).toBe('did not answer');
    server.timers.advance(defaultTimes.firstPauseMs);
    await server.reaches('running');
  });

  it('a server is not killed because the machine slept', async () => {
    const server = await started();
    await server.reaches('running');
    const pid = await server.pid();
    for (let night = 0; night < 5; night += 1) {
      process.kill(pid, 'SIGSTOP');
      server.timers.sleep(8 * 3_600_000);
      server.timers.advance(0);
      process.kill(pid, 'SIGCONT');
      server.supervisor.resumed();
    }
    server.timers.advance(defaultTimes.healthMs);
    expect(await server.pid()).toBe(pid);
    expect(server.phase()).toBe('running');
  });

  it('a server that is not ready in time is killed', async () => {
    const server = await started({ scripts: ['slow', 'serve'] });
    await server.pid();
    await expect.poll(() => server.timers.next()).toBe(defaultTimes.startMs);
    server.timers.advance(defaultTimes.startMs - 1);
    expect(server.phase()).toBe('starting');
    server.timers.advance(1);
    await expect.poll(() => server.supervisor.state().lastExit).toBe('not ready in time');
    server.timers.advance(defaultTimes.firstPauseMs);
    await server.reaches('running');
  });
});

describe('a server that cannot run with its settings is not restarted', () => {
  it('a refused server says why, and starts after a change', async () => {
    const server = await started({ scripts: ['refuse', 'serve'] });
    expect(await server.reaches('refused')).toMatchObject({
      problems: [{ path: 'port', message: 'is taken' }],
      lastExit: null,
    });
    server.timers.advance(24 * 3_600_000);
    expect(server.phase()).toBe('refused');
    server.supervisor.restart();
    await server.reaches('running');
  });

  it('a server without available keys is not restarted', async () => {
    const problems = [{ path: 'keychain', message: 'is locked: unlock it' }];
    const server = await started({ secrets: () => Promise.reject(new Refusal(problems)) });
    expect(await server.reaches('refused')).toMatchObject({ problems });
    expect(server.timers.next()).toBeUndefined();
  });

  it('a server whose files changed since packing is never launched', async () => {
    const folder = dirname(scriptedServer);
    const manifest = { version: 1, files: {} } as const;
    const server = await started({ integrity: { manifest, folder } });
    const state = await server.reaches('refused');
    expect(state.problems[0]?.message).toMatch(/is not part of the product/);
    expect(server.lines).toEqual([]);
  });

  it('a server of another version gets no keys and is not restarted', async () => {
    const server = await started({ scripts: ['foreign'] });
    const state = await server.reaches('refused');
    expect(state.problems[0]?.path).toBe('server');
    server.timers.advance(1);
    await expect.poll(() => server.timers.next()).toBeUndefined();
  });

  it('a server whose data folder another app serves is not restarted', async () => {
    const first = await started();
    await first.reaches('running');
    const pid = await first.pid();
    const content = JSON.stringify({
      host: { pid, identity: await processIdentity(pid) },
      server: null,
    });
    const second = await supervised();
    made.push(second);
    await writeFile(join(second.dataDir, 'host.json'), content);
    second.supervisor.start();
    expect((await second.reaches('refused')).problems[0]?.path).toBe(second.dataDir);
  });
});

describe('a server is stopped for good', () => {
  it('a stopped server ends on request and its claim is released', async () => {
    const server = await started();
    await server.reaches('running');
    await server.supervisor.stop();
    expect(server.supervisor.state()).toMatchObject({
      phase: 'stopped',
      lastExit: null,
      url: null,
    });
    expect(existsSync(join(server.dataDir, 'host.json'))).toBe(false);
  });

  it('a server that ignores the request to stop is killed', async () => {
    const server = await started({ scripts: ['deaf'] });
    await server.reaches('running');
    const pid = await server.pid();
    const stopped = server.supervisor.stop();
    server.timers.advance(defaultTimes.drainMs);
    server.timers.advance(defaultTimes.terminateMs);
    await stopped;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('a server that is stopped during its start gets no keys', async () => {
    const server = await started();
    await server.supervisor.stop();
    expect(server.phase()).toBe('stopped');
    expect(server.lines).toEqual([]);
  });
});

describe('a server that runs', () => {
  it('signs a window in, once it runs and as long as it does', async () => {
    const server = await supervised();
    made.push(server);
    expect(await server.supervisor.ticket()).toBeNull();
    server.supervisor.start();
    await server.reaches('running');
    expect(await server.supervisor.ticket()).toBe(`/sign-in?ticket=${await server.pid()}`);
    process.kill(await server.pid(), 'SIGSTOP');
    const [late, cut] = [server.supervisor.ticket(), server.supervisor.ticket()];
    server.timers.advance(4_000);
    process.kill(await server.pid(), 'SIGKILL');
    expect(await Promise.all([late, cut])).toEqual([null, null]);
  });

  it('is given no secret in its arguments or its environment (design D45)', async () => {
    const server = await started({
      scripts: ['show'],
      env: { PATH: '/usr/bin', NODE_OPTIONS: '--no-warnings', SVC_MASTER_KEY: 'cd'.repeat(32) },
    });
    await server.reaches('running');
    const shown = () => JSON.parse(server.lines[0] ?? 'null');
    await expect.poll(shown).toEqual({
      argv: [process.execPath, scriptedServer, 'serve'],
      execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=40', '--v8-pool-size=1'],
      env: { PATH: '/usr/bin', MALLOC_ARENA_MAX: '2', SVC_SCRIPT: 'show', SVC_HOST_IPC: '1' },
      cwd: server.dataDir,
    });
  });

  it('has its lines logged, and what callers said in none of them', async () => {
    const server = await started();
    await server.reaches('running');
    await expect.poll(() => server.lines).toEqual(['{"level":30,"msg":"serves"}']);
  });
});

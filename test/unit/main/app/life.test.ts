import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../main/ipc/refusal.ts';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';

const url = 'http://127.0.0.1:9';

describe('The app starts once', () => {
  it("and a second start shows the first one's window", async () => {
    const { electron, window } = await startDesktop();
    window().destroy();
    electron.app.emit('second-instance');
    expect(electron.windows).toHaveLength(1);
    electron.app.emit('second-instance');
    expect(window().focused).toBe(1);
    expect(electron.windows).toHaveLength(1);
  });

  it('while the second ends, having touched nothing', async () => {
    const { electron, asked } = await startDesktop({ second: true });
    expect(electron.app.exitCode).toBe(0);
    expect([electron.windows, electron.trays, asked]).toEqual([[], [], []]);
  });

  it("guarded before it is ready, and without Chromium's own errands", async () => {
    const { app } = (await startDesktop()).electron;
    expect(app.schemes).toEqual(['appliance']);
    expect([...app.switches.keys()]).toEqual(
      expect.arrayContaining(['disable-background-networking', 'dns-prefetch-disable']),
    );
  });

  it('with its server, and without a window when the system started it', async () => {
    const { electron, asked } = await startDesktop({ args: ['--at-login'] });
    expect(asked).toEqual(['start the server']);
    expect(electron.windows).toEqual([]);
  });

  it('or says why not, and ends', async () => {
    const { electron, ended } = await startDesktop({
      open: async () => {
        throw new Refusal([{ path: '/etc/x.json', message: 'is damaged: mend it' }]);
      },
    });
    expect(electron.said).toEqual([
      'Voice PHI Proxy cannot start: /etc/x.json: is damaged: mend it',
    ]);
    expect(electron.app.exitCode).toBe(1);
    expect(ended()).toBe(true);
  });

  it('without telling what a bug says of itself', async () => {
    const { electron, logged } = await startDesktop({
      open: async () => {
        throw new TypeError('415-555-0142 is no setting');
      },
    });
    expect(electron.said.join() + logged.join()).not.toContain('415-555');
    expect(logged.join()).toContain('TypeError');
  });
});

describe('The tunnel goes with the server', () => {
  it('and is opened once calls can be served', async () => {
    const { server, asked } = await startDesktop();
    expect(asked).not.toContain('start the tunnel');
    server.become({ phase: 'running', url });
    server.become({ phase: 'degraded', url });
    expect(asked.filter((what) => what === 'start the tunnel')).toHaveLength(1);
  });

  it('and again when the server was gone, but not where somebody closed it', async () => {
    const { server, asked, tray, tunnel } = await startDesktop({
      settings: { tunnelProvider: 'cloudflared' },
    });
    tunnel.become({ provider: 'cloudflared' });
    server.become({ phase: 'running', url });
    await expect.poll(() => tunnel.state().phase).toBe('starting');
    server.become({ phase: 'restarting', url: null });
    server.become({ phase: 'running', url });
    tray().choose('Stop the tunnel');
    await expect.poll(() => tunnel.state().phase).toBe('off');
    asked.length = 0;
    server.become({ phase: 'restarting', url: null });
    server.become({ phase: 'running', url });
    expect(asked).toEqual([]);
  });
});

describe('Quitting lets calls end', () => {
  it('closes the window, then the server, then the tunnel, then the logs', async () => {
    const desktop = await startDesktop();
    const { electron, server, asked, ended } = desktop;
    const call = Promise.withResolvers<void>();
    server.lastCall = call.promise;
    server.become({ phase: 'running', url });
    asked.length = 0;
    electron.app.quit();
    expect(electron.windows).toEqual([]);
    await expect.poll(() => desktop.tray().tip).toContain('finishing its calls');
    expect(asked).toEqual(['stop the server']);
    expect(electron.app.exitCode).toBeUndefined();
    call.resolve();
    await expect.poll(() => electron.app.exitCode).toBe(0);
    expect(asked).toEqual(['stop the server', 'the server is gone', 'stop the tunnel']);
    expect(ended()).toBe(true);
  });

  it('once, however often it is asked for', async () => {
    const { electron, asked } = await startDesktop();
    electron.app.quit();
    electron.app.quit();
    await expect.poll(() => electron.app.exitCode).toBe(0);
    expect(asked.filter((what) => what === 'stop the server')).toHaveLength(1);
  });

  it('when the machine is shut down, which waits for it', async () => {
    const shutDown = await startDesktop();
    let waits = false;
    shutDown.electron.powerMonitor.emit('shutdown', { preventDefault: () => (waits = true) });
    expect(waits).toBe(true);
    await expect.poll(() => shutDown.electron.app.exitCode).toBe(0);
  });

  it('when the person signs out of Windows, which waits for it, also while no window is open', async () => {
    const { electron, server, asked } = await startDesktop({
      platform: 'win32',
      args: ['--at-login'],
    });
    expect(electron.windows).toEqual([]);
    const call = Promise.withResolvers<void>();
    server.lastCall = call.promise;
    let waits = false;
    for (const window of electron.hidden)
      window.emit('query-session-end', { preventDefault: () => (waits = true) });
    expect([waits, asked]).toEqual([true, ['start the server', 'stop the server']]);
    expect(electron.app.exitCode).toBeUndefined();
    call.resolve();
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it('when Windows ends the session without asking', async () => {
    const { electron } = await startDesktop({ platform: 'win32' });
    for (const window of electron.hidden) window.emit('session-end');
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it('and ends even when the keychain never lets the server go', async () => {
    const { electron, server, timers } = await startDesktop();
    server.lastCall = new Promise(() => {});
    electron.app.quit();
    timers.advance(74_000);
    await Promise.resolve();
    expect(electron.app.exitCode).toBeUndefined();
    timers.advance(2_000);
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it('and ends even when the tunnel does not', async () => {
    const { electron, tunnel } = await startDesktop();
    tunnel.stop = () => Promise.reject(new Error('stuck'));
    electron.app.quit();
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });
});

describe('Closing the window ends nothing', () => {
  it('and says so once', async () => {
    const { electron, window, asked, tray } = await startDesktop();
    window().destroy();
    tray().choose('Open Voice PHI Proxy');
    window().destroy();
    expect(electron.notices.map(({ title }) => title)).toEqual(['Voice PHI Proxy keeps running']);
    expect(electron.app.exitCode).toBeUndefined();
    expect(asked).toEqual(['start the server']);
  });
});

describe('A machine that slept', () => {
  it('has its server and tunnel looked at when it wakes', async () => {
    const { electron, asked } = await startDesktop();
    electron.powerMonitor.emit('suspend');
    electron.powerMonitor.emit('resume');
    expect(asked.slice(-2)).toEqual(['the server wakes', 'the tunnel wakes']);
  });

  it('does not fall asleep by itself while calls are served, unless the settings let it', async () => {
    const { electron, server, settings } = await startDesktop();
    expect(electron.awake.size).toBe(0);
    server.become({ phase: 'running', url });
    expect(electron.awake.size).toBe(1);
    await settings.change({ keepAwake: false });
    expect(electron.awake.size).toBe(0);
    await settings.change({ keepAwake: true });
    server.become({ phase: 'crash_loop', url: null });
    expect(electron.awake.size).toBe(0);
  });
});

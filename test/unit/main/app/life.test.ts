import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../main/ipc/refusal.ts';
import { startDesktop } from '../../../support/desktop/desktop-kit.ts';

const url = 'http://127.0.0.1:9';

describe('The app starts once', () => {
  it('a start by the system starts the server and opens no window', async () => {
    const { electron, asked } = await startDesktop({ args: ['--at-login'] });
    expect(asked).toEqual(['start the server']);
    expect(electron.windows).toEqual([]);
  });

  it('an app that cannot start says why and quits', async () => {
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

  it('an error box never shows the message of a bug', async () => {
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
  it('the tunnel opens once calls can be served', async () => {
    const { server, asked } = await startDesktop();
    expect(asked).not.toContain('start the tunnel');
    server.become({ phase: 'running', url });
    server.become({ phase: 'degraded', url });
    expect(asked.filter((what) => what === 'start the tunnel')).toHaveLength(1);
  });

  it('the tunnel opens again after a restart of the server, unless the person closed it', async () => {
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

describe('Quitting lets calls finish', () => {
  it('quitting closes the window, then the server, the tunnel and the logs', async () => {
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

  it('quitting twice shuts down once', async () => {
    const { electron, asked } = await startDesktop();
    electron.app.quit();
    electron.app.quit();
    await expect.poll(() => electron.app.exitCode).toBe(0);
    expect(asked.filter((what) => what === 'stop the server')).toHaveLength(1);
  });

  it('a shutdown of the machine waits for calls', async () => {
    const shutDown = await startDesktop();
    let waits = false;
    shutDown.electron.powerMonitor.emit('shutdown', { preventDefault: () => (waits = true) });
    expect(waits).toBe(true);
    await expect.poll(() => shutDown.electron.app.exitCode).toBe(0);
  });

  it('a sign-out of Windows waits for calls, even without an open window', async () => {
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

  it('the app also quits when Windows ends the session without asking', async () => {
    const { electron } = await startDesktop({ platform: 'win32' });
    for (const window of electron.hidden) window.emit('session-end');
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it('the app quits even if the keychain blocks the server', async () => {
    const { electron, server, timers } = await startDesktop();
    server.lastCall = new Promise(() => {});
    electron.app.quit();
    timers.advance(74_000);
    await Promise.resolve();
    expect(electron.app.exitCode).toBeUndefined();
    timers.advance(2_000);
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it('the app quits even if the tunnel does not stop', async () => {
    const { electron, tunnel } = await startDesktop();
    tunnel.stop = () => Promise.reject(new Error('stuck'));
    electron.app.quit();
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });
});

describe('The service keeps running when the window closes', () => {
  it('a notification says once that the service keeps running', async () => {
    const { electron, window, asked, tray } = await startDesktop();
    window().destroy();
    tray().choose('Open Voice PHI Proxy');
    window().destroy();
    expect(electron.notices.map(({ title }) => title)).toEqual(['Voice PHI Proxy keeps running']);
    expect(electron.app.exitCode).toBeUndefined();
    expect(asked).toEqual(['start the server']);
  });
});

describe('Sleep of the machine', () => {
  it('server and tunnel are checked when the machine wakes', async () => {
    const { electron, asked } = await startDesktop();
    electron.powerMonitor.emit('suspend');
    electron.powerMonitor.emit('resume');
    expect(asked.slice(-2)).toEqual(['the server wakes', 'the tunnel wakes']);
  });

  it('the machine stays awake while calls are served, unless the settings allow sleep', async () => {
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

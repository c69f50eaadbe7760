import { describe, expect, it } from 'vitest';
import { type Desktop, startDesktop } from '../../../support/desktop/desktop-kit.ts';

const url = 'http://127.0.0.1:9';

describe('Notifications report whether calls are served', () => {
  const titles = (desktop: Desktop) => desktop.electron.notices.map(({ title }) => title);
  const settled = async (desktop: Desktop) => {
    // States reach those who show them one step later.
    await Promise.resolve();
    desktop.timers.advance(10_000);
  };

  it('a lasting problem is reported, and its end too', async () => {
    const desktop = await startDesktop();
    desktop.server.become({ phase: 'running', url });
    await settled(desktop);
    desktop.server.become({ phase: 'crash_loop', url: null });
    await settled(desktop);
    await settled(desktop);
    desktop.server.become({ phase: 'running', url });
    await settled(desktop);
    expect(titles(desktop)).toEqual(['Calls are not served', 'Calls are served again']);
  });

  it('a short problem is not reported', async () => {
    const desktop = await startDesktop();
    desktop.server.become({ phase: 'running', url });
    await settled(desktop);
    desktop.server.become({ phase: 'restarting', url: null });
    await Promise.resolve();
    desktop.timers.advance(59_000);
    desktop.server.become({ phase: 'running', url });
    await settled(desktop);
    expect(titles(desktop)).toEqual([]);
  });

  it('a stop by a person is not reported, and nothing is if notifications are off', async () => {
    const desktop = await startDesktop({ settings: { notifications: false } });
    desktop.server.become({ phase: 'stopped' });
    await settled(desktop);
    desktop.server.become({ phase: 'crash_loop' });
    await settled(desktop);
    expect(titles(desktop)).toEqual([]);
  });

  it('a click on a notification opens the window', async () => {
    const desktop = await startDesktop({ args: ['--at-login'] });
    desktop.server.become({ phase: 'refused' });
    await settled(desktop);
    desktop.electron.notices[0]?.emit('click');
    expect(desktop.electron.windows).toHaveLength(1);
  });
});

describe('The tray shows whether calls are served', () => {
  it.each(['linux', 'win32', 'darwin'] as const)(
    'the tray has its own icon for each condition on %s',
    async (platform) => {
      const desktop = await startDesktop({ platform });
      const pictures = new Set<string>();
      const states = ['starting', 'running', 'degraded', 'crash_loop', 'stopped'] as const;
      for (const phase of states) {
        desktop.server.become({ phase, url: phase === 'running' ? url : null });
        await Promise.resolve();
        pictures.add(desktop.tray().picture.toString('base64'));
      }
      expect(pictures.size).toBe(states.length);
    },
  );

  it("the tray's menu begins with the condition", async () => {
    const desktop = await startDesktop();
    desktop.server.become({ phase: 'running', url });
    desktop.tunnel.become({
      provider: 'custom',
      phase: 'up',
      publicUrl: 'https://calls.clinic.example.com',
    });
    await expect
      .poll(() => desktop.tray().items[0]?.label)
      .toBe('Calls are served through the tunnel');
    expect(desktop.tray().tip).toContain('Calls are served');
    desktop.tray().choose('Copy the call address');
    expect(desktop.electron.copied).toEqual(['https://calls.clinic.example.com']);
  });

  it("the tray's menu opens the window, restarts the service, shows the About panel and quits", async () => {
    const { tray, electron, asked } = await startDesktop();
    tray().choose('Restart the service');
    await expect.poll(() => asked).toContain('restart the server');
    tray().choose('About Voice PHI Proxy');
    expect(electron.app.abouts).toBe(1);
    tray().choose('Stop the service and quit');
    await expect.poll(() => electron.app.exitCode).toBe(0);
  });

  it("without a tunnel the tray's menu offers neither a start nor an address", async () => {
    const { tray } = await startDesktop();
    await expect.poll(() => tray().item('Start the tunnel')).toBeUndefined();
    expect(tray().item('Copy the call address')?.enabled).toBe(false);
  });

  it('a click on the tray icon opens the window on Windows', async () => {
    const { tray, electron } = await startDesktop({ platform: 'win32', args: ['--at-login'] });
    tray().emit('click');
    expect(electron.windows).toHaveLength(1);
  });
});

describe('The menu bar cannot reload or inspect a page', () => {
  it('only macOS has a menu bar, to copy, paste and quit', async () => {
    expect((await startDesktop()).electron.menuBar.template).toBeNull();
    const { template } = (await startDesktop({ platform: 'darwin' })).electron.menuBar;
    expect(template?.map(({ label, role }) => label ?? role)).toEqual([
      'Voice PHI Proxy',
      'editMenu',
      'Window',
    ]);
  });
});

import type { AppPart, ElectronParts, PreventableEvent } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';

/**
 * Lets calls finish when the person signs out of Windows, which tells windows alone: a hidden one
 * hears it while the app has none open. The sign-out waits, for as long as Windows lets it, until the
 * app has ended. Does nothing on other systems, which tell the app itself.
 */
export function shutDownOnSessionEnd(
  { app, BaseWindow }: Pick<ElectronParts, 'app' | 'BaseWindow'>,
  platform: NodeJS.Platform,
  shutdown: Pick<Shutdown, 'begin'>,
): void {
  if (platform !== 'win32') return;
  const listener = new BaseWindow({ show: false, skipTaskbar: true });
  listener.on('query-session-end', (event: PreventableEvent) => {
    event.preventDefault();
    shutdown.begin();
  });
  listener.on('session-end', shutdown.begin);
  app.on('quit', () => listener.destroy());
}

export interface ShutdownOptions {
  readonly app: Pick<AppPart, 'on' | 'quit'>;
  /** Called as soon as the app is to end. */
  readonly onBegin: () => void;
  /** Lets calls end and stops what runs. */
  readonly drain: () => Promise<void>;
  /** The last thing that is done. */
  readonly onEnd: () => Promise<void>;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * Longest wait for what runs to stop, in milliseconds. Server and tunnel take less by their own
 * limits; a keychain that asks the person for something has none.
 */
const drainMs = 75_000;

/** The end of the app: whoever quits it, calls in flight are finished first. */
export interface Shutdown {
  begin(): void;
  /** Stops what runs and keeps the app: what comes next ends it itself, as an installer does. */
  drain(): Promise<void>;
  /** It goes on after all. */
  resume(): void;
  /** Whether the app is ending. */
  isUnderWay(): boolean;
}

export function createShutdown({ app, onBegin, drain, onEnd, timers }: ShutdownOptions): Shutdown {
  let phase: 'running' | 'draining' | 'drained' = 'running';

  async function finish(): Promise<void> {
    if (phase === 'draining') return;
    phase = 'draining';
    onBegin();
    // Whatever fails on the way, an app that was quit ends.
    const late = new Promise<void>((resolve) => timers.after(drainMs, resolve));
    await Promise.race([drain().catch(() => undefined), late]);
    await onEnd().catch(() => undefined);
    phase = 'drained';
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (phase === 'drained') return;
    event.preventDefault();
    void finish();
  });

  return {
    begin: () => app.quit(),
    isUnderWay: () => phase !== 'running',
    async drain() {
      phase = 'draining';
      await drain();
      phase = 'drained';
    },
    resume() {
      phase = 'running';
    },
  };
}

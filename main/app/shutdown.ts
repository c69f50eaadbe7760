import type { AppPart, ElectronParts, PreventableEvent } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';

/**
 * Lets calls finish when the person signs out of Windows. Windows notifies only windows, so a
 * hidden one listens. The sign-out waits for the app's end, up to Windows' limit. Other systems
 * notify the app itself.
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
  /** Called when the app begins to quit. */
  readonly onBegin: () => void;
  /** Lets calls finish, then stops server and tunnel. */
  readonly drain: () => Promise<void>;
  /** Called last, before the app quits. */
  readonly onEnd: () => Promise<void>;
  /** Receives the error of a step that failed. */
  readonly onFailure: (error: unknown) => void;
  readonly timers: Pick<Timers, 'after'>;
}

/**
 * Longest wait for server and tunnel to stop, in milliseconds. Their own limits are shorter; a
 * keychain that waits for the person has none.
 */
const drainMs = 75_000;

/** Quits the app after calls in flight have finished. */
export interface Shutdown {
  begin(): void;
  /** Stops server and tunnel without quitting: an installer quits the app itself. */
  drain(): Promise<void>;
  /** Cancels the shutdown. */
  resume(): void;
  isUnderWay(): boolean;
}

export function createShutdown(options: ShutdownOptions): Shutdown {
  const { app, onBegin, drain, onEnd, onFailure, timers } = options;
  let phase: 'running' | 'draining' | 'drained' = 'running';

  async function finish(): Promise<void> {
    if (phase === 'draining') return;
    phase = 'draining';
    onBegin();
    // The app quits even if a step fails.
    const late = new Promise<void>((resolve) => timers.after(drainMs, resolve));
    await Promise.race([drain().catch(onFailure), late]);
    await onEnd().catch(onFailure);
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

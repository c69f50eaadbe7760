import type { AppPart } from '../electron-parts.ts';

export interface EndingOptions {
  readonly app: Pick<AppPart, 'on' | 'quit'>;
  /** Called as soon as the app is to end. */
  readonly onBegin: () => void;
  /** Lets calls end and stops what runs. */
  readonly drain: () => Promise<void>;
  /** The last thing that is done. */
  readonly onEnd: () => Promise<void>;
}

/** The end of the app: whoever quits it, calls in flight are finished first. */
export interface Ending {
  begin(): void;
  /** Stops what runs and keeps the app: what comes next ends it itself, as an installer does. */
  drain(): Promise<void>;
  /** It goes on after all. */
  resume(): void;
  /** Whether the app is ending. */
  under(): boolean;
}

export function createEnding({ app, onBegin, drain, onEnd }: EndingOptions): Ending {
  let phase: 'running' | 'draining' | 'drained' = 'running';

  async function finish(): Promise<void> {
    if (phase === 'draining') return;
    phase = 'draining';
    onBegin();
    // Whatever fails on the way, an app that was quit ends.
    await drain().catch(() => undefined);
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
    under: () => phase !== 'running',
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

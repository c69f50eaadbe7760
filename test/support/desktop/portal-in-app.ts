import type { Page } from 'playwright-core';
import { invocationNames } from '../../../main/ipc/channels.ts';
import type { ApplianceApi, ApplianceState } from '../../../main/ipc/schema.ts';

interface AppPage {
  appliance: Record<string, unknown>;
  askApp(name: string, input: unknown): Promise<unknown>;
  appSays(state: ApplianceState): void;
}

/** Gives the pages that a browser opens from now on `window.appliance`, with the app behind it. */
export async function openInApp(page: Page, app: ApplianceApi): Promise<void> {
  const calls = app as unknown as Record<string, (input?: unknown) => Promise<unknown>>;
  await page.exposeFunction('askApp', (name: string, input: unknown) => calls[name]?.(input));
  await page.addInitScript((names) => {
    const here = globalThis as unknown as AppPage;
    const listeners = new Set<(state: ApplianceState) => void>();
    here.appSays = (state) => {
      for (const listener of listeners) listener(state);
    };
    here.appliance = {
      ...Object.fromEntries(
        names.map((name) => [name, (input: unknown) => here.askApp(name, input)]),
      ),
      onStateChanged(listener: (state: ApplianceState) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }, invocationNames);
  app.onStateChanged((state) => {
    // A page that is being left hears nothing more.
    page
      .evaluate((told) => (globalThis as unknown as AppPage).appSays(told), state)
      .catch(() => undefined);
  });
}

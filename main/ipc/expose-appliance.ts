import { channelOf, invocationNames } from './channels.ts';
import type { ApplianceApi, ApplianceState } from './schema.ts';

/** The part of Electron that a preload script has. */
export interface PreloadParts {
  readonly contextBridge: { exposeInMainWorld(name: string, api: unknown): void };
  readonly ipcRenderer: {
    invoke(channel: string, input: unknown): Promise<unknown>;
    on(channel: string, listener: (event: unknown, message: unknown) => void): unknown;
    off(channel: string, listener: (event: unknown, message: unknown) => void): unknown;
  };
}

/** Exposes `window.appliance` to the page: the calls of the schema, and no other channel. */
export function exposeAppliance({ contextBridge, ipcRenderer }: PreloadParts): void {
  const calls = Object.fromEntries(
    invocationNames.map((name) => [
      name,
      (input?: unknown) => ipcRenderer.invoke(channelOf(name), input),
    ]),
  ) as unknown as Omit<ApplianceApi, 'onStateChanged'>;
  const api: ApplianceApi = {
    ...calls,
    onStateChanged: (listener) => {
      const heard = (_event: unknown, state: unknown) => listener(state as ApplianceState);
      ipcRenderer.on(channelOf('stateChanged'), heard);
      return () => {
        ipcRenderer.off(channelOf('stateChanged'), heard);
      };
    },
  };
  contextBridge.exposeInMainWorld('appliance', api);
}

import type { MenuItemConstructorOptions } from 'electron';
import { conditionOf } from '../condition.ts';
import type { ApplianceState } from '../ipc/schema.ts';

/** What the tray's menu can do. */
export interface TrayActions {
  readonly open: () => void;
  readonly restartServer: () => void;
  readonly startTunnel: () => void;
  readonly stopTunnel: () => void;
  readonly copy: (text: string) => void;
  readonly saveSupportBundle: () => void;
  readonly about: () => void;
  readonly quit: () => void;
}

/** The tray's menu as things are. */
export function trayMenu(state: ApplianceState, act: TrayActions): MenuItemConstructorOptions[] {
  const { app, server, tunnel } = state;
  const callsUrl = tunnel.publicUrl;
  return [
    { label: conditionOf(state).summary, enabled: false },
    { type: 'separator' },
    { label: 'Open Voice PHI Proxy', click: act.open },
    {
      label: 'Restart the service',
      enabled: !app.serviceMode && server.phase !== 'stopping',
      click: act.restartServer,
    },
    ...tunnelItems(tunnel, act),
    {
      label: 'Copy the address for calls',
      enabled: callsUrl !== null,
      click: () => {
        if (callsUrl !== null) act.copy(callsUrl);
      },
    },
    { type: 'separator' },
    { label: 'Save a support bundle…', click: act.saveSupportBundle },
    { label: 'About Voice PHI Proxy', click: act.about },
    { type: 'separator' },
    { label: app.serviceMode ? 'Close' : 'Stop the service and quit', click: act.quit },
  ];
}

function tunnelItems(
  { provider, phase }: ApplianceState['tunnel'],
  act: TrayActions,
): MenuItemConstructorOptions[] {
  if (provider === 'none') return [];
  if (phase === 'off' || phase === 'failed')
    return [{ label: 'Start the tunnel', click: act.startTunnel }];
  return [{ label: 'Stop the tunnel', enabled: phase !== 'stopping', click: act.stopTunnel }];
}

import { refusedAt } from '../ipc/refusal.ts';
import type { Outcome, ServerState } from '../ipc/schema.ts';
import { isSettingKey, settingMeta } from '../settings/schema.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';

/** Opens the tunnel once the server serves, unless the person closed it. */
export interface TunnelControl {
  serverChanged(state: ServerState): void;
  /** Restarts the tunnel if one of these settings concerns it. */
  settingsChanged(keys: readonly string[]): void;
  start(): Promise<Outcome>;
  stop(): Promise<Outcome>;
}

export function createTunnelControl(tunnel: Tunnel, provider: () => string | null): TunnelControl {
  let wanted = true;
  let serving = false;
  return {
    serverChanged({ phase }) {
      const before = serving;
      serving = phase === 'running' || phase === 'degraded';
      if (serving && !before && wanted) void tunnel.start();
    },
    settingsChanged(keys) {
      const concerned = keys.some(
        (key) => isSettingKey(key) && settingMeta(key).restart === 'tunnel',
      );
      if (concerned && wanted && serving) void tunnel.restart();
    },
    async start() {
      if ((provider() ?? 'none') === 'none') return noTunnel;
      wanted = true;
      await tunnel.start();
      return { ok: true };
    },
    async stop() {
      wanted = false;
      await tunnel.stop();
      return { ok: true };
    },
  };
}

const noTunnel = refusedAt('tunnelProvider', 'Choose a tunnel in the settings first.');

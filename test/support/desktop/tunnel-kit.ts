import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { TunnelState } from '../../../main/ipc/schema.ts';
import type { SettingKey, SettingValue } from '../../../main/settings/schema.ts';
import { createTunnel, type Tunnel, type TunnelOptions } from '../../../main/tunnel/tunnel.ts';
import { eventually } from '../eventually.ts';
import { removeFolder } from '../remove-folder.ts';

export type TunnelSettings = { [K in SettingKey]?: SettingValue<K> };

/** A tunnel whose settings, secrets and server a test makes up, with short pauses. */
export interface TunnelKit {
  readonly tunnel: Tunnel;
  /** Every state that the tunnel reported, in order. */
  readonly told: readonly TunnelState[];
  readonly settings: TunnelSettings;
  readonly secrets: Partial<Record<SettingKey, string>>;
  /** What the server says its ingress listener is. */
  ingressUrl: string | null;
  /** Where the tunnel keeps what it needs for itself. */
  readonly folder: string;
  /**
   * Waits until the tunnel reports a phase, and resolves with that state. Begins
   * where the wait before has ended, so that no phase is too short to be seen.
   */
  until(phase: TunnelState['phase']): Promise<TunnelState>;
  close(): Promise<void>;
}

const shortTimes = {
  probeMs: 40,
  startProbeMs: 20,
  outsideMs: 40,
  hungMs: 20_000,
  steadyMs: 1_000,
  pauseMs: 20,
  longestPauseMs: 80,
  stopMs: 2_000,
};

export async function openKit(
  given: Pick<TunnelKit, 'settings' | 'ingressUrl'> &
    Partial<Pick<TunnelKit, 'secrets'>> &
    Partial<Pick<TunnelOptions, 'environment' | 'times' | 'fetch'>>,
): Promise<TunnelKit> {
  const parent = await mkdtemp(join(tmpdir(), 'svc-tunnel-'));
  const told: TunnelState[] = [];
  let seen = 0;
  const { settings, secrets = {}, environment = process.env, fetch, times } = given;
  const tunnel = createTunnel({
    setting: (key) => settings[key] ?? null,
    secret: async (key) => secrets[key] ?? null,
    ingressUrl: () => kit.ingressUrl,
    folder: join(parent, 'tunnel'),
    environment,
    onState: (state) => told.push(state),
    times: { ...shortTimes, ...times },
    ...(fetch === undefined ? {} : { fetch }),
  });
  const kit: TunnelKit = {
    tunnel,
    told,
    settings,
    secrets,
    ingressUrl: given.ingressUrl,
    folder: join(parent, 'tunnel'),
    until: async (phase) => {
      const at = await eventually(() => {
        const found = told.findIndex((state, index) => index >= seen && state.phase === phase);
        expect(found, `${phase}, after ${JSON.stringify(told.slice(seen))}`).toBeGreaterThan(-1);
        return found;
      });
      seen = at;
      return told[at] ?? tunnel.state();
    },
    close: async () => {
      await tunnel.stop();
      await removeFolder(parent);
    },
  };
  return kit;
}

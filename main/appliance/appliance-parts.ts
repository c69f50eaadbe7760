import type { Custody } from '../keys/custody.ts';
import type { Settings } from '../settings/open-settings.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';
import type { Supervisor } from './supervisor.ts';

/** What the app shows and steers: its own server, or the service of the system. */
export interface ApplianceParts {
  readonly settings: Settings;
  readonly custody: Custody;
  readonly server: Supervisor;
  readonly tunnel: Tunnel;
  /** The server is a service of the system: it starts and stops without the app. */
  readonly serviceMode: boolean;
  readonly dataDir: string;
  /** Called after each change of the server and of the tunnel. */
  onChange(listener: () => void): void;
}

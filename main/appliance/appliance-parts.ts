import type { Custody } from '../keys/custody.ts';
import type { Settings } from '../settings/open-settings.ts';
import type { Tunnel } from '../tunnel/tunnel.ts';
import type { Supervisor } from './supervisor.ts';

/** What the app shows and controls: its own server, or the system service. */
export interface ApplianceParts {
  readonly settings: Settings;
  readonly custody: Custody;
  readonly server: Supervisor;
  readonly tunnel: Tunnel;
  /** The server is a system service, which starts and stops without the app. */
  readonly serviceMode: boolean;
  readonly dataDir: string;
  /** Subscribes to changes of the server and the tunnel. */
  onChange(listener: () => void): void;
}

import { createTunnel } from '../../../main/tunnel/tunnel.ts';
import type { TunnelSettings } from './tunnel-kit.ts';

/** Opens a tunnel as the app does, and stays: the ingress listener, the folder and a command. */

const [ingressUrl = '', folder = '', customCommand = ''] = process.argv.slice(2);
const settings: TunnelSettings = { tunnelProvider: 'custom', customCommand };

const tunnel = createTunnel({
  setting: (key) => settings[key] ?? null,
  secret: async () => null,
  ingressUrl: () => ingressUrl,
  folder,
  environment: process.env,
  onState: ({ phase }) => process.stdout.write(`${phase}\n`),
});

await tunnel.start();

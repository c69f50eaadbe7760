import type { Provider } from './provider.ts';
import { cloudflared } from './providers/cloudflared.ts';
import { custom } from './providers/custom.ts';
import { ngrok } from './providers/ngrok.ts';
import { ssh } from './providers/ssh.ts';
import { tailscale } from './providers/tailscale.ts';

/** Every way of bringing calls in, by the name it has in the settings. */
export const providers: Readonly<Record<Provider['name'], Provider>> = {
  cloudflared,
  ngrok,
  tailscale,
  ssh,
  custom,
};

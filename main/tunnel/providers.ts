import type { Provider } from './provider.ts';
import { cloudflared } from './providers/cloudflared.ts';
import { custom } from './providers/custom.ts';
import { ssh } from './providers/ssh.ts';

/** Every way of bringing calls in, by the name it has in the settings. */
export const providers: Readonly<Record<Provider['name'], Provider>> = {
  cloudflared,
  ssh,
  custom,
};

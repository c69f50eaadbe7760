import { z } from 'zod';
import { parseJson } from '../../server/shared/json.ts';
import { isLoopbackHost } from '../../server/shared/loopback.ts';
import { loopbackGet } from '../platform/loopback-get.ts';
import type { Diagnosis } from './providers/provider.ts';

const healthSchema = z.object({
  status: z.string(),
  version: z.string(),
  /** Why calls are not served. */
  reasons: z.array(z.string()).default([]),
});

/**
 * Paths that only the portal's listener serves; the ingress listener does not know them (design
 * D41).
 */
const managementPaths = ['/api/v1/me', '/portal'];

export type IngressCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly diagnosis: Diagnosis };

/** Whether an address is the server's ingress listener, and only that. */
export async function checkIngress(address: string | null): Promise<IngressCheck> {
  if (address === null)
    return refused(
      'The server has no listener for calls from a tunnel. Set its port (SVC_INGRESS_PORT) and restart the server.',
    );
  const url = new URL(address);
  if (!isLoopbackHost(url.hostname))
    return refused(`${url.origin} is not on this machine, so no tunnel is opened to it.`);
  const answerOf = (path: string) => loopbackGet(new URL(path, url)).catch(() => null);
  const health = await answerOf('/health');
  if (health === null || readHealth(health.body) === null)
    return refused(`The server does not answer at ${url.origin}. The tunnel starts when it does.`);
  for (const path of managementPaths) {
    const answer = await answerOf(path);
    if (answer?.status !== 404)
      return refused(
        `The portal answers at ${url.origin}, so no tunnel is opened to it. Set a separate port for calls (SVC_INGRESS_PORT).`,
        true,
      );
  }
  return { ok: true, url };
}

/** The body of `/health` as a server of this product writes it; null for any other text. */
export function readHealth(body: string): z.output<typeof healthSchema> | null {
  return healthSchema.safeParse(parseJson(body)).data ?? null;
}

/** By default not final, because the server may still be starting. */
function refused(message: string, final = false): IngressCheck {
  return { ok: false, diagnosis: { final, message } };
}

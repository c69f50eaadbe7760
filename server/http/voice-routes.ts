import type { Routes } from './deps.ts';
import { type ProxyDeps, proxyRoutes } from './proxy.ts';
import { type WebhookDeps, webhookRoutes } from './webhook.ts';

/** Everything a voice platform calls. */
export function voiceRoutes(deps: ProxyDeps & WebhookDeps): Routes {
  return async (scope) => {
    await scope.register(proxyRoutes(deps));
    await scope.register(webhookRoutes(deps));
  };
}

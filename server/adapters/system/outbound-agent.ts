import { Agent, type Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Connections to other hosts: through the clinic's web proxy where `HTTPS_PROXY` names one, but directly to hosts that
 * `NO_PROXY` lists. Plain HTTP is for hosts inside the clinic and never goes through the proxy.
 */
export function outboundAgent(env: Environment, options: Agent.Options = {}): Dispatcher {
  const httpsProxy = webProxyIn(env);
  if (httpsProxy === undefined) return new Agent(options);
  const noProxy = env['NO_PROXY'] ?? env['no_proxy'] ?? '';
  return new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy });
}

/** Sends what names no agent of its own through the web proxy too, `fetch` included. */
export function goThroughWebProxy(env: Environment): void {
  if (webProxyIn(env) !== undefined) setGlobalDispatcher(outboundAgent(env));
}

/** The clinic's web proxy; undefined where there is none. */
export function webProxyIn(env: Environment): string | undefined {
  return env['HTTPS_PROXY'] || env['https_proxy'] || undefined;
}

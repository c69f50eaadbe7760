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

/**
 * Sends what names no agent of its own through the web proxy too, `fetch` included. False where the variable holds no
 * address.
 */
export function goThroughWebProxy(env: Environment): boolean {
  const address = webProxyIn(env);
  if (address === undefined) return true;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return false;
  setGlobalDispatcher(outboundAgent(env));
  return true;
}

/**
 * The clinic's web proxy; undefined where there is none. A host and port alone are an address, as other programs read
 * the variable.
 */
export function webProxyIn(env: Environment): string | undefined {
  const named = env['HTTPS_PROXY'] || env['https_proxy'] || undefined;
  return named === undefined || named.includes('://') ? named : `http://${named}`;
}

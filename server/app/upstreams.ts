import { readFile } from 'node:fs/promises';
import { openAiUpstream } from '../adapters/upstream-openai/openai.ts';
import { stubUpstream } from '../adapters/upstream-stub/stub.ts';
import { decodeUpstreams, type UpstreamLimits, type UpstreamTarget } from '../config/upstreams.ts';
import { Fault, type Result } from '../domain/fault.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';

/** A model that agents can have. */
interface ConnectedUpstream extends UpstreamRoute {
  /** Variables that it needs and that are not set. */
  readonly missing?: readonly string[];
  close?(): Promise<void>;
}

/** The models that agents can have, by configured name (design D46). */
export type Upstreams = ReadonlyMap<string, ConnectedUpstream>;

/** Reads `configs/upstreams.yaml` and connects each of its upstreams as the environment says. */
export async function loadUpstreams(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  limits: UpstreamLimits,
): Promise<Result<Upstreams>> {
  const targets = decodeUpstreams(await readFile(path, 'utf8'), env);
  if (!targets.ok) return targets;
  return {
    ok: true,
    value: new Map([...targets.value].map(([name, target]) => [name, routeTo(target, limits)])),
  };
}

function routeTo(target: UpstreamTarget, limits: UpstreamLimits): ConnectedUpstream {
  switch (target.kind) {
    case 'stub':
      return { upstream: stubUpstream(), model: 'stub', skipsModelPass: true };
    case 'openai': {
      const { baseUrl, apiKey, model } = target;
      const upstream = openAiUpstream({
        baseUrl,
        ...limits,
        ...(apiKey === null ? {} : { apiKey }),
      });
      return { upstream, model, skipsModelPass: false, close: () => upstream.close() };
    }
    case 'unconfigured': {
      const { missing } = target;
      const complete = () =>
        Promise.reject(new Fault('upstream_error', `the upstream needs ${missing.join(', ')}`));
      return { upstream: { complete }, model: '', skipsModelPass: false, missing };
    }
  }
}

import { readFile } from 'node:fs/promises';
import { endpointOf } from '../adapters/upstream-http/endpoint.ts';
import { httpUpstream, secondWithinMs } from '../adapters/upstream-http/http-upstream.ts';
import { type ConnectionTest, testConnection } from '../adapters/upstream-http/test-connection.ts';
import { stubUpstream } from '../adapters/upstream-stub/stub.ts';
import {
  decodeUpstreams,
  type ProviderTarget,
  type UpstreamLimits,
  type UpstreamTarget,
} from '../config/upstreams.ts';
import { anthropicDialect } from '../dialects/anthropic/index.ts';
import { bedrockDialect } from '../dialects/bedrock/index.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { geminiDialect } from '../dialects/gemini/index.ts';
import { responsesDialect } from '../dialects/responses/index.ts';
import { Fault, type Result } from '../domain/fault.ts';
import type { UpstreamRoute } from '../ports/upstream.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** A model that agents can have. */
interface ConnectedUpstream extends UpstreamRoute {
  /** Variables that it needs and that are not set. */
  readonly missing?: readonly string[];
  /** Protocol of its provider; absent without one. */
  readonly kind?: ProviderTarget['kind'];
  /** Origin of its provider; absent without one. */
  readonly host?: string;
  close?(): Promise<void>;
  /** Absent for the stub. */
  test?(): Promise<ConnectionTest>;
}

/** The models that agents can have, by configured name (design D46). */
export type Upstreams = ReadonlyMap<string, ConnectedUpstream>;

/** Reads `configs/upstreams.yaml` and connects each of its upstreams as the environment says. */
export async function loadUpstreams(
  path: string,
  env: Environment,
  limits: UpstreamLimits,
): Promise<Result<Upstreams>> {
  const targets = decodeUpstreams(await readFile(path, 'utf8'), env);
  if (!targets.ok) return targets;
  return {
    ok: true,
    value: new Map(
      [...targets.value].map(([name, target]) => [name, routeTo(target, limits, env)]),
    ),
  };
}

function routeTo(
  target: UpstreamTarget,
  limits: UpstreamLimits,
  env: Environment,
): ConnectedUpstream {
  switch (target.kind) {
    case 'stub':
      return { upstream: stubUpstream(), model: 'stub', skipsModelPass: true };
    case 'unconfigured': {
      const { missing } = target;
      const complete = () =>
        Promise.reject(new Fault('upstream_error', `the upstream needs ${missing.join(', ')}`));
      return { upstream: { complete }, model: '', skipsModelPass: false, missing };
    }
    default:
      return providerRoute(target, limits, env);
  }
}

/** Chat completions, the form of all stages, need no dialect. */
const dialects: Readonly<Record<ProviderTarget['kind'], Dialect | undefined>> = {
  openai: undefined,
  azure: undefined,
  responses: responsesDialect,
  anthropic: anthropicDialect,
  bedrock: bedrockDialect,
  gemini: geminiDialect,
};

/** Connects a provider. */
export function providerRoute(
  target: ProviderTarget,
  limits: UpstreamLimits,
  env: Environment,
): ConnectedUpstream {
  const dialect = dialects[target.kind];
  const upstream = httpUpstream({
    endpoint: endpointOf(target, env),
    ownNetwork: target.ownNetwork === true,
    env,
    dialect,
    ...limits,
  });
  return {
    upstream,
    model: target.model,
    write: dialect?.write,
    skipsModelPass: false,
    fallback: target.fallback,
    ownNetwork: target.ownNetwork,
    kind: target.kind,
    secondWithinMs: secondWithinMs(limits),
    host: new URL(target.baseUrl).origin,
    close: () => upstream.close(),
    test: () => testConnection(target, env),
  };
}

/** Asks a provider whether it answers and takes the key. */
export async function testUpstream(route: ConnectedUpstream | undefined): Promise<ConnectionTest> {
  if (route?.test !== undefined) return route.test();
  const missing = route?.missing ?? [];
  if (missing.length > 0) {
    const message = `Not configured: set ${missing.join(' and ')}.`;
    return { reachable: false, accepted: false, message };
  }
  const message = 'The test model is part of this service: it needs no connection.';
  return { reachable: true, accepted: true, message };
}

import type { Keys } from '../adapters/system/load-keys.ts';
import { storedFiles } from '../adapters/system/storage.ts';
import { modelDir } from '../config/data-files.ts';
import type { SystemView } from '../contract/system.ts';
import type { Policies } from '../pipeline/policies.ts';
import type { Retention } from '../pipeline/retention.ts';
import type { Clock } from '../ports/clock.ts';
import type { Parts } from './parts.ts';

/** What the service knows of itself beside its parts. */
export interface SystemSources {
  readonly version: string;
  readonly clock: Clock;
  readonly health: () => readonly string[];
  readonly policies: Pick<Policies, 'current'>;
  readonly retention: Pick<Retention, 'status'>;
  readonly signIn: SystemView['signIn'];
  readonly liveCallCount: () => number;
}

type ShownParts = Pick<
  Parts,
  'config' | 'baseUrl' | 'callsUrl' | 'keys' | 'routes' | 'stores' | 'detector'
>;

const modelFiles = ['ner.onnx', 'lexicon.txt.br', 'vocabulary.txt'];

/** How the service is set up and how it is now; asked each time. */
export function systemView(parts: ShownParts, sources: SystemSources): () => Promise<SystemView> {
  const { config, baseUrl, callsUrl, keys, routes, stores, detector } = parts;
  const { version, clock, health, policies, retention, signIn, liveCallCount } = sources;
  const startedMs = clock.now();
  const versions = { service: version, node: process.versions.node, database: stores.version };
  const upstreams = [...routes].map(([name, { missing = [] }]) => ({ name, missing }));

  return async () => {
    const model = await storedFiles(modelDir, modelFiles);
    return {
      versions,
      startedMs,
      nowMs: clock.now(),
      reasons: health(),
      baseUrl,
      callsUrl: callsUrl(),
      ingressPort: config.ingressPort,
      signIn,
      rateLimit: config.rateLimit,
      keys: keyIds(keys),
      storage: await stores.storage(),
      model: {
        version: detector.version,
        bytes: model.reduce((sum, { bytes }) => sum + bytes, 0),
      },
      policy: policies.current(),
      upstreams,
      retention: await retention.status(),
      liveCalls: liveCallCount(),
    };
  };
}

function keyIds({ roots, madeAt, given }: Keys): SystemView['keys'] {
  return [...roots.keys()].map((kid) => {
    const made = madeAt.get(kid);
    return {
      kid,
      source: given.has(kid) ? 'environment' : 'file',
      ...(made !== undefined && { madeAt: made }),
    };
  });
}

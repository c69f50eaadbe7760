import { readMeasuredRecall } from '../adapters/onnx/model-files.ts';
import { storedFiles } from '../adapters/system/disk-usage.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { Policies } from '../agents/policy-store.ts';
import { modelDir } from '../config/data-files.ts';
import type { SystemView } from '../contract/system.ts';
import type { Clock } from '../ports/clock.ts';
import type { JournalGap } from '../ports/journal.ts';
import { productVersion } from '../product.ts';
import type { InstallationFacts } from '../sessions/period-reports.ts';
import type { Retention } from '../sessions/retention.ts';
import type { Dependencies } from './dependencies.ts';

/** What the system page shows besides the service's dependencies. */
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
  Dependencies,
  'config' | 'baseUrl' | 'callsUrl' | 'keys' | 'routes' | 'stores' | 'detector'
>;

const modelFiles = ['ner.onnx', 'encoder.onnx', 'lexicon.txt.br', 'vocabulary.txt', 'pieces.txt'];

/** Reads the configuration and state of the service, on each call. */
export function systemView(parts: ShownParts, sources: SystemSources): () => Promise<SystemView> {
  const { config, baseUrl, callsUrl, keys, routes, stores, detector } = parts;
  const { version, clock, health, policies, retention, signIn, liveCallCount } = sources;
  const startedMs = clock.now();
  const versions = { service: version, node: process.versions.node, database: stores.version };
  const upstreams = [...routes].map(([name, { missing = [], kind, fallback }]) => ({
    name,
    missing,
    ...(kind !== undefined && { kind }),
    ...(fallback !== undefined && { fallback }),
  }));

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

/** What reports say of this installation. */
export async function installationFacts({
  config,
  keys,
  routes,
  stores,
  detector,
}: ShownParts): Promise<InstallationFacts> {
  return {
    versions: {
      service: productVersion,
      database: stores.version,
      model: detector.version,
      measured_recall: await readMeasuredRecall(modelDir),
    },
    encryptionAtRest:
      config.databaseUrl === null
        ? 'all database files are encrypted with SQLCipher (AES-256), each with its own key'
        : 'values, texts and records are encrypted (AES-256-GCM) before they are sent to PostgreSQL',
    keys: keyIds(keys),
    hosts: new Map([...routes].flatMap(([name, { host }]) => (host ? [[name, host]] : []))),
  };
}

/** The masking keys: names and times, never a value. */
export function keyIds({ roots, madeAt, fromEnvironment }: KeyRoots): SystemView['keys'] {
  return [...roots.keys()].map((kid) => {
    const made = madeAt.get(kid);
    return {
      kid,
      source: fromEnvironment.has(kid) ? 'environment' : 'file',
      ...(made !== undefined && { madeAt: made }),
    };
  });
}

/** Why a gap prevents calls, for `/health`. */
export function gapReasons(gap: JournalGap | undefined): readonly string[] {
  if (gap === undefined) return [];
  const lost =
    gap.reason === 'vault_missing'
      ? 'vault.db was deleted, with its agents, tokens and people'
      : 'the audit journal lost events';
  return [`${lost}: an admin must acknowledge the loss`];
}

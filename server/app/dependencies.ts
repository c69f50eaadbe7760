import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { readLanguageModel } from '../adapters/onnx/language-model-file.ts';
import { type NerDetector, openNerDetector } from '../adapters/onnx/ner-detector.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { createKeyring } from '../adapters/system/keyring.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import { loadBusinessAssociates } from '../config/business-associates.ts';
import type { Config } from '../config/config.ts';
import { modelDir } from '../config/data-files.ts';
import { loadPolicyFiles, type PolicyFiles } from '../config/policy-files.ts';
import { loadTlsFiles, type TlsFiles } from '../config/tls-files.ts';
import { type LanguageModel, supportedKinds } from '../detect/index.ts';
import type { Result } from '../domain/fault.ts';
import type { BusinessAssociate } from '../domain/settings/business-associate.ts';
import type { Clinic } from '../domain/settings/clinic.ts';
import { createLogger } from '../http/server/logger.ts';
import { decodePolicy } from '../policy/index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { User } from '../ports/users.ts';
import { postgresBackend } from './postgres-backend.ts';
import { sqlcipherBackend } from './sqlcipher-backend.ts';
import type { StorageBackend, Stores } from './storage-backend.ts';
import { loadUpstreams, type Upstreams } from './upstreams.ts';

/** A shared database if one is configured, else encrypted files of this machine. */
export function storageBackend({ databaseUrl, dataDir }: Config): StorageBackend {
  return databaseUrl === null ? sqlcipherBackend(dataDir) : postgresBackend(databaseUrl, dataDir);
}

export interface AppOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Host root without a trailing slash. */
  readonly baseUrl: string;
  /** The URL for voice platforms while the host has a tunnel; null without one. */
  readonly callsUrl?: (() => string | null) | undefined;
  /** The model if the host has loaded it; it then stays open when the service closes. */
  readonly detector?: NerDetector;
  /** What an app of invented calls has in place of this machine's. */
  readonly demo?: DemoParts;
}

/** Of an app in which nobody is real (decision 0181). */
export interface DemoParts {
  readonly clock: Clock;
  readonly routes: Upstreams;
  readonly clinic: Clinic;
  /** Who everybody is there. */
  readonly visitor: User;
}

/** Everything that is read or opened before the service is wired. */
export interface Dependencies {
  readonly config: Config;
  readonly env: AppOptions['env'];
  readonly clock: Clock;
  readonly demo?: DemoParts | undefined;
  readonly baseUrl: string;
  /** The current URL for voice platforms. */
  readonly callsUrl: () => string;
  readonly keyring: Keyring;
  readonly keys: KeyRoots;
  readonly logger: FastifyBaseLogger;
  readonly stores: Stores;
  readonly detector: NerDetector;
  readonly languages: LanguageModel;
  readonly files: PolicyFiles;
  readonly routes: Upstreams;
  readonly associates: readonly BusinessAssociate[];
  readonly tls: TlsFiles | undefined;
}

/**
 * Reads keys, policies and configuration files, then opens the model and the stores. Returns problems of
 * the files before it opens anything.
 */
export async function loadDependencies(
  place: StorageBackend,
  { config, env, baseUrl, callsUrl, detector: loaded, demo }: AppOptions,
): Promise<Result<Dependencies>> {
  const logger = createLogger(config.logLevel, pino.destination(2));
  const keys = await place.keys(env);
  if (!keys.ok) return keys;
  const keyring = createKeyring(keys.value.roots);
  const files = await loadPolicies(config, keyring, logger);
  if (!files.ok) return files;
  const routes: Result<Upstreams> = demo
    ? { ok: true, value: demo.routes }
    : await loadUpstreams(config.upstreamsPath, env, config.upstreamLimits);
  if (!routes.ok) return routes;
  const associates = await loadBusinessAssociates(config.upstreamsPath);
  if (!associates.ok) return associates;
  const tls = await loadTlsFiles(config.tls);
  if (!tls.ok) return tls;
  const [stores, languages, detector] = await Promise.all([
    place.open(keys.value),
    readLanguageModel(modelDir),
    loaded === undefined ? openNerDetector({ modelDir }) : { ...loaded, close: async () => {} },
  ]);
  if (!stores.ok) {
    await detector.close();
    return stores;
  }
  return {
    ok: true,
    value: {
      config,
      env,
      clock: demo?.clock ?? systemClock,
      demo,
      baseUrl,
      callsUrl: () => config.callsUrl ?? callsUrl?.() ?? baseUrl,
      keyring,
      keys: keys.value,
      logger,
      stores: stores.value,
      detector,
      languages,
      files: files.value,
      routes: routes.value,
      associates: associates.value,
      tls: tls.value,
    },
  };
}

function loadPolicies(config: Config, keyring: Keyring, logger: FastifyBaseLogger) {
  return loadPolicyFiles({
    policyPath: config.policyPath,
    shippedBeside: config.upstreamsPath,
    decode: (yaml) => decodePolicy(yaml, { kids: keyring, supportedKinds }),
    onBadPolicy: config.dev
      ? (problems) => logger.error({ problems }, 'the policy is not valid: using the defaults')
      : null,
  });
}

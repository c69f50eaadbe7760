import { freeBytes } from '../adapters/system/disk-usage.ts';
import { createMetrics, type Metrics, type ServiceFacts } from '../adapters/telemetry/metrics.ts';
import type { Config } from '../config/config.ts';
import type { HttpDeps, ServerDeps } from '../http/server/deps.ts';
import type { Journal } from '../ports/journal.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** What operators asked to see, wired; without any of it, nothing is measured. */
export interface ServiceTelemetry {
  /** For the pipeline. */
  readonly telemetry: { readonly telemetry?: Telemetry };
  /** For the routes of both listeners. */
  readonly answers: Pick<ServerDeps, 'onAnswered'>;
  /** For the management listener, once the service can be asked about itself. */
  metricsPage(
    facts: Pick<ServiceFacts, 'health' | 'liveCalls' | 'journalSize' | 'files'>,
  ): Pick<HttpDeps, 'metrics'>;
  journal<J extends Journal>(journal: J): J;
}

/** Metrics with `SVC_METRICS_TOKEN`. */
export function createServiceTelemetry(config: Config, version: string): ServiceTelemetry {
  const { metricsToken: token } = config;
  const metrics = token === null ? undefined : createMetrics();
  return {
    telemetry: metrics === undefined ? {} : { telemetry: metrics },
    answers: metrics === undefined ? {} : { onAnswered: metrics.answered },
    journal: (journal) => metrics?.watchJournal(journal) ?? journal,
    metricsPage: (facts) => {
      if (metrics === undefined || token === null) return {};
      describeService(metrics, config, { ...facts, version });
      return { metrics: { token, contentType: metrics.contentType, read: () => metrics.read() } };
    },
  };
}

function describeService(
  metrics: Metrics,
  { dataDir }: Config,
  facts: Omit<ServiceFacts, 'freeBytes'>,
): void {
  metrics.describe({
    ...facts,
    freeBytes: () => freeBytes(dataDir),
  });
}

import { freeBytes } from '../adapters/system/disk-usage.ts';
import { createMetrics, type ServiceFacts } from '../adapters/telemetry/metrics.ts';
import type { Config } from '../config/config.ts';
import type { HttpDeps, ServerDeps } from '../http/server/deps.ts';
import type { Journal } from '../ports/journal.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** Metrics of the service; without `SVC_METRICS_TOKEN` nothing is measured. */
export interface ServiceTelemetry {
  /** For the pipeline. */
  readonly turns: Telemetry | undefined;
  /** For the routes of both listeners. */
  readonly answers: Pick<ServerDeps, 'onAnswered'>;
  /** For the management listener. */
  metricsPage(
    facts: Pick<ServiceFacts, 'health' | 'liveCalls' | 'journalSize' | 'files'>,
  ): Pick<HttpDeps, 'metrics'>;
  /** The same journal; counts what is appended to it. */
  journal<J extends Journal>(journal: J): J;
}

export function createServiceTelemetry(config: Config, version: string): ServiceTelemetry {
  const { metricsToken: token } = config;
  const metrics = token === null ? undefined : createMetrics();
  return {
    turns: metrics,
    answers: metrics === undefined ? {} : { onAnswered: metrics.answered },
    journal: (journal) => metrics?.watchJournal(journal) ?? journal,
    metricsPage: (facts) => {
      if (metrics === undefined || token === null) return {};
      metrics.describe({ ...facts, version, freeBytes: () => freeBytes(config.dataDir) });
      return { metrics: { token, contentType: metrics.contentType, read: () => metrics.read() } };
    },
  };
}

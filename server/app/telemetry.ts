import { freeBytes } from '../adapters/system/disk-usage.ts';
import { createMetrics, type Metrics, type ServiceFacts } from '../adapters/telemetry/metrics.ts';
import { createTraces } from '../adapters/telemetry/traces.ts';
import type { Config } from '../config/config.ts';
import type { HttpDeps, ServerDeps } from '../http/server/deps.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Telemetry } from '../ports/telemetry.ts';

/** One telemetry that tells all of these; undefined for none. */
export function combineTelemetry(all: readonly Telemetry[]): Telemetry | undefined {
  if (all.length < 2) return all[0];
  return {
    turn: (turn) => {
      const watches = all.map((one) => one.turn(turn));
      return {
        passed: (stage, us) => {
          for (const watch of watches) watch.passed(stage, us);
        },
        ended: (ending) => {
          for (const watch of watches) watch.ended(ending);
        },
      };
    },
  };
}

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
  close(): Promise<void>;
}

/** Metrics with `SVC_METRICS_TOKEN`, traces with `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export function createServiceTelemetry(
  config: Config,
  clock: Clock,
  version: string,
): ServiceTelemetry {
  const { metricsToken: token, tracesEndpoint: endpoint } = config;
  const metrics = token === null ? undefined : createMetrics();
  const traces = endpoint === null ? undefined : createTraces({ endpoint, version, clock });
  const telemetry = combineTelemetry([metrics, traces].filter((one) => one !== undefined));
  return {
    telemetry: telemetry === undefined ? {} : { telemetry },
    answers: metrics === undefined ? {} : { onAnswered: metrics.answered },
    journal: (journal) => metrics?.watchJournal(journal) ?? journal,
    metricsPage: (facts) => {
      if (metrics === undefined || token === null) return {};
      describeService(metrics, config, { ...facts, version });
      return { metrics: { token, contentType: metrics.contentType, read: () => metrics.read() } };
    },
    close: async () => traces?.close(),
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

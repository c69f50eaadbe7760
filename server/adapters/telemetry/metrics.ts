import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Journal } from '../../ports/journal.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { journalMetrics } from './journal-metrics.ts';

const usInSecond = 1_000_000;
const bucketSeconds = [
  0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5,
  1, 2.5, 5, 10, 30,
];

/** Measures the duration of each stage of a turn. */
export function turnMetrics(registry: Registry): Telemetry {
  const stageSeconds = new Histogram({
    name: 'svc_turn_stage_seconds',
    help: 'Time in each stage of a turn; upstream is the wait for the provider, the rest is this service.',
    labelNames: ['stage'],
    buckets: bucketSeconds,
    registers: [registry],
  });
  const turnSeconds = new Histogram({
    name: 'svc_turn_seconds',
    help: 'Whole turns, from the first byte that came to the last that left.',
    labelNames: ['status'],
    buckets: bucketSeconds,
    registers: [registry],
  });
  return {
    turn: () => {
      let lastUs = 0;
      return {
        passed: (stage, us) => {
          stageSeconds.observe({ stage }, Math.max(0, us - lastUs) / usInSecond);
          lastUs = us;
        },
        ended: ({ status, us }) => turnSeconds.observe({ status }, us / usInSecond),
      };
    },
  };
}

/** Values that each read of the metrics takes from the service. */
export interface ServiceFacts {
  readonly version: string;
  /** Fixed phrases; empty while calls can be served. */
  readonly health: () => readonly string[];
  readonly liveCalls: () => number;
  /** Records in the journal. */
  readonly journalSize: () => number;
  /** Sizes of the data files, or of the tables of a shared database, in bytes. */
  readonly files: () => Promise<readonly { readonly name: string; readonly bytes: number }[]>;
  readonly freeBytes: () => Promise<number>;
}

/** One answered HTTP request. */
export interface Answered {
  readonly method: string;
  /** The route's pattern, never the requested URL. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

/** Prometheus metrics of this process. They contain no person, call or text. */
export interface Metrics extends Telemetry {
  /** The same journal with its appends counted and timed. */
  watchJournal<J extends Journal>(journal: J): J;
  answered(answer: Answered): void;
  /** Registers the facts about the service. Call it once. */
  describe(facts: ServiceFacts): void;
  readonly contentType: string;
  /** In the Prometheus text format. */
  read(): Promise<string>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const count = journalMetrics(registry);
  const appends = new Histogram({
    name: 'svc_journal_append_seconds',
    help: 'Until records are durable.',
    buckets: [0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const refusals = new Counter({
    name: 'svc_journal_failures_total',
    help: 'Appends that the journal refused; calls are refused with them.',
    registers,
  });
  const requests = new Histogram({
    name: 'svc_http_request_seconds',
    help: 'HTTP requests, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers,
  });

  return {
    ...turnMetrics(registry),
    watchJournal: (journal) => ({
      ...journal,
      async append(drafts) {
        const stop = appends.startTimer();
        try {
          const records = await journal.append(drafts);
          for (const record of records) count(record);
          return records;
        } catch (error) {
          refusals.inc();
          throw error;
        } finally {
          stop();
        }
      },
    }),
    answered: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    describe: (facts) => describeService(registry, facts),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

function describeService(registry: Registry, facts: ServiceFacts): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  const info = { name: 'svc_info', help: 'The version that runs.', labelNames: ['version'] };
  new Gauge({ ...info, registers }).set({ version: facts.version }, 1);
  gauge('svc_ready', '1 while calls can be served.', () => (facts.health().length === 0 ? 1 : 0));
  new Gauge({
    name: 'svc_unavailable',
    help: '1 for each reason why calls cannot be served.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of facts.health()) this.set({ reason }, 1);
    },
  });
  gauge('svc_live_calls', 'Calls in progress.', facts.liveCalls);
  gauge(
    'svc_journal_records',
    'Records in the audit journal, those that retention removed included.',
    facts.journalSize,
  );
  new Gauge({
    name: 'svc_data_bytes',
    help: 'Size of each data file, or of each table of a shared database.',
    labelNames: ['file'],
    registers,
    async collect() {
      // Omits the sizes while the database is unreachable, so that the other metrics are still readable.
      const files = await facts.files().catch(() => []);
      for (const { name, bytes } of files) this.set({ file: name }, bytes);
    },
  });
  gauge(
    'svc_free_bytes',
    'What may still be written to the disk of the data folder.',
    facts.freeBytes,
  );
}

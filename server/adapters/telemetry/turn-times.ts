import { Histogram, type Registry } from 'prom-client';
import type { Telemetry } from '../../ports/telemetry.ts';

const usInSecond = 1_000_000;
const bucketSeconds = [
  0.0002, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5,
  1, 2.5, 5, 10, 30,
];

/** How long each stage of a turn takes. */
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

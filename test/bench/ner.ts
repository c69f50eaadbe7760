import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { type NerDetector, openNerDetector } from '../../server/adapters/onnx/ner-detector.ts';
import type { DetectionInput } from '../../server/domain/detection.ts';
import { shadowOf } from '../../server/normalize/index.ts';
import { quantile } from './eval/quantile.ts';
import { type BenchRow, ratioOf } from './row.ts';

const rounds = 300;
const sentence =
  'hi this is jordan fairweather i am calling about my appointment on tuesday with doctor ';

/** Time of the model on one thread, against its budget (p95 of 5 ms for 20 words, 25 ms for 200). */
export async function benchNer(): Promise<BenchRow[]> {
  const detector = await openNerDetector({ modelDir: 'models' });
  const rows: BenchRow[] = [];
  for (const { words, budgetMs } of [
    { words: 20, budgetMs: 5 },
    { words: 200, budgetMs: 25 },
  ]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now();
      await detector.detect([inputOf(words, round)]);
      times.push(performance.now() - started);
    }
    const p95 = quantile(times, 0.95) ?? 0;
    rows.push({
      what: `model, ${words} words, p95 ms`,
      figure: p95.toFixed(2),
      baseline: `${budgetMs} (budget)`,
      ratio: (p95 / budgetMs).toFixed(2),
    });
  }
  rows.push(await eventLoopRow(detector));
  await detector.close();
  return rows;
}

const lagMs = 3000;

/** How late the event loop is while the model reads without a pause, compared with an idle one. */
async function eventLoopRow(detector: NerDetector): Promise<BenchRow> {
  const idle = await eventLoopLag(async () => {
    await setTimeout(lagMs);
  });
  const reading = await eventLoopLag(async () => {
    const until = performance.now() + lagMs;
    for (let round = 0; performance.now() < until; round += 1) {
      await detector.detect([inputOf(200, round)]);
    }
  });
  return {
    what: 'event loop while the model reads, p99 ms late',
    figure: reading.toFixed(2),
    baseline: `${idle.toFixed(2)} (idle)`,
    ratio: ratioOf(reading, idle),
  };
}

async function eventLoopLag(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

function inputOf(words: number, round: number): DetectionInput {
  const text = `${sentence.repeat(words)} ${round}`.split(' ').slice(0, words).join(' ');
  return { utterance: { speaker: 'user', text, shadow: shadowOf(text) }, before: [] };
}

import { compilePolicyWords, detectRegex, findPolicyWords } from '../../server/detect/index.ts';
import { createSearch } from '../../server/pipeline/detection.ts';
import { lazyUtterance } from '../../server/pipeline/detection-passes.ts';
import { percentile } from './load.ts';
import { benchPolicy } from './policy.ts';
import { type BenchRow, ratioOf } from './row.ts';

const words20 =
  'yes my number is five five five oh one two three and please call me back this afternoon thank you';
const rounds = 2000;

/** Detection of new text, against parsing a request of the same length. Microseconds, medians. */
export async function benchDetection(): Promise<readonly BenchRow[]> {
  const policy = await benchPolicy();
  const rows: BenchRow[] = [];
  for (const [name, text] of [
    ['20 words', words20],
    ['200 words', Array.from({ length: 10 }, () => words20).join(' ')],
  ] as const) {
    const search = createSearch({ cachedCharacters: 1 });
    const detect: number[] = [];
    const parse: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const unique = `${text} ${round}`;
      const body = JSON.stringify({ messages: [{ role: 'user', content: unique }] });
      detect.push(
        await microseconds(() =>
          search(policy, [{ text: unique, speaker: 'user', place: 'turn' }]),
        ),
      );
      parse.push(await microseconds(async () => JSON.parse(body)));
    }
    const warm = detect.slice(rounds / 2);
    const [p50, p95] = [percentile(warm, 50), percentile(warm, 95)];
    const baseline = percentile(parse.slice(rounds / 2), 50);
    rows.push({
      what: `regex pass, ${name}, not cached: p50 / p95`,
      figure: `${p50.toFixed(0)} / ${p95.toFixed(0)} µs`,
      baseline: `JSON.parse ${baseline.toFixed(1)} µs`,
      ratio: ratioOf(p50, baseline),
    });
  }
  return [...rows, await benchPolicyWords()];
}

/** A turn of 20 words against 1,000 words of the policy's own, against the regex pass (design D51). */
async function benchPolicyWords(): Promise<BenchRow> {
  const active = await benchPolicy();
  const syllables = ['ba', 'ke', 'lo', 'mi', 'nu', 'ra', 'se', 'ti', 'vo', 'za'];
  const spelled = (number: number): string =>
    `${number}`.replace(/\d/g, (digit) => syllables[Number(digit)] ?? '');
  const rule = active.policy.entities.get('NAME');
  if (rule === undefined) throw new Error('the shipped policy has no NAME');
  const always = Array.from({ length: 1000 }, (_, index) => spelled(index + 1000));
  const entities = new Map(active.policy.entities).set('NAME', { ...rule, always });
  const words = compilePolicyWords({ ...active.policy, entities }, (phrase) => phrase);
  if (words === undefined) throw new Error('the policy has no words');
  const find: number[] = [];
  const patterns: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const utterance = lazyUtterance(`${words20} ${round}`, 'user');
    patterns.push(
      await microseconds(async () => detectRegex({ utterance, before: [] }, active.policy)),
    );
    find.push(await microseconds(async () => findPolicyWords(utterance, words)));
  }
  const warm = find.slice(rounds / 2);
  const baseline = percentile(patterns.slice(rounds / 2), 50);
  return {
    what: "1,000 words of the policy's own, 20 words: p50 / p95",
    figure: `${percentile(warm, 50).toFixed(0)} / ${percentile(warm, 95).toFixed(0)} µs`,
    baseline: `regex pass ${baseline.toFixed(0)} µs`,
    ratio: ratioOf(percentile(warm, 50), baseline),
  };
}

async function microseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) * 1000;
}

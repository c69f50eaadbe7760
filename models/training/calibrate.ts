import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openNerDetector } from '../../server/adapters/onnx/ner-detector.ts';
import { calibrated, logOdds } from '../../server/detect/ner/decode-spans.ts';
import { maskedKinds, policyKindOf, pooledKinds } from '../../server/detect/ner/labels.ts';
import type { Detection, DetectionInput, Utterance } from '../../server/domain/detection.ts';
import type { LabelledTurn } from './labelled-text.ts';

/**
 * Fits what a score is worth on held-out data, measures the model on it, and writes `MANIFEST.json`:
 * hashes, calibration, figures, and how the model was trained (`--record`, a JSON file of train.py).
 */
const { values } = parseArgs({
  options: {
    models: { type: 'string', default: join(import.meta.dirname, '..') },
    record: { type: 'string' },
    corpora: { type: 'string' },
    tokens: { type: 'string', default: '150000' },
  },
});
const shared = join(import.meta.dirname, '..');

const fileOf = (name: string, folder: string): { name: string; sha256: string } => ({
  name,
  sha256: createHash('sha256').update(readFileSync(join(folder, name))).digest('hex'),
});

const kinds = ['NAME', 'PHONE', 'DOB', 'ADDRESS', 'LOCATION', 'ORGANIZATION', 'MRN', 'ACCOUNT', 'EMAIL', 'DATE'] as const;
type Kind = (typeof kinds)[number];
const pooled = new Set([...pooledKinds].map(policyKindOf));

interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** A model folder must be complete: copies the files that it lacks. */
for (const name of ['ner.onnx', 'lexicon.txt.br', 'vocabulary.txt', 'pieces.txt', 'encoder.onnx']) {
  const path = join(values.models, name);
  if (!existsSync(path)) copyFileSync(join(shared, name), path);
}

const manifestPath = join(values.models, 'MANIFEST.json');
const files = {
  model: fileOf('ner.onnx', values.models),
  lexicon: fileOf('lexicon.txt.br', values.models),
  vocabulary: fileOf('vocabulary.txt', values.models),
  encoder: fileOf('encoder.onnx', values.models),
  pieces: fileOf('pieces.txt', values.models),
};
const training =
  values.record === undefined
    ? undefined
    : (JSON.parse(readFileSync(values.record, 'utf8')) as unknown);

function writeManifest(calibration: Partial<Record<Kind, Calibration>>, heldOut: unknown): void {
  const manifest = { v: 1, ...files, calibration, training, held_out: heldOut };
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A found span, and whether it answers a wanted one. */
interface Judged {
  readonly kind: string;
  readonly score: number;
  readonly right: boolean;
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): number {
  const common = Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
  return common / (a.end - a.start + b.end - b.start - common);
}

interface SplitResult {
  readonly judged: Judged[];
  readonly wanted: Record<string, number>;
  readonly right: Record<string, number>;
}

/** Runs the raw model over a held-out split, every turn with the turns before it. */
async function runSplit(split: string, seed: number): Promise<SplitResult> {
  const work = mkdtempSync(join(tmpdir(), 'ner-'));
  const path = join(work, 'split.jsonl');
  const command = [join(import.meta.dirname, 'generate.ts'), '--seed', String(seed), '--split', split, '--tokens', values.tokens, '--plain', '--jsonl', path];
  if (values.corpora !== undefined) command.push('--corpora', values.corpora);
  execFileSync(process.execPath, command, { stdio: 'inherit' });
  const dialogues = readFileSync(path, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as LabelledTurn[]);
  rmSync(work, { recursive: true });
  const detector = await openNerDetector({ modelDir: values.models });
  const result: SplitResult = { judged: [], wanted: {}, right: {} };
  for (const turns of dialogues) {
    const utterances = turns.map(({ speaker, text }): Utterance => ({
      speaker,
      text,
      shadow: { text, starts: new Uint32Array(), ends: new Uint32Array() },
    }));
    const inputs = utterances.map((utterance, index): DetectionInput => ({
      utterance,
      before: utterances.slice(0, index).reverse(),
    }));
    const found = await detector.detect(inputs);
    for (const [index, turn] of turns.entries()) judge(turn, found[index] ?? [], result);
  }
  await detector.close();
  return result;
}

function judge(turn: LabelledTurn, found: readonly Detection[], result: SplitResult): void {
  const answered = new Set<Detection>();
  for (const span of turn.spans) {
    const kind = policyKindOf(span.kind);
    if (kind === undefined) continue;
    result.wanted[kind] = (result.wanted[kind] ?? 0) + 1;
    const hit = found.find((other) => other.kind === kind && !answered.has(other) && overlap(span, other) >= 0.5);
    if (hit === undefined) continue;
    answered.add(hit);
    result.right[kind] = (result.right[kind] ?? 0) + 1;
  }
  for (const hit of found) {
    result.judged.push({ kind: hit.kind, score: hit.score, right: answered.has(hit) || liesInValues(hit, turn) });
  }
}

/** Whether at least half of a hit is private: where one name ends and the next begins is no matter of its score, nor is the kind of a name or a number. */
function liesInValues(hit: Detection, { spans }: LabelledTurn): boolean {
  const [start, end] = [hit.start, hit.end];
  const inside = spans
    .filter(({ kind }) => policyKindOf(kind) === hit.kind || (pooled.has(hit.kind) && maskedKinds.has(kind)))
    .reduce((sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)), 0);
  return inside >= (end - start) / 2;
}

/** A full step of Newton's method may lead far away from where the curve was measured. */
const shortStep = (step: number): number => Math.max(-0.5, Math.min(0.5, step));

/** Logistic regression of being right on the log-odds, by Newton's method, with a light prior for slope 1. */
function fit(judged: readonly Judged[]): Calibration {
  let slope = 1;
  let offset = 0;
  const prior = 2;
  for (let step = 0; step < 60; step += 1) {
    let [gradientA, gradientB, aa, ab, bb] = [prior * (slope - 1), prior * offset, prior, 0, prior];
    for (const { score, right } of judged) {
      const x = logOdds(score);
      const p = 1 / (1 + Math.exp(-(slope * x + offset)));
      const error = p - Number(right);
      const weight = Math.max(1e-6, p * (1 - p));
      gradientA += error * x;
      gradientB += error;
      aa += weight * x * x;
      ab += weight * x;
      bb += weight;
    }
    const determinant = aa * bb - ab * ab;
    slope -= shortStep((bb * gradientA - ab * gradientB) / determinant);
    offset -= shortStep((aa * gradientB - ab * gradientA) / determinant);
  }
  return { slope: Number(slope.toFixed(4)), offset: Number(offset.toFixed(4)) };
}

const round = (value: number): number => Number(value.toFixed(3));

function figures({ judged, wanted, right }: SplitResult): Record<string, { wanted: number; precision: number; recall: number; f1: number }> {
  return Object.fromEntries(
    kinds.filter((kind) => (wanted[kind] ?? 0) > 0).map((kind) => {
      const found = judged.filter((hit) => hit.kind === kind).length;
      const hits = right[kind] ?? 0;
      const precision = hits / Math.max(1, found);
      const recall = hits / (wanted[kind] ?? 1);
      const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
      return [kind, { wanted: wanted[kind] ?? 0, precision: round(precision), recall: round(recall), f1: round(f1) }];
    }),
  );
}

const bands = [0, 0.5, 0.7, 0.9, 1] as const;

/** What scores say and what is so, by bands of scores: hits, their mean score, the share that was right. */
function reliability(judged: readonly Judged[], of: Calibration): Record<string, { hits: number; score: number; right: number }> {
  const scored = judged.map(({ score, right }) => ({ score: calibrated(score, of), right: Number(right) }));
  return Object.fromEntries(
    bands.slice(1).flatMap((to, index) => {
      const from = bands[index] ?? 0;
      const band = scored.filter(({ score }) => score >= from && score < to);
      const mean = (pick: (hit: { score: number; right: number }) => number): number =>
        round(band.reduce((sum, hit) => sum + pick(hit), 0) / band.length);
      if (band.length === 0) return [];
      return [[`${from}-${to}`, { hits: band.length, score: mean(({ score }) => score), right: mean(({ right }) => right) }]];
    }),
  );
}

writeManifest({}, undefined);
const splits = ['names', 'templates', ...(values.corpora === undefined ? [] : ['dialogues'])];
const results = new Map<string, SplitResult>();
for (const split of splits) results.set(split, await runSplit(split, 11));
// A call is none of the templates that the model learned, so scores are not fitted on those.
const all = [...results].filter(([split]) => split !== 'names').flatMap(([, { judged }]) => judged);
const calibration = Object.fromEntries(
  kinds.map((kind) => [kind, fit(all.filter((hit) => hit.kind === kind))]),
);
const heldOut = Object.fromEntries([...results].map(([split, result]) => [split, figures(result)]));
// On other dialogues than those the scores were fitted on.
const fresh: Judged[] = [];
for (const split of splits.slice(1)) fresh.push(...(await runSplit(split, 13)).judged);
const scores = Object.fromEntries(
  kinds.map((kind) => [kind, reliability(fresh.filter((hit) => hit.kind === kind), calibration[kind] ?? { slope: 1, offset: 0 })]),
);
writeManifest(calibration, { ...heldOut, scores });
process.stdout.write(`${JSON.stringify({ calibration, heldOut, scores }, null, 1)}\n`);

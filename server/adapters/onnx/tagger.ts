import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type Batch,
  batchOf,
  batchRows,
  everydayWordsOf,
  type FeatureTables,
  keepRows,
  labelCount,
  type PreparedText,
  parseLexicon,
  parseVocabulary,
  prepareText,
  type Slice,
  type SpanTables,
  slicesOf,
  spansOf,
  type TextInContext,
  type WordReading,
} from '../../detect/ner/index.ts';
import type { Detection } from '../../domain/detection.ts';
import { itemAt } from '../../domain/item-at.ts';
import type { SecondReading } from '../../ports/detector.ts';
import { openEncoder } from './encoder.ts';
import { readModelFiles } from './model-files.ts';
import { sessionOptions } from './session-options.ts';

/** A loaded model. Each run takes one thread of its own and leaves the event loop free. */
export interface TaggerSession {
  /** Label probabilities, [positions, labels] row by row. Rejects when the model does not answer. */
  run(batch: Batch): Promise<Float32Array>;
  close(): Promise<void>;
}

export async function openTaggerSession(model: Uint8Array): Promise<TaggerSession> {
  const session = await InferenceSession.create(model, sessionOptions);
  return {
    run: async (batch) => {
      const { probabilities } = await session.run(feedsOf(batch));
      const data = probabilities?.data;
      if (!(data instanceof Float32Array) || data.length !== batch.positions * labelCount) {
        throw new Error('the model gave no probabilities');
      }
      return data;
    },
    close: () => session.release(),
  };
}

function feedsOf(batch: Batch): Record<string, Tensor> {
  const { positions, words } = batch;
  return {
    chars: new Tensor('int64', batch.chars, [words, batchRows.chars]),
    vocabulary: new Tensor('int64', batch.vocabulary, [words]),
    lexicon: new Tensor('float32', batch.lexicon, [words, batchRows.lexicon]),
    entry: new Tensor('int64', batch.entry, [positions]),
    shape: new Tensor('int64', batch.shape, [positions]),
    neighbours: new Tensor('int64', batch.neighbours, [
      batchRows.steps,
      positions,
      batchRows.nearby,
    ]),
  };
}

/** A loaded model. It computes on the thread that asks. */
export interface Tagger {
  /** Changes with the model. */
  readonly version: string;
  /** See `everydayWordsOf`. */
  everydayWords(): string;
  /** Spans of each text, in the texts' order; `secondReading` as in `Detector`. Rejects when the model does not answer. */
  tag(
    texts: readonly TextInContext[],
    secondReading: SecondReading,
  ): Promise<readonly (readonly Detection[])[]>;
  close(): Promise<void>;
}

/** A loaded model that says how probable each label of each word is; what follows from it is decided by `spansOf`. */
export interface WordReader {
  /** Changes with the model. */
  readonly version: string;
  readonly tables: SpanTables;
  /** What the model has read of each text, in the texts' order; `secondReading` as in `Detector`. */
  read(
    texts: readonly PreparedText[],
    secondReading: SecondReading,
  ): Promise<readonly WordReading[]>;
  close(): Promise<void>;
}

/** Most positions of one run. Longer work takes several runs, so that requests take turns. */
const runPositions = 1024;
const noRows = new Float32Array();

/**
 * Loads and warms up the model of a folder with a `MANIFEST.json` (models/README.md). Rejects when a
 * file is missing, changed, or no model.
 */
export async function openWordReader(modelDir: string): Promise<WordReader> {
  // What runs later keeps no file in memory.
  const { calibration, version, ...files } = await readModelFiles(modelDir);
  const tables: FeatureTables & SpanTables = {
    calibration,
    lexicon: parseLexicon(files.lexicon),
    vocabulary: parseVocabulary(files.vocabulary),
  };
  const session = await openTaggerSession(files.model);
  const encoder = await openEncoder(files, tables.lexicon);
  const read: WordReader['read'] = async (texts, secondReading) => {
    const rows = texts.map(({ words }) => new Float32Array(words.length * labelCount));
    const slices = slicesOf(texts);
    for (const run of runsOf(slices)) await runSlices(run, rows, tables, session);
    const once = new Set<number>();
    for (const slice of slices) {
      const pieces = await encoder.lookAgain(
        slice,
        rows[slice.text] ?? noRows,
        secondReading.pieces,
      );
      if (pieces < 0) once.add(slice.text);
      else secondReading.pieces -= pieces;
    }
    return rows.map((own, index) => ({ rows: own, isReadOnce: once.has(index) }));
  };
  // The first runs allocate; better at start than in a call.
  for (const text of ['warm up', 'one two three four five six seven eight nine ten '.repeat(20)]) {
    const prepared = prepareText({ utterance: { speaker: 'user', text }, before: [] });
    await read([prepared], { pieces: Number.POSITIVE_INFINITY });
    for (const slice of slicesOf([prepared]))
      await encoder.lookAgain(
        slice,
        new Float32Array(slice.input.length * labelCount),
        Number.POSITIVE_INFINITY,
      );
  }
  return {
    version,
    tables,
    read,
    close: async () => {
      await Promise.all([session.close(), encoder.close()]);
    },
  };
}

/** The model of a folder with what detection makes of its answers. Rejects as `openWordReader` does. */
export async function openTagger(modelDir: string): Promise<Tagger> {
  const { version, tables, read, close } = await openWordReader(modelDir);
  return {
    version,
    everydayWords: () => everydayWordsOf(tables.lexicon),
    tag: async (inputs, secondReading) => {
      const texts = inputs.map(prepareText);
      const readings = await read(texts, secondReading);
      return texts.map((text, index) => spansOf(text, itemAt(readings, index), tables));
    },
    close,
  };
}

/** Packs slices, in their order, into as few runs as possible. */
function runsOf(slices: readonly Slice[]): Slice[][] {
  const runs: Slice[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const slice of slices) {
    size += slice.input.length;
    const run = runs.at(-1);
    if (run !== undefined && size <= runPositions) run.push(slice);
    else {
      runs.push([slice]);
      size = slice.input.length;
    }
  }
  return runs;
}

async function runSlices(
  slices: readonly Slice[],
  rows: readonly Float32Array[],
  tables: FeatureTables,
  session: TaggerSession,
): Promise<void> {
  const output = await session.run(
    batchOf(
      slices.map(({ input }) => input),
      tables,
    ),
  );
  let row = 0;
  for (const slice of slices) {
    const into = rows[slice.text];
    if (into !== undefined) keepRows(slice, output, row, into);
    row += slice.input.length;
  }
}

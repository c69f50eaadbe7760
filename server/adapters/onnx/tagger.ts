import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type Batch,
  batchOf,
  batchRows,
  type Calibration,
  calibrated,
  decodeSpans,
  doubtfulNames,
  endOfAddress,
  endOfName,
  everydayWordsOf,
  type FeatureTables,
  guesses,
  isAnnouncedPlace,
  isLetterCount,
  isNoName,
  isOfficialForm,
  isOrdinaryWord,
  isPlausible,
  isProcedureCode,
  isPublicCode,
  isRowOfSums,
  isYearOfThing,
  isYearSince,
  keepRows,
  type Lexicon,
  labelCount,
  listedNames,
  type NerKind,
  namePartsOf,
  type PreparedText,
  parseLexicon,
  parseVocabulary,
  policyKindOf,
  prepareText,
  type Slice,
  slicesOf,
  startOfName,
  type TextInContext,
} from '../../detect/ner/index.ts';
import type { Detection, Span } from '../../domain/detection.ts';
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

/** Most positions of one run. Longer work takes several runs, so that requests take turns. */
const runPositions = 1024;
const detector = 'ner';
/** Of texts with words that the tagger was unsure of and that nothing read again. */
const readOnce = 'ner.once';
const noRows = new Float32Array();
const uncalibrated: Calibration = { slope: 1, offset: 0 };

/**
 * Loads and warms up the model of a folder with a `MANIFEST.json` (models/README.md). Rejects when a
 * file is missing, changed, or no model. Scores are calibrated: of spans with score 0.7, seven in
 * ten were right on held-out data.
 */
export async function openTagger(modelDir: string): Promise<Tagger> {
  // What runs later keeps no file in memory.
  const { calibration, version, ...files } = await readModelFiles(modelDir);
  const tables: FeatureTables = {
    lexicon: parseLexicon(files.lexicon),
    vocabulary: parseVocabulary(files.vocabulary),
  };
  const session = await openTaggerSession(files.model);
  const encoder = await openEncoder(files, tables.lexicon);
  const tag: Tagger['tag'] = async (inputs, secondReading) => {
    const texts = inputs.map(prepareText);
    const rows = texts.map(({ words }) => new Float32Array(words.length * labelCount));
    const slices = slicesOf(texts);
    for (const run of runsOf(slices)) await runSlices(run, rows, tables, session);
    const once = new Set<number>();
    for (const slice of slices) {
      const most = secondReading.pieces;
      const read = await encoder.lookAgain(slice, rows[slice.text] ?? noRows, most);
      if (read < 0) once.add(slice.text);
      else secondReading.pieces -= read;
    }
    return texts.map((text, index) => {
      const found = detectionsOf(text, rows[index] ?? noRows, calibration, tables.lexicon);
      if (!once.has(index)) return found;
      return found.map((hit) => (hit.detector === detector ? { ...hit, detector: readOnce } : hit));
    });
  };
  // The first runs allocate; better at start than in a call.
  for (const text of ['warm up', 'one two three four five six seven eight nine ten '.repeat(20)]) {
    const input: TextInContext = { utterance: { speaker: 'user', text }, before: [] };
    await tag([input], { pieces: Number.POSITIVE_INFINITY });
    for (const slice of slicesOf([prepareText(input)]))
      await encoder.lookAgain(
        slice,
        new Float32Array(slice.input.length * labelCount),
        Number.POSITIVE_INFINITY,
      );
  }
  return {
    version,
    everydayWords: () => everydayWordsOf(tables.lexicon),
    tag,
    close: async () => {
      await Promise.all([session.close(), encoder.close()]);
    },
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

/** "doctor stryker": a person, though a brand has that name too. */
const isTitled = (text: string, start: number): boolean =>
  /\b(?:doctor|mister|missus|miss|nurse) $/i.test(text.slice(Math.max(0, start - 8), start));

const codedKinds: ReadonlySet<NerKind> = new Set(['ACCOUNT', 'MRN', 'DOB', 'ADDRESS']);

/** The veto over what the model takes for an identifier and everybody knows: brands, codes of medicine, the place that was called. */
function isPublic(label: NerKind, text: string, [start, end]: Span, lexicon: Lexicon): boolean {
  if (label === 'NAME')
    return (
      isNoName(text.slice(start, end), isTitled(text, start)) ||
      isAnnouncedPlace(text, [start, end], lexicon)
    );
  if (label === 'EMAIL') return isLetterCount(text, start, end);
  if (label === 'PHONE')
    return [isRowOfSums, isYearSince, isProcedureCode, isOfficialForm].some((is) =>
      is(text, start, end),
    );
  if (label !== 'ADDRESS' && isYearOfThing(text, start, end)) return true;
  return codedKinds.has(label) && isPublicCode(text, start, end);
}

function detectionsOf(
  { text, words }: PreparedText,
  rows: Float32Array,
  calibration: ReadonlyMap<string, Calibration>,
  lexicon: Lexicon,
): Detection[] {
  const found = decodeSpans(words, rows).flatMap(
    ({ kind: label, start, end: last, probability }) => {
      const kind = policyKindOf(label);
      const said = text.slice(start, last);
      if (
        kind === undefined ||
        !isPlausible(label, said) ||
        isPublic(label, text, [start, last], lexicon)
      )
        return [];
      const score = calibrated(probability, calibration.get(kind) ?? uncalibrated);
      if (kind === 'ADDRESS')
        return [{ kind, start, end: endOfAddress(words, last), score, detector }];
      if (kind !== 'NAME') return [{ kind, start, end: last, score, detector }];
      if (isOrdinaryWord(text, [start, last], score, lexicon)) return guesses(said, start, lexicon);
      const [from, end] = [
        startOfName(text, start),
        endOfName(words, [start, last], score, lexicon),
      ];
      const parts = namePartsOf(words, { start: from, end }, lexicon);
      return [{ kind, start: from, end, score, detector, ...(parts.length > 0 && { parts }) }];
    },
  );
  const all = [...found, ...listedNames(words, found, lexicon)];
  return [...all, ...doubtfulNames(words, rows, all, lexicon)];
}

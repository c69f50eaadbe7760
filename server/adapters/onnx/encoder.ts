import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type EncoderInput,
  encoderInput,
  holdUnsure,
  isUnsure,
  type Lexicon,
  labelCount,
  lexiconBitCount,
  mixIn,
  parsePieces,
  type Slice,
  type Stretch,
  stretchesOf,
} from '../../detect/ner/index.ts';
import type { ModelFiles } from './model-files.ts';
import { sessionOptions } from './session-options.ts';

/** Reads again what the tagger is unsure of. It computes on the thread that asks. */
export interface Encoder {
  /**
   * Mixes its label probabilities into the rows of a slice's text, if the tagger is unsure of a word there, and returns
   * how many word pieces it read. Where these would be more than `most`, it reads none, the unsure words count as values,
   * and it returns -1. Rejects when the model does not answer.
   */
  lookAgain(slice: Slice, rows: Float32Array, most: number): Promise<number>;
  close(): Promise<void>;
}

export async function openEncoder(
  files: Pick<ModelFiles, 'encoder' | 'pieces'>,
  lexicon: Lexicon,
): Promise<Encoder> {
  const session = await InferenceSession.create(files.encoder, sessionOptions);
  const pieces = parsePieces(files.pieces);
  /** The label probabilities of the words of a stretch. */
  const readStretch = async (stretch: Stretch): Promise<Float32Array> => {
    const { probabilities } = await session.run(feedsOf(encoderInput(stretch, pieces, lexicon)));
    const read = probabilities?.data;
    if (!(read instanceof Float32Array) || read.length !== stretch.words.length * labelCount) {
      throw new Error('the encoder gave no probabilities');
    }
    return read;
  };
  return {
    lookAgain: async (slice, rows, most) => {
      if (!isUnsure(slice, rows)) return 0;
      const stretches = most <= 0 ? [] : stretchesOf(slice.input, pieces);
      const count = stretches.reduce((sum, stretch) => sum + sizeOf(stretch), 0);
      if (count === 0 || count > most) {
        holdUnsure(slice, rows);
        return -1;
      }
      for (const stretch of stretches) mixIn(slice, rows, stretch, await readStretch(stretch));
      return count;
    },
    close: () => session.release(),
  };
}

/** What a run of the encoder costs besides its pieces, in pieces. */
const runCost = 8;

function sizeOf({ pieces }: Stretch): number {
  return pieces.reduce((sum, ids) => sum + ids.length, runCost);
}

function feedsOf({ pieces, marks, shapes, first }: EncoderInput): Record<string, Tensor> {
  return {
    pieces: new Tensor('int64', pieces, [pieces.length]),
    marks: new Tensor('float32', marks, [pieces.length, lexiconBitCount]),
    shapes: new Tensor('int64', shapes, [shapes.length]),
    first: new Tensor('int64', first, [first.length]),
  };
}

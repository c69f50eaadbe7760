import { InferenceSession, Tensor } from 'onnxruntime-node';
import {
  type EncoderInput,
  encoderInput,
  isUnsure,
  type Lexicon,
  labelCount,
  lexiconBitCount,
  mixIn,
  parsePieces,
  type Slice,
  stretchesOf,
} from '../../detect/ner/index.ts';
import type { ModelFiles } from './model-files.ts';
import { sessionOptions } from './session-options.ts';

/** Reads again what the tagger is unsure of. It computes on the thread that asks. */
export interface Encoder {
  /**
   * Mixes its label probabilities into the rows of a slice's text, if the tagger is unsure of a word there. Rejects when
   * the model does not answer.
   */
  lookAgain(slice: Slice, rows: Float32Array): Promise<void>;
  close(): Promise<void>;
}

export async function openEncoder(
  files: Pick<ModelFiles, 'encoder' | 'pieces'>,
  lexicon: Lexicon,
): Promise<Encoder> {
  const session = await InferenceSession.create(files.encoder, sessionOptions);
  const pieces = parsePieces(files.pieces);
  return {
    lookAgain: async (slice, rows) => {
      if (!isUnsure(slice, rows)) return;
      for (const stretch of stretchesOf(slice.input, pieces)) {
        const { probabilities } = await session.run(
          feedsOf(encoderInput(stretch, pieces, lexicon)),
        );
        const read = probabilities?.data;
        if (!(read instanceof Float32Array) || read.length !== stretch.words.length * labelCount) {
          throw new Error('the encoder gave no probabilities');
        }
        mixIn(slice, rows, stretch, read);
      }
    },
    close: () => session.release(),
  };
}

function feedsOf({ pieces, marks, shapes, first }: EncoderInput): Record<string, Tensor> {
  return {
    pieces: new Tensor('int64', pieces, [pieces.length]),
    marks: new Tensor('float32', marks, [pieces.length, lexiconBitCount]),
    shapes: new Tensor('int64', shapes, [shapes.length]),
    first: new Tensor('int64', first, [first.length]),
  };
}

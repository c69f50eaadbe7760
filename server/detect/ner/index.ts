export { type Batch, batchOf, batchRows, type FeatureTables } from './batch.ts';
export type { Calibration } from './decode-spans.ts';
export {
  type EncoderInput,
  encoderInput,
  type Stretch,
  stretchesOf,
} from './encoder/encoder-input.ts';
export { parsePieces } from './encoder/pieces.ts';
export { holdUnsure, isUnsure, mixIn } from './encoder/second-look.ts';
export { everydayWordReader, everydayWordsOf, type IsEverydayWord } from './everyday-text.ts';
export { labelCount } from './labels.ts';
export { type Lexicon, lexiconBitCount, lexiconBits, parseLexicon } from './lexicon.ts';
export {
  keepRows,
  type PreparedText,
  prepareText,
  type Slice,
  slicesOf,
  type TextInContext,
  turnsInReach,
} from './model-input.ts';
export { type SpanTables, spansOf, type WordReading } from './spans-of.ts';
export { parseVocabulary } from './vocabulary.ts';
export { type Word, wordForm, wordsOf } from './word-features.ts';

export { isOfficialForm, isProcedureCode, isPublicCode } from '../vocabulary/code-names.ts';
export { isAnnouncedPlace } from './announced-places.ts';
export { type Batch, batchOf, batchRows, type FeatureTables } from './batch.ts';
export { type Calibration, calibrated, decodeSpans } from './decode-spans.ts';
export { doubtfulNames, endOfName, startOfName } from './doubtful-names.ts';
export {
  type EncoderInput,
  encoderInput,
  type Stretch,
  stretchesOf,
} from './encoder/encoder-input.ts';
export { parsePieces } from './encoder/pieces.ts';
export { holdUnsure, isUnsure, mixIn } from './encoder/second-look.ts';
export { endOfAddress } from './end-of-address.ts';
export { everydayWordReader, everydayWordsOf, type IsEverydayWord } from './everyday-text.ts';
export { labelCount, type NerKind, policyKindOf } from './labels.ts';
export { type Lexicon, lexiconBitCount, lexiconBits, parseLexicon } from './lexicon.ts';
export { listedNames } from './listed-names.ts';
export {
  keepRows,
  type PreparedText,
  prepareText,
  type Slice,
  slicesOf,
  type TextInContext,
  turnsInReach,
} from './model-input.ts';
export { namePartsOf } from './name-parts.ts';
export { guesses, isOrdinaryWord } from './ordinary-word.ts';
export {
  isLetterCount,
  isNoName,
  isPlausible,
  isRowOfSums,
  isYearOfThing,
  isYearSince,
} from './plausible.ts';
export { parseVocabulary } from './vocabulary.ts';
export { type Word, wordForm, wordsOf } from './word-features.ts';

export { type Batch, batchOf, batchRows, type FeatureTables } from './batch.ts';
export { type Calibration, calibrated } from './calibrate.ts';
export { decodeSpans } from './decode.ts';
export { labelCount, policyKindOf } from './labels.ts';
export { type Lexicon, parseLexicon } from './lexicon.ts';
export { namePartsOf } from './name-parts.ts';
export { isPlausible } from './plausible.ts';
export {
  keepRows,
  type PreparedText,
  prepareText,
  type Slice,
  slicesOf,
  type TextInContext,
} from './prepare.ts';
export { parseVocabulary } from './vocabulary.ts';

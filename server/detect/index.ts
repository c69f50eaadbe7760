import { kindsOfModel } from './ner/labels.ts';
import { recognizers } from './recognizers/registry.ts';

export { acrossHesitations } from './across-hesitations.ts';
export { detectRegex, toOriginal, viewsOf, withoutEscapes } from './detect-regex.ts';
export { type Dictations, followDictations } from './dictation/follow-dictations.ts';
export { partsSaidAgain, type ToldValue } from './dictation/parts-said-again.ts';
export { readTurn } from './dictation/read-turn.ts';
export { type CompiledKnownValues, compileKnownValues, findKnownValues } from './known-values.ts';
export type { LanguageModel } from './language/language-model.ts';
export { unknownPieces } from './language/mask-all.ts';
export { spokenLanguage, tellLanguage } from './language/tell-language.ts';
export { withCodeLetters } from './letters-of-codes.ts';
export { isAlways, mergeDetections } from './merge-detections.ts';
export { valuesInEverydayText } from './ner/everyday-text.ts';
export { namesByContext } from './ner/names-by-context.ts';
export { withNamesOfLanguages } from './ner/names-of-languages.ts';
export {
  compilePolicyWords,
  findPolicyWords,
  type PolicyWords,
  withoutNever,
} from './policy-words.ts';
export { isCardNumber } from './recognizers/identifier/check-digits.ts';
export { isOneValue, isWholeValue, type SplitPart } from './split-values.ts';
export { correctedAt } from './vocabulary/corrections.ts';

/** Kinds a policy may name: those with a recognizer, and those that the model pass finds alone (design D9). */
export const supportedKinds: ReadonlySet<string> = new Set([
  ...kindsOfModel,
  ...recognizers.map(({ kind }) => kind),
]);

/** The kinds that need each pass to be fully looked for, whatever a policy asks of it. */
export const kindsByPass: Readonly<Record<'regex' | 'nermodel', ReadonlySet<string>>> = {
  regex: new Set(recognizers.map(({ kind }) => kind)),
  nermodel: kindsOfModel,
};

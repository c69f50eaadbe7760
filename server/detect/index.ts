import { reportedKinds } from './ner/labels.ts';
import { recognizers } from './recognizers/registry.ts';

export { findKnownValues, type CompiledKnownValues, compileKnownValues } from './consistency.ts';
export { detectRegex } from './engine.ts';
export { toOriginal, withoutEscapes } from './escapes.ts';
export { isOneValue, type SplitPart } from './halves.ts';
export { mergeDetections } from './merge.ts';
export { isCardNumber } from './validators/card.ts';

/** Kinds a policy may name: those with a recognizer, and NAME, which only the model finds (design D9). */
export const supportedKinds: ReadonlySet<string> = new Set([
  'NAME',
  ...recognizers.map(({ kind }) => kind),
]);

/** The kinds each pass can find, whatever a policy asks of it. */
export const kindsByPass: Readonly<Record<'regex' | 'nermodel', ReadonlySet<string>>> = {
  regex: new Set(recognizers.map(({ kind }) => kind)),
  nermodel: reportedKinds,
};

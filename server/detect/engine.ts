import type { Detection, DetectionInput } from '../domain/detection.ts';
import type { Policy } from '../domain/policy.ts';
import { questionOf } from './context.ts';
import { toOriginal, withoutEscapes } from './escapes.ts';
import { mergeDetections } from './merge.ts';
import type { Recognizer, View } from './recognizer.ts';
import { recognizers } from './recognizers/registry.ts';
import { asciiLower } from './recognizers/words.ts';

const activeByPolicy = new WeakMap<Policy, readonly Recognizer[]>();

/** The recognizers of the kinds whose rule is enabled with `regex`. */
function activeRecognizers(policy: Policy): readonly Recognizer[] {
  const known = activeByPolicy.get(policy);
  if (known !== undefined) return known;
  const active = recognizers.filter(({ kind }) => {
    const rule = policy.entities.get(kind);
    return rule?.enabled === true && rule.regex;
  });
  activeByPolicy.set(policy, active);
  return active;
}

/**
 * Pass `regex` (spec, rule 2) over one text: every enabled recognizer on the text as written and,
 * where it differs, on its shadow (design D2). Spans are of the original text, free of overlap and
 * in order.
 */
export function detectRegex(input: DetectionInput, policy: Policy): Detection[] {
  const active = activeRecognizers(policy);
  const { text, shadow, speaker } = input.utterance;
  if (active.length === 0 || text === '') return [];
  const question = asciiLower(questionOf(input.before));
  const found: Detection[] = runRecognizers(active, { text, form: 'written', speaker, question });
  if (shadow.text !== text) {
    const view: View = { text: shadow.text, form: 'shadow', speaker, question };
    found.push(...runRecognizers(active, view).map((detection) => toOriginal(detection, shadow)));
  }
  return mergeDetections([withoutEscapes(found, text)], policy, text);
}

function runRecognizers(active: readonly Recognizer[], view: View): Detection[] {
  return active.flatMap(({ kind, detector, find }) =>
    find(view).map(({ start, end, score }) => ({ kind, start, end, score, detector })),
  );
}

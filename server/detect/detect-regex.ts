import {
  type Detection,
  type DetectionInput,
  patternStrength,
  type Shadow,
  type Span,
} from '../domain/detection.ts';
import { itemAt } from '../domain/item-at.ts';
import type { Policy } from '../domain/policy.ts';
import { furtherLanguages } from '../normalize/languages/covered.ts';
import { mergeDetections } from './merge-detections.ts';
import { furtherForms } from './recognizers/further-forms.ts';
import { isNobodys, isSum } from './recognizers/nobodys-number.ts';
import { recognizers } from './recognizers/registry.ts';
import { questionOf } from './view/context.ts';
import type { Match, Recognizer, View } from './view/recognizer.ts';
import { sideBySide } from './view/side-by-side.ts';
import { asciiLower } from './view/text.ts';

const codeOfEscape = /u[0-9a-f]{4}|x[2-7][0-9a-f]/iy;

/**
 * Without those that take the letters of a JSON escape for their own, as in `\u2011mail` and `\nzed@`; where
 * nothing is quoted, as in the login `CORP\nadia@`, a letter stands for itself as well.
 */
export function withoutEscapes(found: readonly Detection[], text: string): readonly Detection[] {
  if (!text.includes('\\')) return found;
  const isQuoted = text.includes('"');
  const starts = new Set(found.map(({ start }) => start));
  return found.filter(({ start }) => {
    if (text[start - 1] !== '\\') return true;
    codeOfEscape.lastIndex = start;
    if (codeOfEscape.test(text)) return false;
    return !(isQuoted && /[bfnrt]/.test(text.charAt(start)) && starts.has(start + 1));
  });
}

const toOriginalSpan = ({ starts, ends }: Shadow, start: number, end: number): Span => [
  itemAt(starts, start),
  itemAt(ends, end - 1),
];

/** A detection in a reading of a text, where the text has it. */
export function toOriginal(detection: Detection, shadow: Shadow): Detection {
  const [start, end] = toOriginalSpan(shadow, detection.start, detection.end);
  const parts = detection.parts?.map((part) => toOriginalSpan(shadow, ...part));
  return { ...detection, start, end, ...(parts !== undefined && { parts }) };
}

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
 * in order. Searches of the same text under two policies may share its `views`.
 */
export function detectRegex(
  input: DetectionInput,
  policy: Policy,
  views: readonly View[] = viewsOf(input, policy.languages),
): Detection[] {
  const active = activeRecognizers(policy);
  const { text, shadow } = input.utterance;
  if (active.length === 0 || text === '') return [];
  const found = views.flatMap((view) => {
    const own = runRecognizers(active, view);
    return view.form === 'written' ? own : own.map((detection) => toOriginal(detection, shadow));
  });
  const own = withoutEscapes(found, text).filter(
    ({ kind, start, end }) => !numbered.has(kind) || !isSum(text.slice(start, end)),
  );
  return mergeDetections([own], policy, text);
}

/** Kinds whose values nobody reads out as an amount. */
const numbered: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID LICENSE DEVICE_ID'.split(' '),
);

/** The views of a text under a policy that covers languages with these codes. Recognizers keep with a view what they read of it, whichever policy asks. */
export function viewsOf(input: DetectionInput, codes: readonly string[]): readonly View[] {
  const { text, shadow, speaker } = input.utterance;
  const question = asciiLower(questionOf(input.before));
  const further = furtherLanguages(codes);
  const views: View[] = [{ text, form: 'written', speaker, question, further }];
  const wordsOf = (start: number, end: number): string =>
    text.slice(...toOriginalSpan(shadow, start, end));
  if (shadow.text !== text)
    views.push({ text: shadow.text, form: 'shadow', speaker, question, further, wordsOf });
  return views;
}

function withFurther(matches: readonly Match[], view: View, kind: string): readonly Match[] {
  return view.further.length === 0 ? matches : [...matches, ...furtherForms(view, kind)];
}

function runRecognizers(active: readonly Recognizer[], view: View): Detection[] {
  const found: Detection[] = [];
  for (const { kind, id, find } of active) {
    for (const { start, end, score } of withFurther(find(view), view, kind)) {
      if (isNobodys(view.text, start, end)) continue;
      const spans = numbered.has(kind)
        ? sideBySide(view.text, start, end)
        : [[start, end] as const];
      const finder = { source: 'pattern', id, strength: patternStrength(score) } as const;
      for (const [from, to] of spans) found.push({ kind, start: from, end: to, score, ...finder });
    }
  }
  return found;
}

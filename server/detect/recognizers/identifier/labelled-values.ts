import { allMatches } from '../../../domain/all-matches.ts';
import { endOf } from '../../view/pattern.ts';
import type { Match, View } from '../../view/recognizer.ts';
import { hasDigit, nearQuestion } from '../../view/text.ts';
import { codeName, isProcedureCode } from '../../vocabulary/code-names.ts';
import { correctionSource } from '../../vocabulary/corrections.ts';
import { otherFields, personalFields } from '../../vocabulary/field-names.ts';
import { type Identifier, identifiers, readIdentifier } from './identifier.ts';

/** An identifier known by the words before it: "policy number is …". */
export interface Label {
  readonly name: string;
  /** The words that name the value, anywhere; global. */
  readonly cue: RegExp;
  readonly minDigits: number;
  /** Most letters and digits; default 40. */
  readonly maxLength?: number;
  readonly score: number;
  /** The one veto. */
  readonly accepts?: (identifier: Identifier) => boolean;
}

/** Labels with the sources of their cues, which are matched without regard to case. */
export const defineLabels = (
  rows: readonly (readonly [label: Omit<Label, 'cue'>, cue: string])[],
): readonly Label[] => rows.map(([label, cue]) => ({ ...label, cue: new RegExp(cue, 'gi') }));

const gap =
  /(?:'?s\b)?(?:[\s:#=,.;"'(*–—-]{0,3}(?:(?:on|of|for|from|in|with|under) (?:my|the|your|our|his|her|their|this|that) [a-z]{2,16}|is|it's|its|it|was|are|as|to|of|on|for|here|number|numbers|no|num|id|code|be|will|should|would|read|reads|ending|ends|ended|in|with|the|my|your|our|that's|that|this|um|uh|er|hmm|so|yeah|yes|okay|ok|sure|again|now|file|record|just|like|please|equals|starts|starting|begins|and|let|me|see|i|have|think|believe|got|either|maybe|might|probably|could|was|remember|remembered|try|try|called|says?|star|pound|hash)\b(?!-\w)){0,10}[\s:#=,.;"'(*–—-]{0,4}/iy;
const otherField = new RegExp(`[.?!;\\n]\\s|\\$|\\b(?:${otherFields}|mrn)\\b`, 'i');
const again = new RegExp(`[\\s,.…–—-]{0,4}${correctionSource(6, '|and|then')}`, 'iy');
/** The label only says whose the other thing is: "the zip code on the account". */
export const ofOther = new RegExp(
  `\\b(?:${personalFields}|name|balance|amount)\\b(?: (?:number|code|security))?(?: that is| that's)? (?:on|for|of|to|with|in|under)(?: \\w{2,5})? $`,
  'i',
);
function accepted(label: Label, found: Identifier | undefined, minDigits = label.minDigits) {
  if (found === undefined || found.digits < minDigits) return undefined;
  if (found.compact.length > (label.maxLength ?? 40)) return undefined;
  return label.accepts === undefined || label.accepts(found) ? found : undefined;
}

/** Values said again after the first: corrections are masked too ("… sorry, two oh six"). */
function* repeats(text: string, first: Identifier, label: Label): Generator<Identifier> {
  let at = first.end;
  for (let count = 0; count < 3; count++) {
    const next = endOf(again, text, at);
    if (next === at) return;
    const value = accepted(label, readIdentifier(text, next, label.maxLength), 3);
    if (value === undefined) return;
    yield value;
    at = value.end;
  }
}

const nextItem = /\s?[,;&/]\s{0,2}(?:(?:and|or) )?|\s(?:and|or|&)\s/iy;
const mostItems = 100;

/** The others of a list: as many digits each, divided by commas or "and". */
function* listed(text: string, first: Identifier, label: Label): Generator<Identifier> {
  let at = first.end;
  for (let count = 0; first.digits >= 5 && count < mostItems; count++) {
    const next = endOf(nextItem, text, at);
    const value = next === at ? undefined : readIdentifier(text, next, label.maxLength);
    if (value?.digits !== first.digits || accepted(label, value) === undefined) return;
    yield value;
    at = value.end;
  }
}

function* behindCues(text: string, label: Label): Generator<Match> {
  for (const cue of allMatches(text, label.cue)) {
    const from = cue.index + cue[0].length;
    const value = accepted(label, readIdentifier(text, endOf(gap, text, from), label.maxLength));
    if (value === undefined) continue;
    yield { start: value.start, end: value.end, score: label.score, rule: label.name };
    for (const { start, end } of [...listed(text, value, label), ...repeats(text, value, label)]) {
      yield { start, end, score: label.score - 0.15, rule: `${label.name}-again` };
    }
  }
}

const asksForNumber =
  /number|\bids?\b|code|\bpins?\b|digits|\bmrn\b|#|plate|licen[sc]e|passport|serial|what(?:'s| is)/i;
const isIn = (text: string, cue: RegExp): boolean => text.search(cue) >= 0;

/** Whether what the other side just said asks for this value. */
export const askedFor = ({ question }: View, cue: RegExp): boolean =>
  question !== '' && isIn(nearQuestion(question), cue);

/** Values of a bare answer to a question that names the label. */
function* answers({ text, question }: View, label: Label): Generator<Match> {
  const minDigits = asksForNumber.test(question)
    ? Math.max(3, label.minDigits)
    : Math.max(6, label.minDigits);
  for (const found of identifiers(text, label.maxLength)) {
    const before = text.slice(Math.max(0, found.start - 30), found.start);
    if (otherField.test(before) || codeName.test(before)) continue;
    if (isProcedureCode(text, found.start, found.end)) continue;
    if (accepted(label, found, minDigits) === undefined) continue;
    const { start, end } = found;
    yield { start, end, score: label.score - 0.2, rule: `${label.name}-answer` };
  }
}

/** Every value in the view that one of the labels names. */
export function findLabelled(view: View, labels: readonly Label[]): Match[] {
  const { text } = view;
  if (!hasDigit(text)) return [];
  const found: Match[] = [];
  for (const label of labels) {
    if (isIn(text, label.cue)) found.push(...behindCues(text, label));
    if (askedFor(view, label.cue)) found.push(...answers(view, label));
  }
  return found;
}

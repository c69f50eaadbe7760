import { correctedAt } from '../detect/index.ts';
import type { Finding, Utterance } from '../domain/detection.ts';
import { writtenForm } from './detection-passes.ts';

/** Kinds whose values are read out sign by sign, so that a speaker begins again. */
const readOut: ReadonlySet<string> = new Set(
  'PHONE FAX SSN MRN ACCOUNT HEALTH_PLAN_ID CREDIT_CARD IBAN LICENSE VEHICLE_ID DEVICE_ID ZIP'.split(
    ' ',
  ),
);

/**
 * "two five one, no wait, two five four five five five …": a value with its abandoned start as one finding,
 * whose value is the one finally said (decision 0078). `findings` are those of one text, in order.
 */
export function joinRestarts(
  findings: readonly Finding[],
  utterance: Utterance,
): readonly Finding[] {
  const isPlain = findings.every((next, at) => {
    const last = findings[at - 1];
    return last === undefined || !isRestart(last, next, utterance);
  });
  if (isPlain) return findings;
  const joined: Finding[] = [];
  for (const next of findings) {
    const last = joined.at(-1);
    if (last !== undefined && isRestart(last, next, utterance)) {
      joined[joined.length - 1] = {
        ...next,
        start: last.start,
        said: next.said ?? [next.start, next.end],
      };
    } else joined.push(next);
  }
  return joined;
}

/** Whether the second takes back the first, which broke off. Of two whole values each keeps its token. */
function isRestart(first: Finding, second: Finding, utterance: Utterance): boolean {
  if (first.kind !== second.kind || !readOut.has(first.kind)) return false;
  if (first.isHalf === true || second.isHalf === true) return false;
  if (first.canonical.length >= second.canonical.length) return false;
  const between = writtenForm(utterance, first.end, second.start);
  return correctedAt(between, 0) === between.length;
}

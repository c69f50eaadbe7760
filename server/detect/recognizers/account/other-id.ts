import { type CueKind, topicAt } from '../../view/context.ts';
import type { Recognizer } from '../../view/recognizer.ts';
import { hasDigit } from '../../view/text.ts';
import { isQuantity } from '../../vocabulary/amounts.ts';
import { identifiers } from '../identifier/identifier.ts';
import { isNoIdentifier } from '../identifier/identifier-veto.ts';

/** Sorts of numbers that have a kind of their own only in stricter policies, or none at all. */
const unclaimed: ReadonlySet<CueKind> = new Set(['OTHER_ID', 'LICENSE', 'VEHICLE_ID', 'DEVICE_ID']);

const minDigits = 5;
const minStrength = 0.6;

/**
 * Any other number that identifies someone (45 CFR 164.514(b)(2)(i)(R)): what the words right before
 * call a number of some sort. It is masked under the nearest kind, ACCOUNT, unless a recognizer of
 * its own kind claims it: every other score is higher.
 */
export const otherIdRecognizer: Recognizer = {
  kind: 'ACCOUNT',
  id: 'account',
  find: (view) =>
    hasDigit(view.text)
      ? Array.from(identifiers(view.text))
          .filter((found) => {
            const { start, end, digits } = found;
            if (digits < minDigits || isQuantity(view.text, start, end)) return false;
            if (isNoIdentifier(view.text, found)) return false;
            const topic = topicAt(view, start, end);
            if (topic === undefined || !unclaimed.has(topic.kind)) return false;
            return topic.from === 'before' && topic.strength > minStrength;
          })
          .map(({ start, end }) => ({ start, end, score: 0.25, rule: 'other-id' }))
      : [],
};

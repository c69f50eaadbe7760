import type { PolicyTrialResult } from '../../server/contract/policy.ts';
import { kindName } from '../ui/kind-names.ts';

/** Where something that was found stands in the text, and in what the model would receive. */
export interface TrialSpan {
  readonly kind: string;
  /** As in the live view; `off` for what the policy does not look for. */
  readonly action: string;
  readonly placeholder: string;
  readonly detector: string;
  readonly regulated: readonly [start: number, end: number];
  readonly public: readonly [start: number, end: number];
}

/** All spans of a tried text in order, those included that stay in the clear. */
export function trialSpans({ detections, in_clear }: PolicyTrialResult): readonly TrialSpan[] {
  const left = in_clear.map((one) => ({ ...one, action: 'off', placeholder: '' }));
  let shift = 0;
  return [...detections, ...left]
    .sort((a, b) => a.start - b.start)
    .map(({ kind, action, placeholder, detector, start, end }) => {
      const at = start + shift;
      const length = lengthOf(action, kind, placeholder) ?? end - start;
      shift += length - (end - start);
      return {
        kind,
        action,
        placeholder,
        detector,
        regulated: [start, end],
        public: [at, at + length],
      } as const;
    });
}

/** Of what stands in place of a value; undefined where the value stays. */
function lengthOf(action: string, kind: string, placeholder: string): number | undefined {
  if (action === 'redact') return `[REDACTED:${kind}]`.length;
  return action === 'tokenize' ? placeholder.length : undefined;
}

/** How often each kind stays in the clear, such as `Date: 2`. */
export function staysInClear(spans: readonly TrialSpan[]): readonly string[] {
  const left = spans.filter(({ action }) => action === 'off' || action === 'passthrough');
  const byKind = Map.groupBy(left, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => `${kindName(kind)}: ${some.length}`);
}

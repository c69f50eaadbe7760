import type { PolicyDifference } from '../../server/contract/policy.ts';
import { policyStrings } from '../lib/strings/policies.ts';

const differenceStrings = policyStrings.change;

/** What differs from the policy in force, a line each. */
export function PolicyDifferences({ diff }: { readonly diff: PolicyDifference }) {
  const lines = linesOf(diff);
  if (lines.length === 0) return <p>{differenceStrings.none}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function linesOf(diff: PolicyDifference): readonly string[] {
  const { added, removed, change } = differenceStrings.rows;
  return [
    ...diff.added_entities.map((kind) => `${added}: ${kind}`),
    ...diff.removed_entities.map((kind) => `${removed}: ${kind}`),
    ...[...diff.thresholds, ...diff.actions, ...diff.switches].map(({ kind, field, from, to }) =>
      change(`${kind} ${field}`, from, to),
    ),
    ...diff.top_level.map(({ field, from, to }) => change(field, from, to)),
  ];
}

import { useQuery } from '@tanstack/react-query';
import type { PolicyDifference } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/feedback.tsx';
import { PolicyEditor, usePolicyCheck } from '../ui/policy-editor.tsx';
import { policyStrings } from './strings.ts';

const policyChangeStrings = policyStrings.change;

/** Differences from the policy in force, one line each. */
export function PolicyDifferences({ diff }: { readonly diff: PolicyDifference }) {
  const lines = linesOf(diff);
  if (lines.length === 0) return <p>{policyChangeStrings.none}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function linesOf(diff: PolicyDifference): readonly string[] {
  const { added, removed, change } = policyChangeStrings.rows;
  return [
    ...diff.added_entities.map((kind) => `${added}: ${kind}`),
    ...diff.removed_entities.map((kind) => `${removed}: ${kind}`),
    ...[...diff.thresholds, ...diff.actions, ...diff.switches].map(({ kind, field, from, to }) =>
      change(`${kind} ${field}`, from, to),
    ),
    ...diff.top_level.map(({ field, from, to }) => change(field, from, to)),
  ];
}

interface Props {
  readonly yaml: string;
  readonly onChange: (yaml: string) => void;
}

/** Edits a policy, checks it while the user types, and shows the differences. */
export function PolicyChange({ yaml, onChange }: Props) {
  const verdict = usePolicyCheck(yaml);
  return (
    <div className="form">
      <p>{policyChangeStrings.intro}</p>
      <PolicyEditor label={policyChangeStrings.label} yaml={yaml} onChange={onChange} />
      {verdict?.ok === true ? (
        <>
          <Difference yaml={yaml} />
          <div className="page-actions">
            <Button onClick={() => saveFile(new Blob([yaml]), `${verdict.policy.name}.yaml`)}>
              {policyChangeStrings.download}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

function Difference({ yaml }: { readonly yaml: string }) {
  const { data, error } = useQuery({
    queryKey: ['policies', 'diff', yaml],
    queryFn: () =>
      api<PolicyDifference>('/policies/diff', { method: 'POST', body: { policy_yaml: yaml } }),
    placeholderData: (before) => before,
  });
  if (error !== null) return <Failure error={error} />;
  if (data === undefined) return null;
  return (
    <Card title={policyChangeStrings.title}>
      <PolicyDifferences diff={data} />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyDifference, PolicyVerdict } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { describeProblem, PolicyEditor, usePolicyCheck } from '../ui/editor/policy-editor.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { SelectField } from '../ui/field.tsx';
import { differenceLines } from './difference-lines.ts';
import { PolicyForm } from './policy-form.tsx';
import { PolicyPreview } from './policy-preview.tsx';
import { ProposePolicy } from './policy-propose.tsx';
import { AddWord, PolicyWords } from './policy-words.tsx';
import { policyStrings } from './strings.ts';

const policyChangeStrings = policyStrings.change;

/** Differences from the policy in force, one line each. */
export function PolicyDifferences({ diff }: { readonly diff: PolicyDifference }) {
  const lines = differenceLines(diff);
  if (lines.length === 0) return <p>{policyChangeStrings.none}</p>;
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

interface Props {
  readonly yaml: string;
  /** The text in force. */
  readonly current: string;
  readonly onChange: (yaml: string) => void;
  readonly onPropose: (yaml: string) => void;
}

/** Edits a policy as a form or as YAML, checks it meanwhile, shows the differences, and proposes it. */
export function PolicyChange({ yaml, current, onChange, onPropose }: Props) {
  const [view, setView] = useState('form');
  const verdict = usePolicyCheck(yaml);
  return (
    <div className="policy-stack">
      <p>{policyChangeStrings.intro}</p>
      <div className="form">
        <SelectField
          label={policyChangeStrings.view}
          value={view}
          options={Object.entries(policyChangeStrings.views)}
          onChange={setView}
        />
      </div>
      {view === 'yaml' ? (
        <PolicyEditor label={policyChangeStrings.label} yaml={yaml} onChange={onChange} />
      ) : (
        <>
          {verdict?.ok === false ? <ProblemsInForm verdict={verdict} /> : null}
          <Card title={policyStrings.form.title}>
            <PolicyForm yaml={yaml} onChange={onChange} />
          </Card>
        </>
      )}
      {/* Hidden, not left out: what somebody has typed there stays while the text is wrong for a moment. */}
      <div className="policy-stack" hidden={verdict?.ok !== true}>
        <Card title={policyStrings.words.title}>
          <AddWord yaml={yaml} onChange={onChange} />
          <PolicyWords yaml={yaml} onChange={onChange} />
        </Card>
        {verdict?.ok === true ? <Difference yaml={yaml} /> : null}
        <div hidden={yaml === current}>
          <Card title={policyStrings.propose.button}>
            <ProposePolicy key={current} yaml={yaml} onPropose={onPropose} />
          </Card>
        </div>
        {verdict?.ok === true ? (
          <div className="page-actions">
            <Button onClick={() => saveFile(new Blob([yaml]), `${verdict.policy.name}.yaml`)}>
              {policyChangeStrings.download}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

function ProblemsInForm({ verdict }: { readonly verdict: PolicyVerdict & { readonly ok: false } }) {
  return (
    <Notice tone="bad">
      <p>{policyChangeStrings.problems}</p>
      <ul>
        {verdict.problems.map((problem) => (
          <li key={describeProblem(problem)}>{describeProblem(problem)}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** What a text would change about the global policy. */
export function Difference({ yaml }: { readonly yaml: string }) {
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
      {data.from.sha256 === data.to.sha256 ? null : <PolicyPreview yaml={yaml} />}
    </Card>
  );
}

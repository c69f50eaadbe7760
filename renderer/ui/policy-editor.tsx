import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PolicyVerdict } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { CodeEditor } from './code-editor.tsx';
import { Field } from './field.tsx';
import { policyEditorStrings } from './strings.ts';

/** Pause in typing before the service checks the text, in milliseconds. */
const restMs = 300;

/** The service's verdict on an edited policy; undefined until the first answer. */
export function usePolicyCheck(yaml: string): PolicyVerdict | undefined {
  const [settled, settle] = useState(yaml);
  useEffect(() => {
    const timer = setTimeout(() => settle(yaml), restMs);
    return () => clearTimeout(timer);
  }, [yaml]);
  const { data } = useQuery({
    queryKey: ['policy-check', settled],
    queryFn: () =>
      api<PolicyVerdict>('/policies/validate', { method: 'POST', body: { policy_yaml: settled } }),
    enabled: settled.trim() !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return settled.trim() === '' ? undefined : data;
}

interface Props {
  readonly label: string;
  readonly yaml: string;
  readonly onChange: (yaml: string) => void;
}

/** An editor for a policy. The service checks the text while the user types, and names the lines with problems. */
export function PolicyEditor({ label, yaml, onChange }: Props) {
  const verdict = usePolicyCheck(yaml);
  const problems = verdict?.ok === false ? verdict.problems : [];
  const first = problems[0];
  return (
    <Field
      label={label}
      hint={verdict?.ok === true ? policyEditorStrings.valid(verdict.policy.name) : undefined}
      problem={first === undefined ? undefined : describeProblem(first)}
    >
      {(control) => (
        <CodeEditor
          control={control}
          value={yaml}
          problems={problems.flatMap(({ line, message }) =>
            line === undefined ? [] : [{ line, message }],
          )}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function describeProblem({
  line,
  path,
  message,
}: {
  readonly line?: number | undefined;
  readonly path: string;
  readonly message: string;
}): string {
  const where = line === undefined ? '' : `${policyEditorStrings.atLine(line)}: `;
  return `${where}${path} ${message}`;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ErrorDetail } from '../../../server/contract/errors.ts';
import type { PolicyVerdict } from '../../../server/contract/policy.ts';
import { api } from '../../lib/api.ts';
import { Field } from '../field.tsx';
import { policyEditorStrings } from '../strings.ts';
import { CodeEditor, goToLine } from './code-editor.tsx';

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

/** An editor for a policy. The service checks the text while the user types; each problem leads to its line. */
export function PolicyEditor({ label, yaml, onChange }: Props) {
  const verdict = usePolicyCheck(yaml);
  const problems = verdict?.ok === false ? verdict.problems : [];
  const editor = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <Field
        label={label}
        hint={verdict?.ok === true ? policyEditorStrings.valid(verdict.policy.name) : undefined}
        problem={problems.length === 0 ? undefined : policyEditorStrings.problems(problems.length)}
      >
        {(control) => (
          <CodeEditor
            control={control}
            editor={editor}
            value={yaml}
            problems={problems.flatMap(({ line, message }) =>
              line === undefined ? [] : [{ line, message }],
            )}
            onChange={onChange}
          />
        )}
      </Field>
      {problems.length === 0 ? null : (
        <ul className="yaml-problems">
          {problems.map((problem) => (
            <li key={describeProblem(problem)}>
              <button
                type="button"
                className="link"
                onClick={() => goToLine(editor.current, problem.line ?? 1)}
              >
                {describeProblem(problem)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A problem of a policy as a sentence with its place. */
export function describeProblem({ line, column, path, message }: ErrorDetail): string {
  const where = line === undefined ? '' : `${policyEditorStrings.atLine(line, column)}: `;
  return `${where}${path} ${message}`;
}

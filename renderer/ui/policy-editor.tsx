import { agentStrings } from '../lib/strings/agents.ts';
import { usePolicyCheck } from '../lib/use-policy-check.ts';
import { Field } from './field.tsx';
import { CodeEditor } from './yaml-editor.tsx';

const policyEditorStrings = agentStrings.form;

interface Props {
  readonly label: string;
  readonly yaml: string;
  readonly onChange: (yaml: string) => void;
}

/** A policy being written; the service checks it as it comes and says at which line it is wrong. */
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

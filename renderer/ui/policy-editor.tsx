import { agents } from '../lib/strings/agents.ts';
import { usePolicyCheck } from '../lib/use-policy-check.ts';
import { Field } from './field.tsx';
import { YamlEditor } from './yaml-editor.tsx';

const words = agents.form;

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
      hint={verdict?.ok === true ? words.valid(verdict.policy.name) : undefined}
      problem={first === undefined ? undefined : said(first)}
    >
      {(control) => (
        <YamlEditor
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

function said({
  line,
  path,
  message,
}: {
  readonly line?: number | undefined;
  readonly path: string;
  readonly message: string;
}): string {
  const where = line === undefined ? '' : `${words.atLine(line)}: `;
  return `${where}${path} ${message}`;
}

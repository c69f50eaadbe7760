import { CodeEditor } from '../../ui/editor/code-editor.tsx';
import { Field } from '../../ui/field.tsx';
import { type JsonProblem, objectProblem } from './function-draft.ts';
import { functionStrings } from './strings.ts';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text that must be a JSON object; the line of its first error is marked. */
export function JsonField({ label, hint, value, onChange }: Props) {
  const problem = objectProblem(value);
  return (
    <Field label={label} hint={hint} problem={problem && describeProblem(problem)}>
      {(control) => (
        <CodeEditor
          control={control}
          value={value}
          problems={
            problem?.line === undefined ? [] : [{ line: problem.line, message: problem.message }]
          }
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function describeProblem({ line, message }: JsonProblem): string {
  return line === undefined ? message : `${functionStrings.atLine(line)}: ${message}`;
}

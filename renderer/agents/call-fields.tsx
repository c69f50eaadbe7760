import { CodeEditor } from '../ui/editor/code-editor.tsx';
import { Field, TextField } from '../ui/field.tsx';
import type { AgentDraft } from './agent-form.ts';
import { parseTools, type ToolsProblem } from './parse-tools.ts';
import { agentStrings } from './strings.ts';

const agentFormStrings = agentStrings.form;

interface Props {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
}

/** What the webhook sends to set up a call. */
export function CallFields({ draft, set }: Props) {
  return (
    <div className="agent-more">
      <Field label={agentFormStrings.prompt} hint={agentFormStrings.promptHint}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            value={draft.systemPrompt}
            onChange={({ target }) => set({ systemPrompt: target.value })}
          />
        )}
      </Field>
      <TextField
        label={agentFormStrings.firstMessage}
        value={draft.firstMessage}
        onChange={(firstMessage) => set({ firstMessage })}
      />
      <ToolsField text={draft.tools} onChange={(tools) => set({ tools })} />
    </div>
  );
}

interface ToolsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function ToolsField({ text, onChange }: ToolsProps) {
  const { problem } = parseTools(text);
  return (
    <Field
      label={agentFormStrings.tools}
      hint={agentFormStrings.toolsHint}
      problem={problem === undefined ? undefined : describeProblem(problem)}
    >
      {(control) => (
        <CodeEditor
          control={control}
          value={text}
          problems={
            problem?.line === undefined ? [] : [{ line: problem.line, message: problem.message }]
          }
          onChange={onChange}
        />
      )}
    </Field>
  );
}

function describeProblem({ line, message }: ToolsProblem): string {
  return line === undefined ? message : `${agentFormStrings.atLine(line)}: ${message}`;
}

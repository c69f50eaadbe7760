import { agents } from '../lib/strings/agents.ts';
import { Field } from '../ui/field.tsx';
import { YamlEditor } from '../ui/yaml-editor.tsx';
import type { AgentDraft } from './agent-form.ts';
import { readTools, type ToolsProblem } from './tools-text.ts';

const words = agents.form;

interface Props {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
}

/** What the webhook configures calls with. */
export function CallFields({ draft, set }: Props) {
  return (
    <div className="agent-more">
      <Field label={words.prompt} hint={words.promptHint}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            value={draft.systemPrompt}
            onChange={({ target }) => set({ systemPrompt: target.value })}
          />
        )}
      </Field>
      <Field label={words.firstMessage}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={draft.firstMessage}
            onChange={({ target }) => set({ firstMessage: target.value })}
          />
        )}
      </Field>
      <ToolsField text={draft.tools} onChange={(tools) => set({ tools })} />
    </div>
  );
}

interface ToolsProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function ToolsField({ text, onChange }: ToolsProps) {
  const { problem } = readTools(text);
  return (
    <Field
      label={words.tools}
      hint={words.toolsHint}
      problem={problem === undefined ? undefined : said(problem)}
    >
      {(control) => (
        <YamlEditor
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

function said({ line, message }: ToolsProblem): string {
  return line === undefined ? message : `${words.atLine(line)}: ${message}`;
}

import { Field, TextField } from '../ui/field.tsx';
import type { AgentDraft } from './agent-form.ts';
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
    </div>
  );
}

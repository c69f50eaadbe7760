import type { AgentDetail } from '../../server/contract/agents.ts';
import { CheckField, Field, SelectField, TextField } from '../ui/field.tsx';
import { tokenNames } from '../ui/strings.ts';
import { type AgentDraft, upstreamChoices } from './agent-form.ts';
import { PolicyFields } from './policy-fields.tsx';
import { agentStrings } from './strings.ts';
import './agents.css';

const agentFormStrings = agentStrings.form;
const schemes = ['vault-deterministic', 'reversible-aead'] as const;

interface Props {
  readonly draft: AgentDraft;
  /** The agent to change; absent for a new one. */
  readonly agent?: AgentDetail;
  readonly onChange: (draft: AgentDraft) => void;
}

/** The settings of a new or existing agent. */
export function AgentFields({ draft, agent, onChange }: Props) {
  const set = (change: Partial<AgentDraft>) => onChange({ ...draft, ...change });
  const upstreams = new Set([...upstreamChoices, ...(agent === undefined ? [] : [agent.upstream])]);
  return (
    <>
      <TextField
        label={agentFormStrings.name}
        path="name"
        hint={agentFormStrings.nameHint}
        required
        maxLength={64}
        value={draft.name}
        onChange={(name) => set({ name })}
      />
      <SelectField
        label={agentFormStrings.upstream}
        hint={agentFormStrings.upstreamHint}
        value={draft.upstream}
        options={[...upstreams].map((name) => [name, name])}
        onChange={(upstream) => set({ upstream })}
      />
      <SelectField
        label={agentFormStrings.tokenization}
        value={draft.tokenization}
        options={[
          [
            '',
            agent === undefined
              ? agentFormStrings.schemes['']
              : agentFormStrings.asItIs(tokenNames[agent.tokenization] ?? agent.tokenization),
          ],
          ...schemes.map((name): [string, string] => [name, agentFormStrings.schemes[name]]),
        ]}
        onChange={(name) => set({ tokenization: schemes.find((one) => one === name) ?? '' })}
      />
      <PolicyFields draft={draft} {...(agent === undefined ? {} : { agent })} set={set} />
      <CheckField
        label={agentFormStrings.guidance}
        hint={agentFormStrings.guidanceHint}
        checked={draft.tokenGuidance}
        onChange={(tokenGuidance) => set({ tokenGuidance })}
      />
      <details>
        <summary>{agentFormStrings.more}</summary>
        <CallFields draft={draft} set={set} />
      </details>
    </>
  );
}

interface CallFieldsProps {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
}

/** What the webhook sends to set up a call. */
function CallFields({ draft, set }: CallFieldsProps) {
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

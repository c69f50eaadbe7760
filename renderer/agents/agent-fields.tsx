import type { AgentDetail } from '../../server/contract/agents.ts';
import { Field, Select } from '../ui/field.tsx';
import { type AgentDraft, upstreamChoices } from './agent-form.ts';
import { CallFields } from './call-fields.tsx';
import { PolicyFields } from './policy-fields.tsx';
import { agentStrings } from './strings.ts';
import './agents.css';

const agentFormStrings = agentStrings.form;
const schemes = ['vault-deterministic', 'reversible-aead'] as const;

interface Props {
  readonly draft: AgentDraft;
  /** The agent being changed; absent while one is made. */
  readonly agent?: AgentDetail;
  readonly onChange: (draft: AgentDraft) => void;
}

/** The settings of an agent, for making and for changing one. */
export function AgentFields({ draft, agent, onChange }: Props) {
  const set = (change: Partial<AgentDraft>) => onChange({ ...draft, ...change });
  const upstreams = new Set([...upstreamChoices, ...(agent === undefined ? [] : [agent.upstream])]);
  return (
    <>
      <Field label={agentFormStrings.name} hint={agentFormStrings.nameHint}>
        {(control) => (
          <input
            {...control}
            className="input"
            required
            maxLength={64}
            value={draft.name}
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
      <Field label={agentFormStrings.upstream} hint={agentFormStrings.upstreamHint}>
        {(control) => (
          <Select
            control={control}
            value={draft.upstream}
            options={[...upstreams].map((name) => [name, name])}
            onChange={(upstream) => set({ upstream })}
          />
        )}
      </Field>
      <Field label={agentFormStrings.tokenization}>
        {(control) => (
          <Select
            control={control}
            value={draft.tokenization}
            options={[
              [
                '',
                agent === undefined
                  ? agentFormStrings.schemes['']
                  : agentFormStrings.asItIs(agent.tokenization),
              ],
              ...schemes.map((name): [string, string] => [name, agentFormStrings.schemes[name]]),
            ]}
            onChange={(name) => set({ tokenization: schemes.find((one) => one === name) ?? '' })}
          />
        )}
      </Field>
      <PolicyFields draft={draft} {...(agent === undefined ? {} : { agent })} set={set} />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.tokenGuidance}
          onChange={({ target }) => set({ tokenGuidance: target.checked })}
        />
        <span>
          {agentFormStrings.guidance}
          <span className="hint">{agentFormStrings.guidanceHint}</span>
        </span>
      </label>
      <details>
        <summary>{agentFormStrings.more}</summary>
        <CallFields draft={draft} set={set} />
      </details>
    </>
  );
}

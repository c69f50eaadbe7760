import { useQuery } from '@tanstack/react-query';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { agents } from '../lib/strings/agents.ts';
import { Field } from '../ui/field.tsx';
import { PolicyEditor } from '../ui/policy-editor.tsx';
import { Select } from '../ui/select.tsx';
import { type AgentDraft, ownPolicy, upstreamChoices } from './agent-form.ts';
import './agents.css';

const words = agents.form;
const schemes = ['', 'vault-deterministic', 'reversible-aead'] as const;

interface Props {
  readonly draft: AgentDraft;
  readonly onChange: (draft: AgentDraft) => void;
}

/** The settings of an agent, for making and for changing one. */
export function AgentFields({ draft, onChange }: Props) {
  const set = (change: Partial<AgentDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      <Field label={words.name} hint={words.nameHint}>
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
      <Field label={words.upstream} hint={words.upstreamHint}>
        {(control) => (
          <Select
            control={control}
            value={draft.upstream}
            options={upstreamChoices.map((name) => [name, name])}
            onChange={(upstream) => set({ upstream })}
          />
        )}
      </Field>
      <Field label={words.tokenization}>
        {(control) => (
          <Select
            control={control}
            value={draft.tokenization}
            options={schemes.map((name) => [name, words.schemes[name]])}
            onChange={(name) => set({ tokenization: schemes.find((one) => one === name) ?? '' })}
          />
        )}
      </Field>
      <PolicyFields draft={draft} set={set} />
      <details>
        <summary>{words.more}</summary>
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
        </div>
      </details>
    </>
  );
}

interface PolicyProps {
  readonly draft: AgentDraft;
  readonly set: (change: Partial<AgentDraft>) => void;
}

/** Which policy: the global one, one that ships, or the agent's own, begun from the global one. */
function PolicyFields({ draft, set }: PolicyProps) {
  const { data } = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  const listed = data?.data ?? [];
  const choose = (policy: string) => {
    const begun = listed.find(({ active }) => active)?.policy_yaml ?? '';
    const own = policy === ownPolicy && draft.policyYaml === '';
    set({ policy, ...(own ? { policyYaml: begun } : {}) });
  };
  return (
    <>
      <Field label={words.policy} hint={words.policyHint}>
        {(control) => (
          <Select
            control={control}
            value={draft.policy}
            options={[
              ['', words.global],
              ...listed
                .filter(({ source }) => source === 'shipped')
                .map(({ name }): [string, string] => [name, words.shipped(name)]),
              [ownPolicy, words.own],
            ]}
            onChange={choose}
          />
        )}
      </Field>
      {draft.policy === ownPolicy ? (
        <PolicyEditor
          label={words.yaml}
          yaml={draft.policyYaml}
          onChange={(policyYaml) => set({ policyYaml })}
        />
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { AgentDetail } from '../../server/contract/agents.ts';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { PolicyEditor } from '../ui/editor/policy-editor.tsx';
import { SelectField } from '../ui/field.tsx';
import { type AgentDraft, ownPolicy } from './agent-form.ts';
import { agentStrings } from './strings.ts';

const agentFormStrings = agentStrings.form;

interface Props {
  readonly draft: AgentDraft;
  /** The agent to change; absent for a new one. */
  readonly agent?: AgentDetail;
  readonly set: (change: Partial<AgentDraft>) => void;
}

/** Chooses the global policy, a built-in one, or a custom one that starts as a copy of the current. */
export function PolicyFields({ draft, agent, set }: Props) {
  const { data } = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  const listed = data?.data ?? [];
  const choose = (policy: string) => {
    const begun = agent?.policy_yaml ?? listed.find(({ active }) => active)?.policy_yaml ?? '';
    const own = policy === ownPolicy && draft.policyYaml === '';
    set({ policy, ...(own ? { policyYaml: begun } : {}) });
  };
  return (
    <>
      <SelectField
        label={agentFormStrings.policy}
        hint={agentFormStrings.policyHint}
        value={draft.policy}
        options={policyOptions(listed, agent)}
        onChange={choose}
      />
      {draft.policy === ownPolicy ? (
        <PolicyEditor
          label={agentFormStrings.yaml}
          yaml={draft.policyYaml}
          onChange={(policyYaml) => set({ policyYaml })}
        />
      ) : null}
    </>
  );
}

type Option = readonly [string, string];

/** An agent that names the global policy follows its changes. */
function policyOptions(
  listed: readonly ListedPolicy[],
  agent: AgentDetail | undefined,
): readonly Option[] {
  const global = listed.find(({ active }) => active);
  const version = (name: string, number: number) =>
    agentStrings.detail.facts.policyVersion(name, number);
  const first: readonly Option[] =
    agent === undefined || global === undefined
      ? [['', agentFormStrings.global]]
      : [
          ['', agentFormStrings.asItIs(version(agent.policy_name, agent.policy_version))],
          [global.name, agentFormStrings.global],
        ];
  const shipped = listed
    .filter(({ source, name }) => source === 'shipped' && name !== global?.name)
    .map(({ name }): Option => [name, agentFormStrings.shipped(name)]);
  return [...first, ...shipped, [ownPolicy, agentFormStrings.own]];
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentDetail } from '../../server/contract/agents.ts';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { type AgentDraft, ownPolicy } from './agent-form.ts';
import { agentStrings } from './strings.ts';

const proposalStrings = agentStrings.proposal;

interface Props {
  readonly agent: AgentDetail;
  /** The draft whose policy was refused, because it masks less than the global one. */
  readonly draft: AgentDraft;
}

/** Proposes the chosen policy for one agent; an admin decides on the page of policies (decision 0152). */
export function ProposeOwnPolicy({ agent, draft }: Props) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const listed = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  const yaml =
    draft.policy === ownPolicy
      ? draft.policyYaml
      : listed.data?.data.find(({ name }) => name === draft.policy)?.policy_yaml;
  const { error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () =>
      api('/policies/versions', {
        method: 'POST',
        body: { policy_yaml: yaml, reason, agent_id: agent.id },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['policies'] }),
  });
  if (isSuccess) return <Notice tone="good">{proposalStrings.done}</Notice>;
  return (
    <Form error={error} onSubmit={() => mutate()}>
      <TextField
        label={proposalStrings.reason}
        hint={proposalStrings.hint}
        required
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <Failure error={error} />
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={isPending} disabled={yaml === undefined}>
          {proposalStrings.button}
        </Button>
      </div>
    </Form>
  );
}

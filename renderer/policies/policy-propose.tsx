import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyVersion } from '../../server/contract/policies/versions.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { policyStrings } from './strings.ts';

const proposeStrings = policyStrings.propose;

interface Props {
  readonly yaml: string;
  readonly reason?: string;
  /** What the button says. */
  readonly label?: string;
  readonly onPropose?: (yaml: string) => void;
}

/** Proposals that nobody has decided about. */
export function useProposals() {
  return useQuery({
    queryKey: ['policies', 'versions', 'proposed'],
    queryFn: () =>
      api<{ data: readonly PolicyVersion[] }>('/policies/versions', {
        query: { state: 'proposed', limit: 100 },
      }),
  });
}

/** Proposes a text as the global policy, with a reason. */
export function ProposePolicy({ yaml, onPropose, ...texts }: Props) {
  const { reason: given = '', label = proposeStrings.button } = texts;
  const client = useQueryClient();
  const [reason, setReason] = useState(given);
  const { data, error, isPending, mutate, reset, variables } = useMutation({
    mutationFn: (proposed: string) =>
      api<{ version: PolicyVersion }>('/policies/versions', {
        method: 'POST',
        body: { policy_yaml: proposed, reason },
      }),
    onSuccess: (_, proposed) => {
      onPropose?.(proposed);
      return client.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  const waiting = useProposals().data?.data ?? [];
  // Another text may be proposed as well, and the same one again once it was withdrawn or rejected.
  const isDone = variables === yaml && waiting.some(({ id }) => id === data?.version.id);
  return (
    <Form onSubmit={() => mutate(yaml)}>
      <TextField
        label={proposeStrings.reason}
        hint={proposeStrings.hint}
        required
        maxLength={500}
        value={reason}
        onChange={(text) => {
          if (!isPending) reset();
          setReason(text);
        }}
      />
      <Failure error={error} />
      {isDone ? <Notice tone="good">{proposeStrings.done}</Notice> : null}
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={isPending} disabled={isDone}>
          {label}
        </Button>
      </div>
    </Form>
  );
}

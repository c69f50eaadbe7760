import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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

/** Proposes a text as the global policy, with a reason. */
export function ProposePolicy({ yaml, onPropose, ...texts }: Props) {
  const { reason: given = '', label = proposeStrings.button } = texts;
  const client = useQueryClient();
  const [reason, setReason] = useState(given);
  const { error, isPending, isSuccess, mutate, reset } = useMutation({
    mutationFn: () =>
      api('/policies/versions', { method: 'POST', body: { policy_yaml: yaml, reason } }),
    onSuccess: () => {
      onPropose?.(yaml);
      return client.invalidateQueries({ queryKey: ['policies'] });
    },
  });
  return (
    <Form onSubmit={mutate}>
      <TextField
        label={proposeStrings.reason}
        hint={proposeStrings.hint}
        required
        maxLength={500}
        value={reason}
        onChange={(text) => {
          reset();
          setReason(text);
        }}
      />
      <Failure error={error} />
      {isSuccess ? <Notice tone="good">{proposeStrings.done}</Notice> : null}
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={isPending} disabled={isSuccess}>
          {label}
        </Button>
      </div>
    </Form>
  );
}

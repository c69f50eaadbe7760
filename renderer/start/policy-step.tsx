import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { PolicyVersion } from '../../server/contract/policies/versions.ts';
import type { ListedPolicy } from '../../server/contract/policy.ts';
import { ApiError, api } from '../lib/api.ts';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Failure, Notice } from '../ui/feedback.tsx';
import type { StepProps } from './start-steps.ts';
import { startStrings } from './strings.ts';

const policyStrings = startStrings.steps.policy;
type Choice = keyof typeof policyStrings.choices;

/** The names of the shipped policies. */
const names: Readonly<Record<Choice, string>> = {
  nothing: 'healthcare-strict',
  dates: 'healthcare-default',
};

/** Asks what the model needs to see, and puts the policy in force that hides the rest. */
export function PolicyStep({ done }: StepProps) {
  const { data } = useQuery({
    queryKey: ['policies'],
    queryFn: () => api<{ data: readonly ListedPolicy[] }>('/policies'),
  });
  const inForce = data?.data.find(({ active }) => active);
  if (data === undefined || inForce === undefined) return null;
  return done ? (
    <p className="quiet">
      {policyStrings.done(inForce.name)} <Link to="/policies">{policyStrings.open}</Link>
    </p>
  ) : (
    <ChoosePolicy listed={data.data} />
  );
}

function ChoosePolicy({ listed }: { readonly listed: readonly ListedPolicy[] }) {
  const group = useId();
  const [choice, choose] = useState<Choice>('nothing');
  const chosen = listed.find(({ name }) => name === names[choice]);
  const { data, error, isPending, mutate } = useChoosing();
  return (
    <form
      className="start-choice"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined)
          mutate({ yaml: chosen.policy_yaml, reason: policyStrings.choices[choice].reason });
      }}
    >
      <fieldset>
        <legend>{policyStrings.question}</legend>
        {(Object.keys(policyStrings.choices) as Choice[]).map((name) => {
          const { title, text, example } = policyStrings.choices[name];
          return (
            <label key={name}>
              <input
                type="radio"
                name={group}
                checked={choice === name}
                onChange={() => choose(name)}
              />
              <span>
                <b>{title}</b> {text}
                <span className="quiet start-example">{example}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={isPending} disabled={chosen === undefined}>
          {policyStrings.choose}
        </Button>
      </div>
      <Failure error={error} />
      {data === 'proposed' ? <Notice tone="good">{policyStrings.proposed}</Notice> : null}
    </form>
  );
}

/** Proposes a policy. An admin approves it at once, where nobody else has to. */
function useChoosing() {
  const client = useQueryClient();
  const isAdmin = useMe().data?.role === 'admin';
  return useMutation({
    mutationFn: async ({ yaml, reason }: { readonly yaml: string; readonly reason: string }) => {
      const { version } = await api<{ version: PolicyVersion }>('/policies/versions', {
        method: 'POST',
        body: { policy_yaml: yaml, reason },
      });
      if (!isAdmin) return 'proposed';
      try {
        await api(`/policies/versions/${version.id}/decision`, {
          method: 'POST',
          body: { outcome: 'approved', note: reason },
        });
        return 'approved';
      } catch (error) {
        // Another admin must approve it.
        if (error instanceof ApiError && error.code === 'forbidden') return 'proposed';
        throw error;
      }
    },
    onSettled: () =>
      Promise.all(
        [['policies'], ['start']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

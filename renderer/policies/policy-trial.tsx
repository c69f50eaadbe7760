import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyTrialResult } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Field, Select } from '../ui/field.tsx';
import { KindTag, kindFamily } from '../ui/kinds.tsx';
import { TableFrame } from '../ui/table.tsx';
import { policyStrings } from './strings.ts';

const trialStrings = policyStrings.trial;

/** What a policy finds in a text, and what it leaves; `changed` is a policy being written, if any. */
export function PolicyTrial({ changed }: { readonly changed: string | undefined }) {
  const [text, setText] = useState('');
  const [which, setWhich] = useState('');
  const trying = useMutation({
    mutationFn: () =>
      api<PolicyTrialResult>('/policies/detect', {
        method: 'POST',
        body: { text, ...(which === 'changed' ? { policy_yaml: changed } : {}) },
      }),
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        trying.mutate();
      }}
    >
      <p>{trialStrings.intro}</p>
      <Field label={trialStrings.text}>
        {(control) => (
          <textarea
            {...control}
            className="textarea"
            required
            maxLength={20_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {changed === undefined ? null : (
        <Field label={trialStrings.policy}>
          {(control) => (
            <Select
              control={control}
              value={which}
              options={[
                ['', trialStrings.policyNow],
                ['changed', trialStrings.policyChanged],
              ]}
              onChange={setWhich}
            />
          )}
        </Field>
      )}
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={trying.isPending}>
          {trialStrings.run}
        </Button>
      </div>
      {trying.isError ? <Failure error={trying.error} /> : null}
      {trying.data === undefined ? null : <Result result={trying.data} />}
    </form>
  );
}

function Result({ result }: { readonly result: PolicyTrialResult }) {
  const { columns } = trialStrings;
  return (
    <Card
      title={trialStrings.masked}
      aside={<span>{trialStrings.found(result.detections.length)}</span>}
    >
      <p className="trial-text">{result.masked_text}</p>
      {result.detections.length === 0 ? (
        <p>{trialStrings.nothing}</p>
      ) : (
        <TableFrame>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{columns.kind}</th>
                <th scope="col">{columns.text}</th>
                <th scope="col" className="number">
                  {columns.score}
                </th>
                <th scope="col">{columns.detector}</th>
                <th scope="col">{columns.action}</th>
                <th scope="col">{columns.placeholder}</th>
              </tr>
            </thead>
            <tbody>
              {result.detections.map((found) => (
                <tr key={`${found.start} ${found.kind}`}>
                  <td>
                    <KindTag kind={found.kind} family={kindFamily(found.kind)} />
                  </td>
                  <td>
                    {found.start}–{found.end}
                  </td>
                  <td className="number">{found.score.toFixed(2)}</td>
                  <td>
                    <code>{found.detector}</code>
                  </td>
                  <td>{found.action}</td>
                  <td>
                    <code>{found.placeholder}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <p className="wait">{trialStrings.passes(result.passes.join(', '))}</p>
    </Card>
  );
}

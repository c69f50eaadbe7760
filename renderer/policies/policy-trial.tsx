import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyTrialResult } from '../../server/contract/policy.ts';
import { api } from '../lib/api.ts';
import { familyOf } from '../lib/kinds.ts';
import { policies } from '../lib/strings/policies.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/failure.tsx';
import { Field } from '../ui/field.tsx';
import { Kind } from '../ui/kind.tsx';
import { Select } from '../ui/select.tsx';
import { TableFrame } from '../ui/table-frame.tsx';

const words = policies.trial;

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
      <p>{words.intro}</p>
      <Field label={words.text}>
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
        <Field label={words.policy}>
          {(control) => (
            <Select
              control={control}
              value={which}
              options={[
                ['', words.policyNow],
                ['changed', words.policyChanged],
              ]}
              onChange={setWhich}
            />
          )}
        </Field>
      )}
      <div className="page-actions">
        <Button type="submit" look="primary" busy={trying.isPending}>
          {words.run}
        </Button>
      </div>
      {trying.isError ? <Failure error={trying.error} /> : null}
      {trying.data === undefined ? null : <Result result={trying.data} />}
    </form>
  );
}

function Result({ result }: { readonly result: PolicyTrialResult }) {
  const { columns } = words;
  return (
    <Card title={words.masked} aside={<span>{words.found(result.detections.length)}</span>}>
      <p className="trial-text">{result.masked_text}</p>
      {result.detections.length === 0 ? (
        <p>{words.nothing}</p>
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
                    <Kind kind={found.kind} family={familyOf(found.kind)} />
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
      <p className="wait">{words.passes(result.passes.join(', '))}</p>
    </Card>
  );
}

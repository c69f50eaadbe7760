import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PolicyTrialResult } from '../../server/contract/policy.ts';
import { BothSides } from '../exposure/marked-text.tsx';
import { finderName } from '../exposure/strings.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Badge, Failure } from '../ui/feedback.tsx';
import { Field, Form, SelectField } from '../ui/field.tsx';
import { kindCounts } from '../ui/kind-names.ts';
import { KindTag } from '../ui/kinds.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { policyStrings } from './strings.ts';
import { staysInClear, trialSpans } from './trial-spans.ts';

const trialStrings = policyStrings.trial;

interface Trial {
  /** As YAML; undefined for the one in force. */
  readonly policy: string | undefined;
  readonly text: string;
}

/** Tries a policy on a text; `changed` is the edited policy, if any. */
export function PolicyTrial({ changed }: { readonly changed: string | undefined }) {
  const [text, setText] = useState('');
  const [which, setWhich] = useState('');
  const policy = which === 'changed' ? changed : undefined;
  const trying = useMutation({
    mutationFn: ({ policy: tried, text: said }: Trial) =>
      api<PolicyTrialResult>('/policies/detect', {
        method: 'POST',
        body: { text: said, ...(tried === undefined ? {} : { policy_yaml: tried }) },
      }),
  });
  // The form outlives a change of the policy; a result of the one before would mislead.
  const { policy: triedPolicy, text: tried = '' } = trying.variables ?? {};
  const result = triedPolicy === policy ? trying.data : undefined;
  return (
    <Form onSubmit={() => trying.mutate({ policy, text })}>
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
        <SelectField
          label={trialStrings.policy}
          value={which}
          options={[
            ['', trialStrings.policyNow],
            ['changed', trialStrings.policyChanged],
          ]}
          onChange={setWhich}
        />
      )}
      <div className="page-actions">
        <Button type="submit" variant="primary" busy={trying.isPending}>
          {trialStrings.run}
        </Button>
      </div>
      <Failure error={trying.error} />
      {result === undefined ? null : <Result text={tried} result={result} />}
    </Form>
  );
}

const { columns: titles } = trialStrings;
const actions: Readonly<Record<string, string>> = policyStrings.form.actions;

const columns: readonly Column<PolicyTrialResult['detections'][number]>[] = [
  { title: titles.kind, cell: ({ kind }) => <KindTag kind={kind} /> },
  { title: titles.text, cell: ({ start, end }) => `${start}–${end}` },
  { title: titles.score, look: 'number', cell: ({ score }) => score.toFixed(2) },
  { title: titles.detector, cell: ({ detector }) => finderName(detector) },
  { title: titles.action, cell: ({ action }) => actions[action] ?? action },
  { title: titles.placeholder, cell: ({ placeholder }) => <code>{placeholder}</code> },
];

interface ResultProps {
  readonly text: string;
  readonly result: PolicyTrialResult;
}

function Result({ text, result }: ResultProps) {
  const spans = trialSpans(result);
  const left = staysInClear(spans);
  return (
    <Card
      title={trialStrings.masked}
      aside={
        <span className="badges">
          <Badge tone={left.length === 0 ? 'good' : 'warn'}>{trialStrings.left(left)}</Badge>
          <span>{trialStrings.found(result.detections.length)}</span>
        </span>
      }
    >
      <BothSides said={text} sent={result.masked_text} spans={spans}>
        {(side, marked) => (
          <p className="trial-text" data-side={side}>
            {marked}
          </p>
        )}
      </BothSides>
      {result.detections.length === 0 ? (
        <p>{trialStrings.nothing}</p>
      ) : (
        <Table
          rows={result.detections}
          rowKey={({ start, kind }) => `${start} ${kind}`}
          columns={columns}
        />
      )}
      <p className="wait">
        {trialStrings.passes(result.passes.map((pass) => policyStrings.passes[pass] ?? pass))}
      </p>
      {Object.keys(result.vetoes).length === 0 ? null : (
        <p className="wait">{trialStrings.vetoes(kindCounts(result.vetoes).join(', '))}</p>
      )}
    </Card>
  );
}

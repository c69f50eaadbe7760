import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { TestCallResult } from '../../server/contract/agents.ts';
import { ExposureBadges } from '../exposure/exposure-badges.tsx';
import { BothSides } from '../exposure/marked-text.tsx';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/feedback.tsx';
import { Field, Form } from '../ui/field.tsx';
import { agentStrings } from './strings.ts';

const testCallStrings = agentStrings.detail.test;

/** In characters, as the API allows. */
const longestSentence = 1000;

/** Tries an agent with one turn of an invented caller. */
export function TestCall({ agentId }: { readonly agentId: string }) {
  const client = useQueryClient();
  const [said, say] = useState<string>(testCallStrings.example);
  const calling = useMutation({
    mutationFn: () =>
      api<TestCallResult>(`/agents/${agentId}/test-call`, { method: 'POST', body: { said } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['agents'] }),
  });
  const { data } = calling;
  return (
    <Card title={testCallStrings.title}>
      <p>{testCallStrings.intro}</p>
      <Form onSubmit={() => calling.mutate()}>
        <Field label={testCallStrings.sentence}>
          {(control) => (
            <textarea
              {...control}
              className="textarea"
              required
              maxLength={longestSentence}
              value={said}
              onChange={({ target }) => say(target.value)}
            />
          )}
        </Field>
        <div className="page-actions">
          <Button variant="primary" type="submit" busy={calling.isPending}>
            {data === undefined ? testCallStrings.button : testCallStrings.again}
          </Button>
        </div>
      </Form>
      <div role="status">{data === undefined ? null : <Sides call={data} />}</div>
      <Failure error={calling.error} />
    </Card>
  );
}

function Sides({ call }: { readonly call: TestCallResult }) {
  return (
    <div className="test-call">
      <ol>
        <BothSides said={call.said} sent={call.sent} spans={call.spans}>
          {(side, text) => (
            <li data-side={side}>
              <b>{side === 'public' ? testCallStrings.sent : testCallStrings.said}</b>
              <p>{text}</p>
            </li>
          )}
        </BothSides>
        <li data-side="regulated">
          <b>{testCallStrings.heard}</b>
          <p>{call.heard}</p>
        </li>
      </ol>
      <p className="badges">
        <ExposureBadges exposure={call.exposure} />
      </p>
      <Link to="/calls/$callId" params={{ callId: call.session_id }}>
        {testCallStrings.session}
      </Link>
    </div>
  );
}

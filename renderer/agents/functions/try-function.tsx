import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FunctionTest, FunctionTool } from '../../../server/contract/function-tools.ts';
import { api } from '../../lib/api.ts';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure, Notice } from '../../ui/feedback.tsx';
import { Form } from '../../ui/field.tsx';
import { commonStrings } from '../../ui/strings.ts';
import { objectProblem, sampleArguments } from './function-draft.ts';
import { JsonField } from './json-field.tsx';
import { functionStrings } from './strings.ts';

const testStrings = functionStrings.test;

interface Props {
  readonly agentId: string;
  readonly tool: FunctionTool;
  readonly onClose: () => void;
}

/** Sends a function of the agent invented arguments, and shows what became of it. */
export function TryFunction({ agentId, tool, onClose }: Props) {
  const [given, give] = useState(() => sampleArguments(tool));
  const { name } = tool.function;
  const test = useMutation({
    mutationFn: () =>
      api<FunctionTest>(`/agents/${agentId}/functions/test`, {
        method: 'POST',
        body: { function: name, arguments: given.trim() === '' ? {} : JSON.parse(given) },
      }),
    gcTime: 0,
  });
  return (
    <Dialog wide title={testStrings.title(name)} onClose={onClose}>
      <Form className="form function-form" onSubmit={() => test.mutate()}>
        <p>{testStrings.intro}</p>
        <JsonField label={testStrings.arguments} value={given} onChange={give} />
        <div role="status">{test.data === undefined ? null : <Result test={test.data} />}</div>
        <Failure error={test.error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.close}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={objectProblem(given) !== undefined}
            busy={test.isPending}
          >
            {testStrings.send}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Result({ test }: { readonly test: FunctionTest }) {
  return (
    <>
      <Notice tone={test.outcome === 'done' ? 'good' : 'bad'}>
        <p>{describeTest(test)}</p>
      </Notice>
      {test.answer === undefined ? null : (
        <div className="function-answer">
          <b>{testStrings.answer}</b>
          {test.answer.trim() === '' ? <p>{testStrings.empty}</p> : <pre>{test.answer}</pre>}
        </div>
      )}
    </>
  );
}

/** What became of a test, in a sentence. */
function describeTest({ outcome, status = 0, bytes = 0, attempts, ...test }: FunctionTest): string {
  const time = formatDuration(test.duration_ms);
  if (outcome === 'done') return testStrings.done(status, time, bytes);
  if (outcome === 'refused' || outcome === 'failed')
    return testStrings.error(status, time, attempts);
  return `${testStrings.failed[outcome] ?? outcome}${testStrings.after(time, attempts)}`;
}

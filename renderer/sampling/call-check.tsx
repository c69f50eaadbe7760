import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CallSampleList } from '../../server/contract/reports/call-samples.ts';
import { api } from '../lib/api.ts';
import { useMe } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/feedback.tsx';
import { isCheckedBy, nextInQueue, queueOf } from './queue.ts';
import { samplingStrings } from './strings.ts';
import { samplesKey, useSamples } from './use-samples.ts';
import './sampling.css';

const strings = samplingStrings.check;

/** Whether the reader of a call has still to check it. */
export function useIsToCheck(callId: string): boolean {
  const user = useMe().data?.id ?? '';
  const samples = useSamples().data?.data ?? [];
  return queueOf(samples, user).some(({ session_id }) => session_id === callId);
}

/** On the page of a drawn call: the reader says that they have checked it, and goes on to the next. */
export function CallCheck({ callId }: { readonly callId: string }) {
  const user = useMe().data?.id ?? '';
  const isToCheck = useIsToCheck(callId);
  const samples = useSamples().data?.data ?? [];
  const client = useQueryClient();
  const navigate = useNavigate();
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api(`/sessions/${callId}/check`, { method: 'POST' }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: samplesKey });
      await client.invalidateQueries({ queryKey: ['marks'] });
      const { data = [] } = client.getQueryData<CallSampleList>(samplesKey) ?? {};
      const next = nextInQueue(data, user, callId)?.session_id;
      if (next === undefined) await navigate({ to: '/review' });
      else await navigate({ to: '/calls/$callId', params: { callId: next } });
    },
  });
  const isChecked = samples.some(({ calls }) =>
    calls.some((call) => call.session_id === callId && isCheckedBy(call, user)),
  );
  if (!isToCheck && !isChecked) return null;
  const next = nextInQueue(samples, user, callId);
  return (
    <div className="notice sampling-check">
      <p>{isToCheck ? strings.text : strings.checked}</p>
      <div className="page-actions">
        {isToCheck ? (
          <Button variant="primary" busy={isPending} onClick={() => mutate()}>
            {strings.done}
          </Button>
        ) : null}
        {next === undefined ? null : (
          <Link data-next-call to="/calls/$callId" params={{ callId: next.session_id }}>
            {strings.skip}
          </Link>
        )}
        <Link to="/review">{strings.queue}</Link>
      </div>
      <Failure error={error} />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transcript } from '../../server/contract/transcripts.ts';
import { api } from '../lib/api.ts';
import { calls } from '../lib/strings/calls.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Notice } from '../ui/notice.tsx';
import { TwoSided } from './two-sided.tsx';

const words = calls.detail.replay;

/** Both sides of a call that is over, where its payloads were kept; opened by hand, as that is put on record. */
export function Replay({ sessionId }: { readonly sessionId: string }) {
  const [open, setOpen] = useState(false);
  if (open) return <Opened sessionId={sessionId} />;
  return (
    <Empty title={calls.detail.tab.replay}>
      <p>{words.note}</p>
      <Button look="primary" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
    </Empty>
  );
}

function Opened({ sessionId }: { readonly sessionId: string }) {
  const query = useQuery({
    queryKey: ['session', sessionId, 'transcript'],
    queryFn: () => api<{ transcript: Transcript }>(`/sessions/${sessionId}/transcript`),
    // Each look is put on record, so none is taken that nobody asked for.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
  return (
    <Answer query={query}>
      {({ transcript: { payloads, turns } }) => (
        <>
          {words.states[payloads] === undefined ? null : <Notice>{words.states[payloads]}</Notice>}
          {turns.length === 0 ? <p className="wait">{words.empty}</p> : <TwoSided turns={turns} />}
        </>
      )}
    </Answer>
  );
}

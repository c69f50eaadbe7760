import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transcript } from '../../server/contract/live.ts';
import { api } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Notice, QueryResult } from '../ui/feedback.tsx';
import { callStrings } from './strings.ts';
import { TwoSided } from './two-sided.tsx';

const replayStrings = callStrings.detail.replay;

/** The transcript of a call; it opens only on demand, because the journal records each view. */
export function CallReplay({ callId }: { readonly callId: string }) {
  const [open, setOpen] = useState(false);
  if (open) return <Opened callId={callId} />;
  return (
    <Empty title={callStrings.detail.tab.replay} text={replayStrings.note}>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {replayStrings.open}
      </Button>
    </Empty>
  );
}

function Opened({ callId }: { readonly callId: string }) {
  const query = useQuery({
    queryKey: ['session', callId, 'transcript'],
    queryFn: () => api<{ transcript: Transcript }>(`/sessions/${callId}/transcript`),
    // The journal records each view, so nothing reloads automatically.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  });
  return (
    <QueryResult query={query}>
      {({ transcript: { payloads, turns } }) => (
        <>
          {replayStrings.states[payloads] === undefined ? null : (
            <Notice>{replayStrings.states[payloads]}</Notice>
          )}
          {turns.length === 0 ? (
            <p className="wait">{replayStrings.empty}</p>
          ) : (
            <TwoSided turns={turns} />
          )}
        </>
      )}
    </QueryResult>
  );
}

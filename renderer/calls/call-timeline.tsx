import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEvent } from '../../server/contract/session-events.ts';
import { api } from '../lib/api.ts';
import { formatClock, shortHash } from '../lib/format.ts';
import { callStrings } from '../lib/strings/calls.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/failure.tsx';
import { TableFrame } from '../ui/table-frame.tsx';
import { EventProofDialog } from './event-proof-dialog.tsx';
import { describeEvent } from './event-words.ts';

const timelineStrings = callStrings.detail.timeline;
const pageSize = 100;

interface EventPage {
  readonly data: readonly SessionEvent[];
  readonly next_cursor: string | null;
}

/** The events of a call, in order, each with a proof. */
export function CallTimeline({ callId: sessionId }: { readonly callId: string }) {
  const [proving, prove] = useState<SessionEvent>();
  const query = useInfiniteQuery({
    queryKey: ['session', sessionId, 'events'],
    queryFn: ({ pageParam }) =>
      api<EventPage>(`/sessions/${sessionId}/events`, {
        query: { limit: pageSize, cursor: pageParam },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const events = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <div className="timeline">
      <p className="wait">{timelineStrings.intro}</p>
      <EventTable events={events} prove={prove} />
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {timelineStrings.more}
        </Button>
      ) : null}
      {proving === undefined ? null : (
        <EventProofDialog callId={sessionId} event={proving} onClose={() => prove(undefined)} />
      )}
    </div>
  );
}

interface TableProps {
  readonly events: readonly SessionEvent[];
  readonly prove: (event: SessionEvent) => void;
}

function EventTable({ events, prove }: TableProps) {
  const { columns } = timelineStrings;
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="number">
              {columns.seq}
            </th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.kind}</th>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.hash}</th>
            <th scope="col">
              <span className="visually-hidden">{timelineStrings.columns.proof}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.id}>
              <td className="number">{event.seq}</td>
              <td>{formatClock(event.ts)}</td>
              <td>
                <code>{event.kind}</code>
              </td>
              <td>{describeEvent(event)}</td>
              <td className="nowrap">
                <code title={event.curr_hash}>{shortHash(event.curr_hash)}</code>
              </td>
              <td>
                <Button
                  variant="quiet"
                  aria-label={timelineStrings.proveLabel(event.kind, event.seq)}
                  onClick={() => prove(event)}
                >
                  {timelineStrings.prove}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

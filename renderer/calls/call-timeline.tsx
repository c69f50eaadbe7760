import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SessionEvent } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { formatClock, formatMicros, shortHash } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/feedback.tsx';
import { TableFrame } from '../ui/table.tsx';
import { EventProofDialog } from './event-proof-dialog.tsx';
import { callStrings } from './strings.ts';

/** Fields that every record has; what is left is what the event itself says. */
const recordFields = new Set([
  'v',
  'seq',
  'id',
  'ts',
  'kind',
  'nonce',
  'session_id',
  'session_seq',
  'agent_id',
  'prev_hash',
  'curr_hash',
]);

/** What an event says, field by field; hashes are cut short, units spelled out. */
export function describeEvent(event: SessionEvent): string {
  return Object.entries(event)
    .filter(([name]) => !recordFields.has(name))
    .map(([name, value]) => describeField(name, value))
    .join(' · ');
}

function describeField(name: string, value: unknown): string {
  if (name === 'turn') return `turn ${Number(value) + 1}`;
  if (name === 'span' && Array.isArray(value)) return `span ${value.join('–')}`;
  if (name.endsWith('_bp')) return `${spaced(name.slice(0, -3))} ${Number(value) / 100} %`;
  if (name.endsWith('_us')) return `${spaced(name.slice(0, -3))} ${formatMicros(Number(value))}`;
  return `${spaced(name)} ${formatFieldValue(value)}`;
}

const spaced = (name: string): string => name.replaceAll('_', ' ');

function formatFieldValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'none' : value.map(formatFieldValue).join(', ');
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return 'none';
    return entries.map(([name, inner]) => `${name} ${formatFieldValue(inner)}`).join(', ');
  }
  const text = String(value);
  return /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 8)}…` : text;
}

const timelineStrings = callStrings.detail.timeline;
const pageSize = 100;

interface EventPage {
  readonly data: readonly SessionEvent[];
  readonly next_cursor: string | null;
}

/** The events of a call, in order, each with a proof. */
export function CallTimeline({ callId }: { readonly callId: string }) {
  const [proving, prove] = useState<SessionEvent>();
  const query = useInfiniteQuery({
    queryKey: ['session', callId, 'events'],
    queryFn: ({ pageParam }) =>
      api<EventPage>(`/sessions/${callId}/events`, {
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
        <EventProofDialog callId={callId} event={proving} onClose={() => prove(undefined)} />
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
